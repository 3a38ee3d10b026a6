import type { SwitchPortSettings, SwitchPortSettingsIdentity } from '@skerry/contract/fleet/switch-port-settings.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { namedView } from '../../../kernel/http/named.view.ts'
import type { SettingsWithParts } from './port-settings.repo.ts'

export const settingsIdentityView = (row: Row<'switch_port_settings'>): SwitchPortSettingsIdentity => namedView(row)

export function settingsView({ settings, addresses, peers }: SettingsWithParts): SwitchPortSettings {
  const { id: port_settings_id, geometry, links, interfaces, routes } = settings
  return {
    ...namedView(settings),
    port: { geometry, port_settings_id },
    links: links.map(({ lldp, tx_eq, ...link }) => ({
      ...link,
      lldp_link_config: lldp,
      tx_eq_config: tx_eq ?? null,
      port_settings_id,
    })),
    interfaces: interfaces.map(({ id, link_name, kind, v6_enabled }) => ({
      id,
      interface_name: link_name,
      kind: kind.type,
      port_settings_id,
      v6_enabled,
    })),
    vlan_interfaces: interfaces.flatMap(({ id, kind }) =>
      kind.type === 'vlan' ? [{ interface_config_id: id, vlan_id: kind.vid }] : [],
    ),
    addresses: addresses.map((row) => ({
      address: `${row.address}/${row.width}`,
      address_lot_block_id: row.address_lot_block_id,
      address_lot_id: row.address_lot_id,
      address_lot_name: row.address_lot_name,
      interface_name: row.link_name,
      port_settings_id,
      vlan_id: row.vlan_id,
    })),
    routes: routes.flatMap(({ link_name, routes: each }) =>
      each.map(({ dst, gw, rib_priority, vid }) => ({
        dst,
        gw,
        interface_name: link_name,
        port_settings_id,
        rib_priority: rib_priority ?? null,
        vlan_id: vid ?? null,
      })),
    ),
    // A key would let viewers of the settings impersonate a peer.
    bgp_peers: peers.map(({ bgp_config_id, peer }) => ({
      ...peer,
      bgp_config: bgp_config_id,
      md5_auth_key: null,
      has_md5_auth_key: Boolean(peer.md5_auth_key),
    })),
    // Settings belong to no group: requests that name one are refused.
    groups: [],
  }
}
