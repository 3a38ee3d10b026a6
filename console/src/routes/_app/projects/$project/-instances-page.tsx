import { getRouteApi } from '@tanstack/react-router'
import type { Instance } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import type { ListSource } from '~/shell/list.ts'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { DateTime } from '~/ui/time.tsx'
import type { Column } from '~/table/columns.ts'

export const instancesSource = (project: string): ListSource<'instanceList'> => ({
  method: 'instanceList',
  query: { project },
})

const route = getRouteApi('/_app/projects/$project/_instances')

const columns: readonly Column<Instance>[] = [
  { id: 'name', header: 'Name', cell: (instance) => instance.name, value: (instance) => instance.name },
  { id: 'state', header: 'State', cell: (instance) => <StateBadge state={instance.runState} /> },
  {
    id: 'time_created',
    header: 'Created',
    cell: (instance) => <DateTime date={instance.timeCreated} />,
    value: (instance) => instance.timeCreated,
  },
]

/** The instances of a project. */
export function InstancesPage() {
  const { project } = route.useParams()
  return (
    <ListPage
      title="Instances"
      source={instancesSource(project)}
      columns={columns}
      groupOf={(instance) => stateGroup(instance.runState)}
      view={(instance) => copyRequest('instanceView', { path: { instance: instance.id } })}
      emptyTitle="No instances"
      emptyBody="An instance is a virtual machine: processors, memory, disks and an address of its own."
    />
  )
}
