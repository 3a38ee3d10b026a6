import type { Column } from '~/table/columns.ts'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'

interface Hardware {
  state?: string
  policy?: { kind: string }
  timeMissing?: Date | null
}

/** What speaks against a state that says active: expunged hardware is in service no more, powered on or not. */
export function hardwareTrouble({ state = 'active', policy, timeMissing }: Hardware) {
  if (policy?.kind === 'expunged')
    return state === 'active' ? ({ label: 'Expunged', tone: 'idle' } as const) : undefined
  return timeMissing ? ({ label: 'Missing', tone: 'bad' } as const) : undefined
}

/** Active or decommissioned, or that it is expunged, or that the platform does not list it any more. */
const HardwareState = ({ hardware }: { hardware: Hardware }) => (
  <StateBadge state={hardware.state ?? 'active'} {...hardwareTrouble(hardware)} />
)

export const hardwareStateColumn: Column<Hardware> = {
  id: 'state',
  header: 'State',
  cell: (hardware) => <HardwareState hardware={hardware} />,
  value: (hardware) => hardwareTrouble(hardware)?.label ?? stateLabel(hardware.state ?? 'active'),
}
