import { createFileRoute, Outlet } from '@tanstack/react-router'
import { instanceQuery } from './$instance/-instance.ts'

/** Everything about one instance. */
export const Route = createFileRoute('/_app/projects/$project/instances/$instance')({
  staticData: {
    crumbs: ({ project = '', instance = '' }) => [
      { label: 'Instances', to: `/projects/${project}/instances` },
      { label: instance, to: `/projects/${project}/instances/${instance}/storage` },
    ],
  },
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData({ ...instanceQuery(params), revalidateIfStale: true }),
  component: Outlet,
})
