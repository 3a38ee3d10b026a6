import { md5KeyProblem } from '@skerry/contract/rules/md5-keys.ts'
import { isUuid, maxDescriptionLength, nameProblem } from '@skerry/contract/rules/names.ts'
import { ipNetProblem, ipProblem } from '@skerry/contract/rules/networks.ts'
import type { LinkFec, LinkSpeed, SwitchPortGeometry } from '~/api/types.gen.ts'
import { validateLength } from '~/form/validators.ts'
import { aFlag, aList, aRecord, aText, aVariant, aWhole, oneOf, orNull } from './json-shape.ts'

export const geometries = ['qsfp28x1', 'qsfp28x2', 'sfp28x4'] as const satisfies readonly SwitchPortGeometry[]
export const speeds = [
  'speed0_g',
  'speed1_g',
  'speed10_g',
  'speed25_g',
  'speed40_g',
  'speed50_g',
  'speed100_g',
  'speed200_g',
  'speed400_g',
] as const satisfies readonly LinkSpeed[]
export const fecs = ['none', 'firecode', 'rs'] as const satisfies readonly LinkFec[]

const name = aText(nameProblem)
const nameOrId = aText((text) => (isUuid(text) ? undefined : nameProblem(text)))
const ip = aText(ipProblem)
const net = aText(ipNetProblem)
const uint8 = aWhole(0, 2 ** 8 - 1)
const uint16 = aWhole(0, 2 ** 16 - 1)
const uint32 = aWhole(0, 2 ** 32 - 1)
const int32 = orNull(aWhole(-(2 ** 31), 2 ** 31 - 1))

const lldp = aRecord(
  { enabled: aFlag },
  {
    chassis_id: orNull(aText()),
    link_description: orNull(aText()),
    link_name: orNull(aText()),
    management_ip: orNull(ip),
    system_description: orNull(aText()),
    system_name: orNull(aText()),
  },
)

const link = aRecord(
  { autoneg: aFlag, link_name: name, lldp, mtu: uint16, speed: oneOf(speeds) },
  {
    fec: orNull(oneOf(fecs)),
    tx_eq: orNull(aRecord({}, { main: int32, post1: int32, post2: int32, pre1: int32, pre2: int32 })),
  },
)

const policy = aVariant('type', { no_filtering: {}, allow: { value: aList(net) } })

const peer = aRecord(
  {
    addr: ip,
    allowed_export: policy,
    allowed_import: policy,
    bgp_config: nameOrId,
    communities: aList(uint32),
    connect_retry: uint32,
    delay_open: uint32,
    enforce_first_as: aFlag,
    hold_time: uint32,
    idle_hold_time: uint32,
    interface_name: name,
    keepalive: uint32,
  },
  {
    local_pref: orNull(uint32),
    md5_auth_key: orNull(aText(md5KeyProblem)),
    min_ttl: orNull(uint8),
    multi_exit_discriminator: orNull(uint32),
    remote_asn: orNull(uint32),
    vlan_id: orNull(uint16),
  },
)

/** The body that makes settings, as the wire has it; a test holds it against the contract. */
export const settingsShape = aRecord(
  {
    name,
    description: aText(validateLength('The description', maxDescriptionLength)),
    addresses: aList(
      aRecord({
        link_name: name,
        addresses: aList(aRecord({ address: net, address_lot: nameOrId }, { vlan_id: orNull(uint16) })),
      }),
    ),
    links: aList(link),
    port_config: aRecord({ geometry: oneOf(geometries) }),
  },
  {
    bgp_peers: aList(aRecord({ link_name: name, peers: aList(peer) })),
    groups: aList(nameOrId),
    interfaces: aList(
      aRecord({
        link_name: name,
        v6_enabled: aFlag,
        kind: aVariant('type', { primary: {}, vlan: { vid: uint16 }, loopback: {} }),
      }),
    ),
    routes: aList(
      aRecord({
        link_name: name,
        routes: aList(aRecord({ dst: net, gw: ip }, { rib_priority: orNull(uint8), vid: orNull(uint16) })),
      }),
    ),
  },
)
