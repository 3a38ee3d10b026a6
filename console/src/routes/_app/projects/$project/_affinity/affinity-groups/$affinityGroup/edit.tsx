import { createFileRoute } from '@tanstack/react-router'
import { EditGroup } from '../../../-affinity/edit-group.tsx'
import { affinity } from '../../../-affinity/kinds.ts'
import { groupQuery } from '../../../-affinity/queries.ts'

export const Route = createFileRoute('/_app/projects/$project/_affinity/affinity-groups/$affinityGroup/edit')({
  staticData: { panel: 'Edit affinity group' },
  loader: ({ context: { queryClient }, params: { project, affinityGroup } }) =>
    queryClient.fetchQuery(groupQuery(affinity, project, affinityGroup)),
  component: EditAffinityGroup,
})

function EditAffinityGroup() {
  const { project, affinityGroup } = Route.useParams()
  return <EditGroup kind={affinity} project={project} name={affinityGroup} />
}
