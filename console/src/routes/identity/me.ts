import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { ownSiloQuery, siloPolicyQuery } from '~/shell/roles.ts'
import { meQuery, myGroupsQuery, systemPolicyQuery } from '~/shell/session.ts'
import { settings } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true })
  },
})

/** What the silo gives in the fleet, which counts for those alone who have a role there. */
async function readMappedRoles(queryClient: QueryClient): Promise<void> {
  const [{ siloId }, policy] = await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.ensureQueryData(systemPolicyQuery),
  ])
  if (policy) await queryClient.ensureQueryData(ownSiloQuery(siloId))
}

const profile = createRoute({
  getParentRoute: () => settings,
  path: 'profile',
  staticData: { crumbs: [{ label: 'Profile', to: '/settings/profile' }] },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(myGroupsQuery),
      // Where these cannot be read, a role is unknown.
      queryClient.ensureQueryData(siloPolicyQuery).catch(() => undefined),
      readMappedRoles(queryClient).catch(() => undefined),
    ]),
  component: lazyPage(() => import('~/identity/me/profile-page.tsx'), 'ProfilePage'),
})

export const meRoutes = [settingsIndex, profile] as const
