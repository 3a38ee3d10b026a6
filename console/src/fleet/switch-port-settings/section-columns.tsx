import type {
  LldpLinkConfigCreate,
  SwitchInterfaceConfig,
  SwitchPortAddressView,
  SwitchPortLinkConfig,
  SwitchPortRouteConfig,
  SwitchPortSettings,
  TxEqConfig,
} from '~/api/types.gen.ts'
import type { Column } from '~/table/columns.ts'
import { fecLabel, speedLabel } from '../switch-ports/link-status.ts'

const taps = ['pre2', 'pre1', 'main', 'post1', 'post2'] as const

/** The taps of an equalisation that are set: `pre1 -2, main 24`. */
export const equalisationText = (config: TxEqConfig | null | undefined): string =>
  taps.flatMap((tap) => (typeof config?.[tap] === 'number' ? [`${tap} ${config[tap]}`] : [])).join(', ')

/** What a link tells its neighbors, in one line. */
const lldpText = (config: LldpLinkConfigCreate | null | undefined): string =>
  config?.enabled
    ? ['On', config.systemName, config.chassisId, config.linkName, config.managementIp].filter(Boolean).join(', ')
    : 'Off'

export const kindLabel: Record<SwitchInterfaceConfig['kind'], string> = {
  primary: 'Primary',
  vlan: 'VLAN',
  loopback: 'Loopback',
}

export const linkColumns: readonly Column<SwitchPortLinkConfig>[] = [
  { id: 'name', header: 'Link', cell: ({ linkName }) => linkName },
  { id: 'speed', header: 'Speed', cell: ({ speed }) => speedLabel(speed) },
  { id: 'mtu', header: 'MTU', cell: ({ mtu }) => mtu, mono: true, alignEnd: true },
  { id: 'autoneg', header: 'Autonegotiation', cell: ({ autoneg }) => (autoneg ? 'On' : 'Off') },
  { id: 'fec', header: 'FEC', cell: ({ fec }) => fecLabel(fec) },
  { id: 'tx_eq', header: 'Equalisation', cell: ({ txEqConfig }) => equalisationText(txEqConfig) || null, mono: true },
  { id: 'lldp', header: 'LLDP', cell: ({ lldpLinkConfig }) => lldpText(lldpLinkConfig) },
]

type InterfaceRow = SwitchInterfaceConfig & { vlanId: number | undefined }

/** Interfaces, each with its VLAN, which the wire has apart. */
export const interfaceRows = ({ interfaces, vlanInterfaces }: SwitchPortSettings): InterfaceRow[] =>
  interfaces.map((each) => ({
    ...each,
    vlanId: vlanInterfaces.find(({ interfaceConfigId }) => interfaceConfigId === each.id)?.vlanId,
  }))

export const interfaceColumns: readonly Column<InterfaceRow>[] = [
  { id: 'link', header: 'Link', cell: ({ interfaceName }) => interfaceName },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindLabel[kind] },
  { id: 'vlan', header: 'VLAN', cell: ({ vlanId }) => vlanId, mono: true },
  { id: 'v6', header: 'IPv6', cell: ({ v6Enabled }) => (v6Enabled ? 'On' : 'Off') },
]

export const addressColumns: readonly Column<SwitchPortAddressView>[] = [
  { id: 'link', header: 'Link', cell: ({ interfaceName }) => interfaceName },
  { id: 'address', header: 'Address', cell: ({ address }) => address, mono: true },
  { id: 'lot', header: 'Address lot', cell: ({ addressLotName }) => addressLotName },
  { id: 'vlan', header: 'VLAN', cell: ({ vlanId }) => vlanId, mono: true },
]

export const routeColumns: readonly Column<SwitchPortRouteConfig>[] = [
  { id: 'link', header: 'Link', cell: ({ interfaceName }) => interfaceName },
  { id: 'destination', header: 'Destination', cell: ({ dst }) => dst, mono: true },
  { id: 'gateway', header: 'Gateway', cell: ({ gw }) => gw, mono: true },
  { id: 'vlan', header: 'VLAN', cell: ({ vlanId }) => vlanId, mono: true },
  { id: 'priority', header: 'RIB priority', cell: ({ ribPriority }) => ribPriority, mono: true },
]
