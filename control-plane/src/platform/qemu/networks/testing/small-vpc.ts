import type { NetworkFirewallRule, VpcDocument } from '../../../interface/networks.ts'
import { idOf } from './documents.ts'
import type { NetnsBed } from './netns-bed.ts'

export const FLOATING = '203.0.113.7'
export const SHARED = '203.0.113.8'

/** As the control plane creates a VPC, with two instances. `at` numbers the VPC; all have the same private addresses. */
export function smallVpc(at: number, generation: number, more: Partial<VpcDocument> = {}): VpcDocument {
  const [subnet, router, gateway, pool] = [idOf(2), idOf(3), idOf(4), idOf(5)]
  const nics = [1, 2].map((nic) => ({
    id: nicOf(at, nic),
    instanceId: idOf(at * 100 + 50 + nic),
    subnetId: subnet,
    mac: `A8:40:25:00:0${at}:0${nic}`,
    ip: `172.30.0.${4 + nic}`,
    primary: true,
    transitIps: [],
  }))
  const blocks = ['172.30.0.0/22', 'fd00:1:2::/64'] as const
  const all = { networks: [], sets: [idOf(at)] }
  const base = { priority: 65_534, direction: 'inbound', action: 'allow', targets: all } as const
  return {
    id: idOf(at),
    generation,
    vni: 1000 + at,
    ipv6Prefix: 'fd00:1:2::/48',
    subnets: [{ id: subnet, ipv4Block: blocks[0], ipv6Block: blocks[1], routerId: router }],
    routes: [
      { id: idOf(10), routerId: router, destinations: blocks, target: { kind: 'subnet', id: subnet } },
      {
        id: idOf(11),
        routerId: router,
        destinations: ['0.0.0.0/0'],
        target: { kind: 'internet-gateway', id: gateway },
      },
    ],
    nics,
    probes: [],
    addressSets: [{ id: idOf(at), networks: blocks }],
    firewallRules: [
      { id: idOf(20), ...base, hosts: all },
      { id: idOf(21), ...base, ports: [{ first: 22, last: 22 }], protocols: [{ kind: 'tcp' }] },
      { id: idOf(22), ...base, protocols: [{ kind: 'icmp' }] },
    ],
    externalAddresses: nics.map(({ instanceId }, index) => ({
      kind: 'snat',
      ip: SHARED,
      poolId: pool,
      instanceId,
      ports: { first: ((at - 1) * 2 + index) * 16_384, last: ((at - 1) * 2 + index) * 16_384 + 16_383 },
    })),
    internetGateways: [{ id: gateway, poolIds: [pool], addresses: [] }],
    dns: { domain: 'default', hosts: [{ name: 'db', addresses: ['172.30.0.6'] }] },
    ...more,
  }
}

export const nicOf = (at: number, nic: number): string => idOf(at * 100 + nic)

/** The VPC with a floating address of its first instance. */
export const withFloating = (document: VpcDocument): VpcDocument => ({
  ...document,
  externalAddresses: [
    ...document.externalAddresses,
    { kind: 'floating', ip: FLOATING, poolId: idOf(5), instanceId: document.nics[0]!.instanceId },
  ],
})

export const withRule = (document: VpcDocument, rule: Partial<NetworkFirewallRule>): VpcDocument => ({
  ...document,
  firewallRules: [
    ...document.firewallRules,
    {
      id: idOf(30),
      priority: 1,
      direction: 'inbound',
      action: 'deny',
      targets: { networks: ['172.30.0.6/32'], sets: [] },
      ...rule,
    },
  ],
})

/** A VPC in force, with its two guests. */
export async function openVpc(bed: NetnsBed, at: number, networks = bed.networks(), document = smallVpc(at, 1)) {
  await networks.ensure(document)
  const guests = [await bed.guest(document, nicOf(at, 1)), await bed.guest(document, nicOf(at, 2))] as const
  await networks.ensure({ ...document, generation: 2 })
  return { networks, web: guests[0], db: guests[1] }
}
