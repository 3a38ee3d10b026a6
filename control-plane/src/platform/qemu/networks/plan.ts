import type { NetworkExternalAddress, NetworkRoute, VpcDocument } from '../../interface/networks.ts'
import { addressNumber, addressText, contains, familyOf, type Network, parseNetwork } from './addresses.ts'
import { checkedId, linkNames } from './names.ts'
import { planRules, type PlannedRule, type PlannedSet } from './plan-rules.ts'

/** An interface of an instance or of a probe. */
export interface PlannedInterface {
  /** Position in the order of addresses, from 1. So the interfaces in a network have consecutive numbers. */
  number: number
  id: string
  /** Name of its tap. */
  link: string
  mac: string
  ip: string
  /** The address as a number. */
  order: bigint
  subnet: PlannedSubnet
  /** Networks from which it may send and for which it may receive, apart from its own address. */
  transit: readonly Network[]
}

export interface PlannedSubnet {
  id: string
  networks: readonly [Network, Network]
  /** First address after the network's own, per family. */
  gateways: readonly [string, string]
  router: number
}

export type Hop =
  | { kind: 'drop' }
  /** The interface that has the destination's address. */
  | { kind: 'direct' }
  /** This interface. */
  | { kind: 'interface'; number: number }
  | { kind: 'gateway'; number: number }

export interface PlannedRoute {
  network: Network
  hop: Hop
}

/** Routes of a router. The narrowest one that contains a destination is used; without any, it is unreachable. */
export interface PlannedRouter {
  number: number
  id: string
  routes: readonly PlannedRoute[]
}

/** An interface's address, and an external address that its traffic through a gateway may get. */
export interface Translation {
  inside: string
  outside: string
  gateway: number
  /** The interface's ports, if the external address is shared. */
  ports?: { first: number; last: number }
  /** Whether new connections use it. */
  preferred: boolean
}

export interface PlannedExternal {
  outside: string
  inside: string
  /** Ports of a shared address that belong to this interface, and only for answers. */
  ports?: { first: number; last: number }
}

export interface NetworkPlan {
  vpcId: string
  generation: number
  vni: number
  subnets: readonly PlannedSubnet[]
  interfaces: readonly PlannedInterface[]
  routers: readonly PlannedRouter[]
  externals: readonly PlannedExternal[]
  translations: readonly Translation[]
  sets: readonly PlannedSet[]
  /** In the order of evaluation. Traffic that matches none: inbound denied, outbound allowed. */
  rules: readonly PlannedRule[]
  domain: string
  hosts: readonly { name: string; addresses: readonly string[] }[]
}

/** Limits: the numbers of an interface and a router share the 32 bits of a packet's mark. */
const MAX_NUMBERS = 65_535
const LOWER_CASE_MAC = /^[\da-f]{2}(:[\da-f]{2}){5}$/
const NAME = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/

/** The plan of a document, whatever the order of its lists. @throws for an invalid document */
export function planNetwork(document: VpcDocument): NetworkPlan {
  const routers = numbered(document.subnets.map(({ routerId }) => routerId))
  const gateways = numbered(document.internetGateways.map(({ id }) => id))
  const subnets = document.subnets.map((subnet) => planSubnet(subnet, routers)).toSorted(byId)
  const interfaces = planInterfaces(document, subnets)
  const insideOf = addressesByOwner(document)
  const externals = document.externalAddresses.flatMap((external) => {
    const inside = insideOf.get(external.instanceId)
    return inside === undefined ? [] : [{ ...external, inside }]
  })
  for (const { ip, externalAddress } of document.probes)
    if (externalAddress) externals.push({ ...externalAddress, kind: 'ephemeral', instanceId: '', inside: ip })
  return {
    vpcId: checkedId(document.id),
    generation: document.generation,
    vni: document.vni,
    subnets,
    interfaces,
    routers: [...routers].map(([id, number]) => ({
      id,
      number,
      routes: document.routes
        .filter(({ routerId }) => routerId === id)
        .toSorted(byRoutePrecedence)
        .flatMap((route) => planRoute(route, document, interfaces, insideOf, gateways)),
    })),
    externals: externals
      .map(({ ip, inside, ports }) => ({ outside: checkedAddress(ip), inside, ...(ports && { ports }) }))
      .toSorted((a, b) => compare(a.outside, b.outside) || (a.ports?.first ?? 0) - (b.ports?.first ?? 0)),
    translations: document.internetGateways
      .toSorted(byId)
      .flatMap((gateway) => translationsOf(gateway, gateways.get(gateway.id)!, externals)),
    ...planRules(document, interfaces),
    domain: checkedName(document.dns.domain),
    hosts: document.dns.hosts
      .map(({ name, addresses }) => ({ name: checkedName(name), addresses: addresses.map(checkedAddress) }))
      .toSorted((a, b) => compare(a.name, b.name)),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const byId = (a: { id: string }, b: { id: string }) => compare(a.id, b.id)

/** Order of two routes to one network: the one that drops comes first, then the one with the lower id. */
const byRoutePrecedence = (a: NetworkRoute, b: NetworkRoute) =>
  Number(b.target.kind === 'drop') - Number(a.target.kind === 'drop') || compare(a.id, b.id)

function numbered(ids: readonly string[]): Map<string, number> {
  const sorted = [...new Set(ids)].toSorted()
  if (sorted.length > MAX_NUMBERS) throw new Error(`A VPC on one host has at most ${MAX_NUMBERS} of a kind`)
  return new Map(sorted.map((id, at) => [id, at + 1]))
}

function checkedAddress(text: string): string {
  addressNumber(text)
  return text
}

function checkedName(text: string): string {
  if (!NAME.test(text)) throw new Error(`Not a DNS name: ${text}`)
  return text
}

function planSubnet(subnet: VpcDocument['subnets'][number], routers: ReadonlyMap<string, number>): PlannedSubnet {
  const networks = [parseNetwork(subnet.ipv4Block), parseNetwork(subnet.ipv6Block)] as const
  return {
    id: checkedId(subnet.id),
    networks,
    gateways: [addressText(networks[0].first + 1n, 4), addressText(networks[1].first + 1n, 6)],
    router: routers.get(subnet.routerId)!,
  }
}

function planInterfaces(document: VpcDocument, subnets: readonly PlannedSubnet[]): PlannedInterface[] {
  const subnetOf = new Map(subnets.map((subnet) => [subnet.id, subnet]))
  const owners = [
    ...document.nics,
    ...document.probes.map((probe) => ({ ...probe, id: probe.interfaceId, transitIps: [] })),
  ]
  if (owners.length > MAX_NUMBERS) throw new Error(`A VPC on one host has at most ${MAX_NUMBERS} interfaces`)
  const links = linkNames(owners.map(({ id }) => id))
  return owners
    .map((owner) => ({ ...owner, order: addressNumber(owner.ip) }))
    .toSorted((a, b) => familyOf(a.ip) - familyOf(b.ip) || (a.order < b.order ? -1 : Number(a.order > b.order)))
    .map(({ id, mac, ip, order, subnetId, transitIps }, at) => {
      const subnet = subnetOf.get(subnetId)
      if (!subnet) throw new Error(`Interface ${id} is in no subnet of the document`)
      if (!LOWER_CASE_MAC.test(mac.toLowerCase())) throw new Error(`Not a LOWER_CASE_MAC: ${mac}`)
      const transit = transitIps.map(parseNetwork)
      return { number: at + 1, id, link: links.get(id)!, mac: mac.toLowerCase(), ip, order, subnet, transit }
    })
}

/** The addresses of the primary interfaces, by instance. */
const addressesByOwner = (document: VpcDocument): Map<string, string> =>
  new Map(document.nics.filter(({ primary }) => primary).map(({ instanceId, ip }) => [instanceId, ip]))

function planRoute(
  { destinations, target }: NetworkRoute,
  document: VpcDocument,
  interfaces: readonly PlannedInterface[],
  insideOf: ReadonlyMap<string, string>,
  gateways: ReadonlyMap<string, number>,
): PlannedRoute[] {
  const toAddress = (ip: string | undefined): Hop => {
    const found = ip === undefined ? undefined : interfaces.find((one) => addressNumber(one.ip) === addressNumber(ip))
    return found ? { kind: 'interface', number: found.number } : { kind: 'drop' }
  }
  const hopOf = (): Hop => {
    switch (target.kind) {
      case 'drop':
        return { kind: 'drop' }
      case 'subnet':
        return document.subnets.some(({ id }) => id === target.id) ? { kind: 'direct' } : { kind: 'drop' }
      case 'ip':
        return toAddress(target.ip)
      case 'instance':
        return toAddress(insideOf.get(target.id))
      case 'internet-gateway': {
        const number = gateways.get(target.id)
        return number === undefined ? { kind: 'drop' } : { kind: 'gateway', number }
      }
    }
  }
  const hop = hopOf()
  return destinations.map((destination) => ({ network: parseNetwork(destination), hop }))
}

const PREFERENCE = { floating: 0, ephemeral: 1, snat: 2 } as const

type OwnedExternal = NetworkExternalAddress & { inside: string }

/** External addresses that a gateway may use, with the preferred one of each interface first. */
function translationsOf(
  gateway: VpcDocument['internetGateways'][number],
  number: number,
  externals: readonly OwnedExternal[],
): Translation[] {
  const [pools, addresses] = [new Set(gateway.poolIds), new Set(gateway.addresses.map(addressNumber))]
  const preferred = new Set<string>()
  return externals
    .filter(({ ip, poolId }) => pools.has(poolId) || addresses.has(addressNumber(ip)))
    .toSorted((a, b) => PREFERENCE[a.kind] - PREFERENCE[b.kind] || compare(a.ip, b.ip))
    .map(({ inside, ip, ports }) => {
      const isPreferred = !preferred.has(inside)
      preferred.add(inside)
      return { inside, outside: ip, gateway: number, ...(ports && { ports }), preferred: isPreferred }
    })
}

/** The route of a plan for a destination. */
export function routeFor(router: PlannedRouter, destination: string): PlannedRoute | undefined {
  let best: PlannedRoute | undefined
  for (const route of router.routes)
    if (contains(route.network, destination) && (!best || route.network.width > best.network.width)) best = route
  return best
}
