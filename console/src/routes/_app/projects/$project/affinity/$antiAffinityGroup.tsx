import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '~/shell/list.ts'
import { GroupPage } from '../-affinity/group-page.tsx'
import { antiAffinity, groupPath, listPath } from '../-affinity/kinds.ts'
import { loadGroup } from '../-affinity/queries.ts'

export const Route = createFileRoute('/_app/projects/$project/affinity/$antiAffinityGroup')({
  staticData: {
    page: true,
    crumbs: ({ project = '', antiAffinityGroup = '' }) => [
      { label: 'Affinity Groups', to: listPath(project) },
      { label: antiAffinityGroup, to: groupPath(antiAffinity, project, antiAffinityGroup) },
    ],
  },
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { project, antiAffinityGroup } }) =>
    loadGroup(queryClient, antiAffinity, project, antiAffinityGroup),
  component: AntiAffinityGroup,
})

function AntiAffinityGroup() {
  const { project, antiAffinityGroup } = Route.useParams()
  return <GroupPage kind={antiAffinity} project={project} name={antiAffinityGroup} />
}
