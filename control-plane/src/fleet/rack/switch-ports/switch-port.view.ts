import type { LldpNeighbor, SwitchLinkState, SwitchPort } from '@skerry/contract/fleet/switch-ports.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { LldpNeighborStatus, PortStatus } from '../../../platform/interface/system-network.ts'

export const portView = (row: Row<'switch_ports'>): SwitchPort => ({
  id: row.id,
  port_name: row.name,
  port_settings_id: row.port_settings_id,
  rack_id: row.rack_id,
  switch_location: row.switch_location,
})

/** Free-form for clients; a port without settings has no link. */
export const linkStateView = (status: PortStatus | undefined): SwitchLinkState =>
  status
    ? {
        link: {
          state: status.up ? 'up' : 'down',
          since: timestamp(status.since),
          links: status.links.map(({ name, speed, fec, autoneg, mtu }) => ({ name, speed, fec, autoneg, mtu })),
        },
        monitors: status.lanes.map(({ lane, txPowerDbm, rxPowerDbm, temperatureCelsius }) => ({
          lane,
          tx_power_dbm: txPowerDbm,
          rx_power_dbm: rxPowerDbm,
          temperature_celsius: temperatureCelsius,
        })),
      }
    : { link: null, monitors: [] }

export const neighborView = (row: LldpNeighborStatus): LldpNeighbor => ({
  chassis_id: row.chassisId,
  first_seen: timestamp(row.firstSeen),
  last_seen: timestamp(row.lastSeen),
  link_description: row.linkDescription,
  link_name: row.linkName,
  local_port: row.link,
  management_ip: [{ addr: { ip_addr: row.managementAddress }, interface_num: { if_index: 1 } }],
  system_description: row.systemDescription,
  system_name: row.systemName,
})
