import type { SwitchPortSettings } from '~/api/types.gen.ts'
import { draftOf, type SettingsDraft } from './draft.ts'

/** Names by ids, where they are known. */
type NameOf = (id: string) => string | undefined

/** The fields for the same settings again, but for their name, and the keys, which cannot be read. */
export function duplicateOf(settings: SwitchPortSettings, nameOfConfig: NameOf): SettingsDraft {
  return draftOf({
    name: '',
    description: settings.description,
    portConfig: { geometry: settings.port.geometry },
    groups: settings.groups.map(({ portSettingsGroupId }) => portSettingsGroupId),
    links: settings.links.map(({ lldpLinkConfig, txEqConfig, ...link }) => ({
      ...link,
      txEq: txEqConfig,
      lldp: lldpLinkConfig ?? { enabled: false },
    })),
    interfaces: settings.interfaces.map(({ id, interfaceName, kind, v6Enabled }) => ({
      linkName: interfaceName,
      v6Enabled,
      kind:
        kind === 'vlan'
          ? {
              type: kind,
              vid: settings.vlanInterfaces.find(({ interfaceConfigId }) => interfaceConfigId === id)?.vlanId ?? 0,
            }
          : { type: kind },
    })),
    addresses: settings.addresses.map(({ interfaceName, address, addressLotName, vlanId }) => ({
      linkName: interfaceName,
      addresses: [{ address, addressLot: addressLotName, vlanId }],
    })),
    routes: settings.routes.map(({ interfaceName, dst, gw, vlanId, ribPriority }) => ({
      linkName: interfaceName,
      routes: [{ dst, gw, vid: vlanId, ribPriority }],
    })),
    bgpPeers: settings.bgpPeers.map((peer) => ({
      linkName: peer.interfaceName,
      peers: [{ ...peer, bgpConfig: nameOfConfig(peer.bgpConfig) ?? peer.bgpConfig }],
    })),
  })
}
