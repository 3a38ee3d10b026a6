import { createFileRoute } from '@tanstack/react-router'
import { instanceDisksQuery } from '../-instance.ts'
import { StorageTab } from '../-storage-tab.tsx'

export const Route = createFileRoute('/_app/projects/$project/instances/$instance/_tabs/storage')({
  staticData: {
    crumbs: ({ project = '', instance = '' }) => [
      { label: 'Storage', to: `/projects/${project}/instances/${instance}/storage` },
    ],
  },
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData({ ...instanceDisksQuery(params), revalidateIfStale: true }),
  component: StorageTab,
})
