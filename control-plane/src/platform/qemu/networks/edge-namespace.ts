import { readFile, writeFile } from 'node:fs/promises'
import type { AppliedState } from './applied.ts'
import { command, Namespace, namespaceNames } from './commands.ts'
import { edgeLink, edgeTable, edgeTableOf, isEdgeLink, type Resolving } from './edge.ts'
import { gatewaysIn, hostView, Leg, legEntries, type HostView, type Uplink } from './leg.ts'
import { INNER_MAC, OUTER_MAC, UPLINK } from './links.ts'
import type { Entry } from './namespace-state.ts'
import type { NetworkPlan } from './plan.ts'

/** No link has this address: a permanent neighbour entry maps it to the other end of the link. */
const OTHER_END = '169.254.0.1'
/** Priorities of the rules that lead to VPCs, and after them to the edge's own addresses, which belong to guests. */
const [VPCS, OWN_ADDRESSES] = [100, 200]

type Plans = readonly Pick<NetworkPlan, 'vni' | 'externals'>[]

export interface HostSide {
  namespace: Namespace
  /** Name of the host's link to the edge. */
  link: string
  /** The link to a network in which external addresses are reachable. */
  uplink: Uplink | undefined
  /** Undefined if the VPCs' DNS servers forward no questions. */
  resolving: Resolving | undefined
}

/**
 * The namespace between the VPCs and everything else. Its own link in the uplink's network keeps guests' packets away
 * from the host. Its link to the host accepts only answers to the host's own connections.
 */
export class EdgeNamespace {
  readonly #name: string
  readonly #host: Namespace
  readonly #hostLink: string
  readonly #uplink: Uplink | undefined
  readonly #resolving: Resolving | undefined
  readonly #leg: Leg
  readonly #applied: { edge: AppliedState; host: AppliedState }
  #around: HostView = { addresses: [], routes: [] }
  /** The part of `#around` that is in effect, as text. */
  #seen: string | undefined

  constructor(name: string, host: HostSide, applied: { edge: AppliedState; host: AppliedState }) {
    this.#name = name
    this.#host = host.namespace
    this.#hostLink = host.link
    this.#uplink = host.uplink
    this.#resolving = host.resolving
    this.#leg = new Leg({ host: this.#host, edge: new Namespace(name), uplink: host.uplink, tag: host.link })
    this.#applied = applied
  }

  /** Creates the namespace and its link to the host, before VPCs can be linked to it. */
  async open(): Promise<void> {
    await enlargeNeighbourTables()
    const edge = new Namespace(this.#name)
    if (!(await namespaceNames()).includes(this.#name)) {
      await this.#applied.edge.forget()
      await command('ip', ['netns', 'add', this.#name])
    }
    await edge.sysctl({
      'net.ipv4.ip_forward': 1,
      'net.ipv4.conf.all.rp_filter': 0,
      'net.ipv4.conf.default.rp_filter': 0,
      'net.ipv4.conf.all.send_redirects': 0,
      'net.ipv4.conf.default.send_redirects': 0,
      // Guests use external addresses, which belong to the edge in the uplink's network.
      'net.ipv4.conf.all.accept_local': 1,
    })
    if (!(await edge.links()).some(({ ifname }) => ifname === UPLINK)) await this.#connect(edge)
    const rules = await edge.json<{ priority: number }>('rule', 'show')
    if (!rules.some(({ priority }) => priority === OWN_ADDRESSES))
      await edge.batch('ip4', [`rule add priority ${OWN_ADDRESSES} lookup local`, 'rule del priority 0'])
  }

  async #connect(edge: Namespace): Promise<void> {
    await this.#host.batch('ip4', [`link del ${this.#hostLink}`], true)
    await this.#host.batch('ip4', [
      `link add ${this.#hostLink} address ${OUTER_MAC} type veth peer name ${UPLINK} address ${INNER_MAC} netns ${this.#name}`,
      `link set ${this.#hostLink} up`,
      `neighbour replace ${OTHER_END} lladdr ${INNER_MAC} dev ${this.#hostLink} nud permanent`,
    ])
    await edge.batch('ip4', [
      // Linux refuses every next hop while the namespace has no address.
      'link set lo up',
      `link set ${UPLINK} up`,
      `neighbour replace ${OTHER_END} lladdr ${OUTER_MAC} dev ${UPLINK} nud permanent`,
    ])
  }

  /** Rejects if `ensure` would be refused these rules. Changes nothing. */
  async check(plans: Plans): Promise<void> {
    await new Namespace(this.#name).run('nft', ['--check', '-f', '-'], this.#rulesOf(plans).text)
  }

  /** Puts the addresses of all VPCs in effect. A linked VPC that is no longer in the list loses its link. */
  async ensure(plans: Plans, whole: boolean): Promise<void> {
    const edge = new Namespace(this.#name)
    const leg = await this.#leg.ensure()
    const view = await this.#view(leg.isThere)
    this.#around = view
    const { text, usable } = this.#rulesOf(plans)
    await edge.nft(text)
    const wanted = new Set(plans.map(({ vni }) => edgeLink(vni)))
    const left = (await edge.links()).filter(({ ifname }) => isEdgeLink(ifname) && !wanted.has(ifname))
    await edge.batch(
      'ip4',
      left.map(({ ifname }) => `link del ${ifname}`),
      true,
    )
    const addresses = [...new Set(usable.flatMap(({ externals }) => externals.map(({ outside }) => outside)))]
    const before = new Set((await this.#applied.edge.read()).entries.map(({ put }) => put))
    const inLeg = leg.isThere ? legEntries(addresses, view) : []
    await this.#applied.edge.change(
      edge,
      [...plans.flatMap(({ vni }) => vpcEntries(vni)), ...hostEntries(view), ...inLeg],
      0,
      whole || leg.isNew,
    )
    if (leg.isThere && (whole || leg.isNew || inLeg.some(({ put }) => !before.has(put)))) await this.#leg.announce()
    await this.#applied.host.change(
      this.#host,
      [...addresses, ...(this.#resolving ? [this.#resolving.asker] : [])].map((ip) => this.#hostRoute(ip)),
      0,
      whole,
    )
    this.#seen = JSON.stringify(view)
  }

  /** Follows changes of the host's network: a recreated uplink, other addresses or routes. */
  async follow(plans: Plans): Promise<void> {
    const { isThere, isNew } = await this.#leg.ensure()
    if (isNew || JSON.stringify(await this.#view(isThere)) !== this.#seen) await this.ensure(plans, true)
  }

  #rulesOf(plans: Plans): { text: string; usable: Plans } {
    const { addresses: host } = this.#around
    const gateways = gatewaysIn(this.#around)
    // Addresses of the host or its gateway cannot be a guest's, even if a pool contains them.
    const taken = new Set([...host, ...gateways])
    const usable = plans.map(({ vni, externals }) => ({
      vni,
      externals: externals.filter(({ outside }) => !taken.has(outside)),
    }))
    return { text: edgeTableOf(usable, { host, gateways, resolving: this.#resolving }), usable }
  }

  #view(hasLeg: boolean): Promise<HostView> {
    return hostView(this.#host, hasLeg ? this.#uplink : undefined)
  }

  /** Removes the namespace, and everything on the host that leads to it. */
  async remove(): Promise<void> {
    await this.#host.batch('ip4', [`link del ${this.#hostLink}`], true)
    if ((await namespaceNames()).includes(this.#name)) await command('ip', ['netns', 'del', this.#name])
    await this.#applied.edge.forget()
    await this.#applied.host.forget()
  }

  #hostRoute(ip: string): Entry {
    const link = this.#hostLink
    return {
      tool: 'ip4',
      put: `route replace ${ip}/32 via ${OTHER_END} dev ${link} onlink`,
      remove: `route del ${ip}/32 dev ${link}`,
    }
  }
}

/** Routes to the host, and all without another route, use the host's link, where only answers pass. */
const hostEntries = ({ addresses }: HostView): Entry[] =>
  [...addresses.map((ip) => `${ip}/32`), 'default'].map((to) => ({
    tool: 'ip4',
    put: `route replace ${to} via ${OTHER_END} dev ${UPLINK} onlink${to === 'default' ? ' metric 4294967295' : ''}`,
    remove: `route del ${to} dev ${UPLINK}`,
  }))

const vpcEntries = (vni: number): Entry[] => [
  {
    tool: 'ip4',
    put: `rule add priority ${VPCS} fwmark ${vni} lookup ${edgeTable(vni)}`,
    remove: `rule del fwmark ${vni} lookup ${edgeTable(vni)}`,
  },
  {
    tool: 'ip4',
    put: `neighbour replace ${OTHER_END} lladdr ${INNER_MAC} dev ${edgeLink(vni)} nud permanent`,
    remove: `neighbour del ${OTHER_END} dev ${edgeLink(vni)}`,
  },
  {
    tool: 'ip4',
    put: `route replace default via ${OTHER_END} dev ${edgeLink(vni)} onlink table ${edgeTable(vni)}`,
    remove: `route del default table ${edgeTable(vni)}`,
  },
]

/**
 * Table sizes: above the first the kernel cleans up, at the last it refuses. Older kernels count permanent entries too.
 */
const PLACES = { gc_thresh2: 16_384, gc_thresh3: 32_768 }

/**
 * Enlarges the kernel's neighbour tables: host and namespaces share one per family, with 1024 entries by default, and
 * each port may have 16. A container cannot change them, and has its host's.
 */
async function enlargeNeighbourTables(): Promise<void> {
  for (const family of ['ipv4', 'ipv6'])
    for (const [name, places] of Object.entries(PLACES)) {
      const path = `/proc/sys/net/${family}/neigh/default/${name}`
      const present = Number(await readFile(path, 'utf8').catch(() => Infinity))
      if (present < places) await writeFile(path, `${places}`).catch(() => {})
    }
}
