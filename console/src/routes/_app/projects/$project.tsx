import { createFileRoute, Outlet } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'

/** Everything inside a project. Its roles and its name are read once for all of it. */
export const Route = createFileRoute('/_app/projects/$project')({
  staticData: {
    area: 'project',
    crumbs: ({ project = '' }) => [
      { label: 'Projects', to: '/projects' },
      { label: project, to: `/projects/${project}/instances` },
    ],
  },
  loader: ({ context: { queryClient }, params: { project } }) =>
    queryClient.ensureQueryData({ ...apiQuery('projectView', { path: { project } }), revalidateIfStale: true }),
  component: Outlet,
})
