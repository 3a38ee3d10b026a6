import { isDeletionLocked } from '@skerry/contract/rules/deletion-lock.ts'
import { instanceTransitional } from '@skerry/contract/rules/instances.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Server } from 'lucide-react'
import { useMemo } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { usePolling } from '~/shell/live/polling.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { ConditionBadge, conditionText } from './condition.tsx'
import { ExternalIpsCell, knownExternalIps } from './external-ips-cell.tsx'
import { useInstanceActions } from './instance-actions.tsx'
import { NextStep } from './next-step.tsx'
import { instancePath, instancesSource } from './queries.ts'

const route = getRouteApi('/_app/projects/$project')

const columnsOf = (project: string): readonly Column<Instance>[] => [
  nameColumn(({ name }) => (
    <Link to={instancePath(project, name)}>
      <CutName name={name} />
    </Link>
  )),
  {
    id: 'state',
    header: 'State',
    cell: (instance) => (
      <span className="inline-flex items-center gap-x-2 max-sm:flex-col max-sm:items-end">
        <StateBadge state={instance.runState} note={<RelativeTime date={instance.timeRunStateUpdated} />} />
        <ConditionBadge instance={instance} />
      </span>
    ),
    value: ({ runState }) => stateLabel(runState),
  },
  { id: 'cpu', header: 'CPU', cell: ({ ncpus }) => formatCpus(ncpus), value: ({ ncpus }) => ncpus },
  {
    id: 'memory',
    header: 'Memory',
    cell: ({ memory }) => formatBytes(Number(memory)),
    value: ({ memory }) => memory,
  },
  {
    id: 'external_ips',
    header: 'External IPs',
    mono: true,
    cell: (instance) => <ExternalIpsCell instance={instance} />,
  },
  createdColumn,
]

const groupOf = ({ runState }: Instance) => stateGroup(runState)

const textOf = (instance: Instance) => {
  const { id, name, runState, ncpus, memory } = instance
  return [
    name,
    isDeletionLocked(instance) ? 'Deletion locked' : '',
    stateLabel(runState),
    conditionText(instance) ?? '',
    formatCpus(ncpus),
    formatBytes(Number(memory)),
    ...knownExternalIps(instance),
    id,
  ].join('\n')
}

const polling = {
  isMoving: (instance: Instance) => instanceTransitional(instance),
  every: 3000,
  longest: 30_000,
  otherwise: 60_000,
}

export function InstancesPage() {
  const { project } = route.useParams()
  const actions = useInstanceActions(project)
  const columns = useMemo(() => columnsOf(project), [project])
  const refusal = useRefusal('instance_create', { project })
  const create = { label: 'New instance', to: pathTo('/projects/$project/instances-new', { project }), refusal }
  const pollEvery = usePolling(polling)
  return (
    <>
      <ListPage
        title="Instances"
        source={instancesSource(project)}
        columns={columns}
        create={create}
        groupOf={groupOf}
        textOf={textOf}
        itemLink={({ name }) => instancePath(project, name)}
        view={({ id }) => copyRequest('instanceView', { path: { instance: id } })}
        rowActions={(instance) => actions.menu(instance)}
        bulkActions={actions.bulk}
        pollEvery={pollEvery}
        emptyCreate={<NextStep project={project} create={create} />}
        emptyIcon={<Server />}
        emptyTitle="No instances"
        emptyBody="An instance is a virtual machine with its own CPUs, memory, disks and addresses."
      />
      {actions.dialog}
    </>
  )
}
