import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Server } from 'lucide-react'
import { useMemo } from 'react'
import type { SledInstance } from '~/api/types.gen.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { meQuery } from '~/shell/access/session.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { sledInstancesSource } from './queries.ts'

const route = getRouteApi('/_app/system/inventory/sleds/$sledId/instances')

const columnsFor = (ownSilo: string | undefined): readonly Column<SledInstance>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: (instance) => (
      <span className="inline-flex flex-col">
        <InstanceName instance={instance} linked={instance.siloName === ownSilo} />
        <small className="text-xs text-ink-3">
          {instance.siloName} / {instance.projectName}
        </small>
      </span>
    ),
    value: ({ name, siloName, projectName }) => `${name} ${siloName} / ${projectName}`,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StateBadge state={state} />,
    value: ({ state }) => state,
  },
  {
    id: 'size',
    header: 'vCPUs and memory',
    cell: ({ ncpus, memory }) => `${formatCpus(Number(ncpus))}, ${formatBytes(Number(memory))}`,
    value: ({ ncpus }) => ncpus,
  },
  createdColumn,
]

/** Projects of other silos have no page here. */
const InstanceName = ({ instance, linked }: { instance: SledInstance; linked: boolean }) =>
  linked ? (
    <Link
      to="/projects/$project/instances/$instance/storage"
      params={{ project: instance.projectName, instance: instance.name }}
    >
      {instance.name}
    </Link>
  ) : (
    <span>{instance.name}</span>
  )

const groupOf = ({ state }: SledInstance) => stateGroup(state)

/** Instances of every silo that have their machine on a sled. */
export function SledInstancesTab() {
  const { sledId } = route.useParams()
  const ownSilo = useQuery(meQuery).data?.siloName
  const columns = useMemo(() => columnsFor(ownSilo), [ownSilo])
  return (
    <ListPage
      below
      title="Instances"
      source={sledInstancesSource(sledId)}
      columns={columns}
      view={({ id }) => copyRequest('instanceView', { path: { instance: id } })}
      groupOf={groupOf}
      emptyIcon={<Server />}
      emptyTitle="No instances"
      emptyBody="Instances of all silos that run on this sled."
    />
  )
}
