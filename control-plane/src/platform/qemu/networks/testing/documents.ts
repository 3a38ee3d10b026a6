import * as fc from 'fast-check'
import type { NetworkAddresses, NetworkRoute, VpcDocument } from '../../../interface/networks.ts'
import type { Packet } from './evaluate-plan.ts'

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const [VPC, SUBNETS, ROUTERS, GATEWAYS, POOLS, INSTANCES] = [1, 100, 200, 300, 400, 1000]
const subnetId = (at: number) => idOf(SUBNETS + at)
const blocks = ['10.0.0.0/28', '10.0.0.16/28', '10.0.1.0/24'].map((ipv4Block, at) => ({
  ipv4Block,
  ipv6Block: `fd00:1:2:${at}::/64`,
}))
const SEATS = ['10.0.0.5', '10.0.0.6', '10.0.0.21', '10.0.0.22', '10.0.1.5', '10.0.1.99']
const EXTERNAL = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
const REMOTE = ['198.51.100.7', '203.0.113.1', '192.0.2.1', '10.0.0.1', '10.9.1.1', '2001:db8::1', 'fd00:1:2:1::9']
const NETWORKS = `0.0.0.0/0 ::/0 10.0.0.0/8 10.0.0.0/27 10.0.0.4/30 10.9.0.0/16 10.9.1.0/24 10.0.1.5/32 198.51.100.0/24
  10.0.0.16/28 10.0.1.0/24 2001:db8::/32 fd00:1:2:1::/64 203.0.113.2/32`.split(/\s+/)
export const PORTS = [1, 22, 23, 80, 443, 65_535]

const some = <T>(values: readonly T[], maxLength = 3) => fc.uniqueArray(fc.constantFrom(...values), { maxLength })
const range = fc
  .tuple(fc.constantFrom(...PORTS), fc.constantFrom(...PORTS))
  .map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }))
const byte = fc.constantFrom(0, 1, 8, 128, 255)
const codes = fc.tuple(byte, byte).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }))
const SETS = [VPC, SUBNETS, SUBNETS + 1, INSTANCES].map(idOf)

const addresses: fc.Arbitrary<NetworkAddresses> = fc
  .record({ networks: some(NETWORKS), sets: some(SETS) })
  .filter(({ networks, sets }) => networks.length + sets.length > 0)

const rule = fc.record(
  {
    priority: fc.constantFrom(0, 1, 2, 65_534),
    direction: fc.constantFrom('inbound' as const, 'outbound' as const),
    action: fc.constantFrom('allow' as const, 'deny' as const),
    targets: addresses,
    hosts: addresses,
    ports: fc.array(range, { minLength: 1, maxLength: 3 }),
    protocols: fc.array(
      fc.oneof(
        fc.constantFrom({ kind: 'tcp' as const }, { kind: 'udp' as const }, { kind: 'icmp' as const }),
        fc.record({ kind: fc.constant('icmp' as const), type: byte }),
        fc.record({ kind: fc.constant('icmp' as const), type: byte, codes }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: ['priority', 'direction', 'action', 'targets'] },
)

const target: fc.Arbitrary<NetworkRoute['target']> = fc.oneof(
  fc.constant({ kind: 'drop' as const }),
  fc.nat(blocks.length - 1).map((at) => ({ kind: 'subnet' as const, id: subnetId(at) })),
  fc.constantFrom(...SEATS, '10.0.0.9').map((ip) => ({ kind: 'ip' as const, ip })),
  fc.nat(3).map((at) => ({ kind: 'instance' as const, id: idOf(INSTANCES + at) })),
  fc.nat(2).map((at) => ({ kind: 'internet-gateway' as const, id: idOf(GATEWAYS + at) })),
)

const route = fc.record({ router: fc.nat(1), destinations: some(NETWORKS), target })
/** Without it, of most documents nothing would arrive. */
const allowAll = {
  priority: 65_535,
  direction: 'inbound' as const,
  action: 'allow' as const,
  targets: { networks: ['10.0.0.0/8'], sets: [] },
}
const defaults = [0, 1].map((router) => ({
  router,
  destinations: ['0.0.0.0/0', '::/0'],
  target: { kind: 'internet-gateway' as const, id: idOf(GATEWAYS) },
}))

/** Documents of three subnets, up to six interfaces and three instances, with few addresses, so that much meets. */
const documentsWith = (seatsTaken: fc.Arbitrary<number[]>): fc.Arbitrary<VpcDocument> =>
  fc
    .record({
      routers: fc.array(fc.nat(1), { minLength: blocks.length, maxLength: blocks.length }),
      routes: fc.array(route, { maxLength: 6 }),
      seats: seatsTaken,
      instances: fc.array(fc.nat(2), { minLength: SEATS.length, maxLength: SEATS.length }),
      transit: fc.array(some(['10.9.0.0/16', '10.9.1.0/24', '2001:db8::/32', '10.0.0.0/8'], 2), {
        minLength: SEATS.length,
        maxLength: SEATS.length,
      }),
      isOpen: fc.boolean(),
      rules: fc.oneof(fc.array(rule, { maxLength: 1 }), fc.array(rule, { maxLength: 6 })),
      externals: fc.uniqueArray(
        fc.record({
          kind: fc.constantFrom('ephemeral' as const, 'floating' as const, 'snat' as const),
          ip: fc.constantFrom(...EXTERNAL),
          pool: fc.nat(1),
          instance: fc.nat(2),
        }),
        { selector: ({ ip }) => ip, minLength: 2, maxLength: 4 },
      ),
      gateways: fc.array(
        fc.record({
          pools: fc.oneof(some<number>([0, 1]), fc.constant<readonly number[]>([0, 1])),
          addresses: some(EXTERNAL, 1),
        }),
        {
          minLength: 1,
          maxLength: 2,
        },
      ),
    })
    .map(({ routers, routes, seats, instances, transit, isOpen, rules, externals, gateways }) => {
      const primaries = new Set<number>()
      const nics = seats.map((seat) => {
        const instance = instances[seat]!
        const primary = !primaries.has(instance)
        primaries.add(instance)
        return {
          id: idOf(10 + seat),
          instanceId: idOf(INSTANCES + instance),
          subnetId: subnetId(seat >> 1),
          mac: `A8:40:25:00:00:0${seat}`,
          ip: SEATS[seat]!,
          primary,
          transitIps: transit[seat]!,
        }
      })
      const first = nics.filter(({ instanceId }) => instanceId === idOf(INSTANCES)).map(({ ip }) => `${ip}/32`)
      return {
        id: idOf(VPC),
        generation: 1,
        vni: 100,
        ipv6Prefix: 'fd00:1:2::/48',
        subnets: blocks.map((block, at) => ({ id: subnetId(at), ...block, routerId: idOf(ROUTERS + routers[at]!) })),
        routes: [...routes, ...defaults].map(({ router, ...route }, at) => ({
          ...route,
          id: idOf(500 + at),
          routerId: idOf(ROUTERS + router),
        })),
        nics,
        probes: [],
        addressSets: [
          { id: idOf(VPC), networks: blocks.flatMap(({ ipv4Block, ipv6Block }) => [ipv4Block, ipv6Block]) },
          ...[0, 1].map((at) => ({ id: subnetId(at), networks: [blocks[at]!.ipv4Block, blocks[at]!.ipv6Block] })),
          ...(first.length ? [{ id: idOf(INSTANCES), networks: first }] : []),
        ],
        firewallRules: [...rules, ...(isOpen ? [allowAll] : [])].map((one, at) => ({ id: idOf(600 + at), ...one })),
        externalAddresses: externals.map(({ kind, ip, pool, instance }) => ({
          kind,
          ip,
          poolId: idOf(POOLS + pool),
          instanceId: idOf(INSTANCES + instance),
          ...(kind === 'snat' && { ports: { first: 16_384, last: 32_767 } }),
        })),
        internetGateways: gateways.map(({ pools, addresses: attached }, at) => ({
          id: idOf(GATEWAYS + at),
          poolIds: [...pools].map((pool) => idOf(POOLS + pool)),
          addresses: attached,
        })),
        dns: { domain: 'default', hosts: [{ name: 'web', addresses: ['10.0.0.5'] }] },
      }
    })

export const documents = documentsWith(fc.uniqueArray(fc.nat(SEATS.length - 1), { minLength: 1 }))
/** With an interface at each address. */
export const fullDocuments = documentsWith(fc.constant(SEATS.map((_, at) => at)))

const address = fc.constantFrom(...SEATS, ...EXTERNAL, ...REMOTE)

/** Packets from interfaces of a document, and from outside. */
export const packetsOf = ({ nics }: VpcDocument): fc.Arbitrary<Packet> =>
  fc.oneof(
    fc.record({
      source: fc.constantFrom(...REMOTE),
      destination: fc.constantFrom(...EXTERNAL, ...SEATS),
      ...traffic(),
    }),
    fc
      .record({ nic: fc.constantFrom(...nics), spoofed: fc.option(address), destination: address, ...traffic() })
      .map(({ nic, spoofed, ...rest }) => ({ ...rest, from: nic.id, source: spoofed ?? nic.ip })),
  )

function traffic() {
  return {
    protocol: fc.constantFrom('tcp' as const, 'udp' as const, 'icmp' as const),
    value: fc.constantFrom(...PORTS, 8 * 256, 8 * 256 + 1, 128 * 256),
  }
}
