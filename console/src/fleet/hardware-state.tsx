import type { Sled } from '~/api/types.gen.ts'
import type { Column } from '~/table/columns.ts'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'

interface Hardware {
  state?: string
  policy?: { kind: string }
  timeMissing?: Date | null
}

/** What contradicts an active state: expunged hardware is out of service even if powered on. */
export function hardwareTrouble({ state = 'active', policy, timeMissing }: Hardware) {
  if (policy?.kind === 'expunged')
    return state === 'active' ? ({ label: 'Expunged', tone: 'idle' } as const) : undefined
  return timeMissing ? ({ label: 'Missing', tone: 'bad' } as const) : undefined
}

/** Active or decommissioned, expunged, or no longer listed by the platform. */
const HardwareState = ({ hardware }: { hardware: Hardware }) => (
  <StateBadge state={hardware.state ?? 'active'} {...hardwareTrouble(hardware)} />
)

/** For sleds also: they cannot be reached. */
export const sledTrouble = (sled: Sled) =>
  hardwareTrouble(sled) ?? (sled.reachable === false ? ({ label: 'Unreachable', tone: 'bad' } as const) : undefined)

/** Active or decommissioned, and that it is missing or cannot be reached. */
export const SledState = ({ sled }: { sled: Sled }) => <StateBadge state={sled.state} {...sledTrouble(sled)} />

export const hardwareStateColumn: Column<Hardware> = {
  id: 'state',
  header: 'State',
  cell: (hardware) => <HardwareState hardware={hardware} />,
  value: (hardware) => hardwareTrouble(hardware)?.label ?? stateLabel(hardware.state ?? 'active'),
}
