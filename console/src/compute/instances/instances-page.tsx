import { isDeletionLocked } from '@skerry/contract/rules/deletion-lock.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Server } from 'lucide-react'
import { useMemo } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { ThingList } from '~/shell/list/thing-list.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { ConditionBadge, conditionText } from './condition.tsx'
import { ExternalIpsCell, knownExternalIps } from './external-ips-cell.tsx'
import { useInstanceActions } from './instance-actions.tsx'
import { instance } from './instance.ts'
import { NextStep } from './next-step.tsx'
import { instancePath } from './queries.ts'

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
    cell: (row) => (
      <span className="inline-flex items-center gap-x-2 max-sm:flex-col max-sm:items-end">
        <StateBadge state={row.runState} note={<RelativeTime date={row.timeRunStateUpdated} />} />
        <ConditionBadge instance={row} />
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
    cell: (row) => <ExternalIpsCell instance={row} />,
  },
  createdColumn,
]

const textOf = (row: Instance) => {
  const { id, name, runState, ncpus, memory } = row
  return [
    name,
    isDeletionLocked(row) ? 'Deletion locked' : '',
    stateLabel(runState),
    conditionText(row) ?? '',
    formatCpus(ncpus),
    formatBytes(Number(memory)),
    ...knownExternalIps(row),
    id,
  ].join('\n')
}

export function InstancesPage() {
  const { project } = route.useParams()
  const actions = useInstanceActions(project)
  const columns = useMemo(() => columnsOf(project), [project])
  return (
    <ThingList
      of={instance}
      project={project}
      columns={columns}
      textOf={textOf}
      actions={actions}
      icon={<Server />}
      emptyCreate={NextStep}
    />
  )
}
