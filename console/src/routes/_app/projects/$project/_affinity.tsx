import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch } from '~/shell/list.ts'
import { GroupsPage } from './-affinity/groups-page.tsx'
import { kinds } from './-affinity/kinds.ts'
import { groupsQuery } from './-affinity/queries.ts'

export const Route = createFileRoute('/_app/projects/$project/_affinity')({
  staticData: {
    page: true,
    crumbs: ({ project = '' }) => [{ label: 'Affinity Groups', to: `/projects/${project}/affinity` }],
  },
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { project } }) =>
    Promise.all(
      kinds.map((kind) => queryClient.ensureQueryData({ ...groupsQuery(kind, project), revalidateIfStale: true })),
    ),
  component: AffinityGroups,
})

function AffinityGroups() {
  return (
    <>
      <GroupsPage project={Route.useParams().project} />
      <Outlet />
    </>
  )
}
