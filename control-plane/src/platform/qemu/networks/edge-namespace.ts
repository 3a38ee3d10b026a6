import type { AppliedState } from './applied.ts'
import { command, Namespace, namespaceNames } from './commands.ts'
import { edgeLink, edgeTable, edgeTableOf, isEdgeLink, type Resolving } from './edge.ts'
import { gatewaysIn, hostView, Leg, legEntries, type HostView, type Uplink } from './leg.ts'
import { INNER_MAC, OUTER_MAC, UPLINK } from './links.ts'
import type { Entry } from './namespace-state.ts'
import { enlargeNeighbourTables } from './neighbour-tables.ts'
import type { NetworkPlan } from './plan.ts'

/** No link has this address: a fixed entry of the neighbour table leads to the other end. */
const OTHER_END = '169.254.0.1'
/** Of the rules that lead to VPCs, and after them of the edge's own addresses: these are the guests'. */
const [VPCS, OWN] = [100, 200]

type Plans = readonly Pick<NetworkPlan, 'vni' | 'externals'>[]

export interface HostSide {
  namespace: Namespace
  /** The name of the link to the edge. */
  link: string
  /** The link to a network whose machines reach external addresses as if they were in it. */
  uplink: Uplink | undefined
  /** Undefined where the VPCs' DNS servers ask nobody. */
  resolving: Resolving | undefined
}

/**
 * The namespace between the VPCs and everything else. It has a link of its own in the uplink's network, so that packets
 * of guests never pass the host; and one to the host, which takes only answers to the host's own connections.
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
  /** Of that, what is in force. */
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

  /** The namespace and its link to the host, which VPCs need before they can have theirs. */
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
      // Guests send from external addresses, which are the edge's own in the uplink's network.
      'net.ipv4.conf.all.accept_local': 1,
    })
    if (!(await edge.links()).some(({ ifname }) => ifname === UPLINK)) await this.#connect(edge)
    const rules = await edge.json<{ priority: number }>('rule', 'show')
    if (!rules.some(({ priority }) => priority === OWN))
      await edge.batch('ip4', [
        `rule add priority ${OWN} lookup local`,
        'rule del priority 0',
        // Of an earlier version, which led everything to the host.
        `route replace default via ${OTHER_END} dev ${UPLINK} onlink`,
        `route del default dev ${UPLINK}`,
      ])
    // Earlier versions filtered there.
    await this.#host.run('nft', ['delete', 'table', 'inet', this.#hostLink]).catch(() => {})
  }

  async #connect(edge: Namespace): Promise<void> {
    await this.#host.batch('ip4', [`link del ${this.#hostLink}`], true)
    await this.#host.batch('ip4', [
      `link add ${this.#hostLink} address ${OUTER_MAC} type veth peer name ${UPLINK} address ${INNER_MAC} netns ${this.#name}`,
      `link set ${this.#hostLink} up`,
      `neighbour replace ${OTHER_END} lladdr ${INNER_MAC} dev ${this.#hostLink} nud permanent`,
    ])
    await edge.batch('ip4', [
      // Without an address in the namespace, Linux takes every next hop for invalid.
      'link set lo up',
      `link set ${UPLINK} up`,
      `neighbour replace ${OTHER_END} lladdr ${OUTER_MAC} dev ${UPLINK} nud permanent`,
    ])
  }

  /** Changes nothing. Rejects if `ensure` would be refused these rules. */
  async check(plans: Plans): Promise<void> {
    await new Namespace(this.#name).run('nft', ['--check', '-f', '-'], this.#rulesOf(plans).text)
  }

  /** The addresses of all VPCs; those that had a link and are in the list no more lose it. */
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

  /** Follows what the host's network has become: an uplink that was made again, other addresses or routes. */
  async follow(plans: Plans): Promise<void> {
    const { isThere, isNew } = await this.#leg.ensure()
    if (isNew || JSON.stringify(await this.#view(isThere)) !== this.#seen) await this.ensure(plans, true)
  }

  #rulesOf(plans: Plans): { text: string; usable: Plans } {
    const { addresses: host } = this.#around
    const gateways = gatewaysIn(this.#around)
    // What the host or its gateway has is nobody else's, whatever a pool says.
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

  /** Removes the namespace and everything on the host that leads there. */
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

/** The host is reached by its own link alone, and so is what is reached by no other: there, only answers pass. */
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
