import { createFileRoute } from '@tanstack/react-router'
import { EditGroup } from '../../../-affinity/edit-group.tsx'
import { antiAffinity } from '../../../-affinity/kinds.ts'
import { groupQuery } from '../../../-affinity/queries.ts'

export const Route = createFileRoute('/_app/projects/$project/_affinity/affinity/$antiAffinityGroup/edit')({
  staticData: { panel: 'Edit anti-affinity group' },
  loader: ({ context: { queryClient }, params: { project, antiAffinityGroup } }) =>
    queryClient.fetchQuery(groupQuery(antiAffinity, project, antiAffinityGroup)),
  component: EditAntiAffinityGroup,
})

function EditAntiAffinityGroup() {
  const { project, antiAffinityGroup } = Route.useParams()
  return <EditGroup kind={antiAffinity} project={project} name={antiAffinityGroup} />
}
