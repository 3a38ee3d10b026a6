import { createFileRoute } from '@tanstack/react-router'
import { AppFrame } from '~/shell/app-frame.tsx'
import { meQuery, myGroupsQuery, systemPolicyQuery } from '~/shell/session.ts'

/** Everything that needs somebody signed in. Read beside what the page itself reads, not before it. */
export const Route = createFileRoute('/_app')({
  staticData: { area: 'silo' },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData({ ...meQuery, revalidateIfStale: true }),
      queryClient.ensureQueryData({ ...myGroupsQuery, revalidateIfStale: true }),
      queryClient.ensureQueryData({ ...systemPolicyQuery, revalidateIfStale: true }),
    ] as const),
  component: AppFrame,
})
