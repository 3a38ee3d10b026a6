import type { Column } from '~/table/columns.ts'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'

interface Hardware {
  state?: string
  timeMissing?: Date | null
}

/** Active or decommissioned, or that the platform does not list it any more. */
const HardwareState = ({ hardware: { state = 'active', timeMissing } }: { hardware: Hardware }) =>
  timeMissing ? <StateBadge state={state} label="Missing" tone="bad" /> : <StateBadge state={state} />

export const hardwareStateColumn: Column<Hardware> = {
  id: 'state',
  header: 'State',
  cell: (hardware) => <HardwareState hardware={hardware} />,
  value: ({ state = 'active', timeMissing }) => (timeMissing ? 'Missing' : stateLabel(state)),
}
