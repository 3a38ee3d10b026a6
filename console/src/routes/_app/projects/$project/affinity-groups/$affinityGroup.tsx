import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '~/shell/list.ts'
import { GroupPage } from '../-affinity/group-page.tsx'
import { affinity, groupPath, listPath } from '../-affinity/kinds.ts'
import { loadGroup } from '../-affinity/queries.ts'

export const Route = createFileRoute('/_app/projects/$project/affinity-groups/$affinityGroup')({
  staticData: {
    page: true,
    crumbs: ({ project = '', affinityGroup = '' }) => [
      { label: 'Affinity Groups', to: listPath(project) },
      { label: affinityGroup, to: groupPath(affinity, project, affinityGroup) },
    ],
  },
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { project, affinityGroup } }) =>
    loadGroup(queryClient, affinity, project, affinityGroup),
  component: AffinityGroup,
})

function AffinityGroup() {
  const { project, affinityGroup } = Route.useParams()
  return <GroupPage kind={affinity} project={project} name={affinityGroup} />
}
