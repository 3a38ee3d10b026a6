import { Link } from '@tanstack/react-router'
import { Server } from 'lucide-react'
import type { Sled } from '~/api/types.gen.ts'
import { baseboardColumns, serialColumn } from '~/fleet/baseboard.tsx'
import { SledState, sledTrouble } from '~/fleet/hardware-state.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { idColumn } from '~/table/named-columns.tsx'
import { stateLabel } from '~/ui/badge.tsx'
import { sledPath, sledsSource } from './queries.ts'
import { useSledActions } from './sled-actions.tsx'
import { aboutSleds, mostVcpus, policyLabel, provisionLabel, standingOf, vcpusInUse } from './sled-words.ts'
import { SledsBeingAdded } from './sleds-being-added.tsx'

const columns: readonly Column<Sled>[] = [
  serialColumn(({ id, baseboard }) => <Link to={sledPath(id)}>{baseboard.serial}</Link>),
  ...baseboardColumns,
  { id: 'policy', header: 'Kind', group: 'Policy', value: ({ policy }) => policyLabel[policy.kind] },
  {
    id: 'provision_policy',
    header: 'Provision policy',
    group: 'Policy',
    cell: provisionLabel,
    value: provisionLabel,
  },
  {
    id: 'state',
    header: 'State',
    cell: (sled) => <SledState sled={sled} />,
    value: (sled) => sledTrouble(sled)?.label ?? stateLabel(sled.state),
  },
  {
    id: 'vcpus',
    header: 'vCPUs in use',
    cell: vcpusInUse,
    value: (sled) => (sled.provisionedHardwareThreads ?? 0) / mostVcpus(sled),
    mono: true,
  },
  idColumn,
]

const serialOf = ({ baseboard }: Sled) => baseboard.serial

export function SledsTab() {
  const actions = useSledActions()
  return (
    <ListPage
      below
      title="Sleds"
      source={sledsSource}
      columns={columns}
      nameOf={serialOf}
      view={({ id }) => copyRequest('sledView', { path: { sledId: id } })}
      rowActions={actions}
      groupOf={standingOf}
      itemLink={({ id }) => sledPath(id)}
      narrowing={<SledsBeingAdded />}
      emptyIcon={<Server />}
      emptyTitle="No sleds"
      emptyBody={aboutSleds}
    />
  )
}
