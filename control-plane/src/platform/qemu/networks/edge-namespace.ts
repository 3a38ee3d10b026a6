import type { AppliedState } from './applied.ts'
import { command, Namespace, namespaceNames } from './commands.ts'
import { edgeLink, edgeTable, edgeTableOf, hostTableOf, type Resolving } from './edge.ts'
import { INNER_MAC, OUTER_MAC, UPLINK } from './links.ts'
import type { Entry } from './namespace-state.ts'
import { enlargeNeighbourTables } from './neighbour-tables.ts'
import type { NetworkPlan } from './plan.ts'

/** No link has this address: a fixed entry of the neighbour table leads to the other end. */
const OTHER_END = '169.254.0.1'

type Plans = readonly Pick<NetworkPlan, 'vni' | 'externals'>[]

export interface HostSide {
  namespace: Namespace
  /** The name of the link to the edge. */
  link: string
  /** The link to a network whose machines reach external addresses as if they were in it. */
  uplink: string | undefined
  /** Undefined where the VPCs' DNS servers ask nobody. */
  resolving: Resolving | undefined
}

/** The namespace between the VPCs and the host, and what leads there from the host. */
export class EdgeNamespace {
  readonly #name: string
  readonly #host: Namespace
  readonly #hostLink: string
  readonly #uplink: string | undefined
  readonly #resolving: Resolving | undefined
  readonly #applied: { edge: AppliedState; host: AppliedState }

  constructor(name: string, host: HostSide, applied: { edge: AppliedState; host: AppliedState }) {
    this.#name = name
    this.#host = host.namespace
    this.#hostLink = host.link
    this.#uplink = host.uplink
    this.#resolving = host.resolving
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
    await this.#host.nft(hostTableOf({ link: this.#hostLink, uplink: this.#uplink, resolving: this.#resolving }))
    if (!(await edge.links()).some(({ ifname }) => ifname === UPLINK)) await this.#connect(edge)
    // The links may be from a process without this uplink.
    if (this.#uplink !== undefined)
      await this.#host.sysctl({
        [`net.ipv4.conf.${this.#hostLink}.forwarding`]: 1,
        [`net.ipv4.conf.${this.#uplink}.forwarding`]: 1,
        [`net.ipv4.neigh.${this.#uplink}.proxy_delay`]: 0,
      })
  }

  async #connect(edge: Namespace): Promise<void> {
    await this.#host.batch('ip4', [`link del ${this.#hostLink}`], true)
    await edge.sysctl({
      'net.ipv4.ip_forward': 1,
      'net.ipv4.conf.all.rp_filter': 0,
      'net.ipv4.conf.default.rp_filter': 0,
      'net.ipv4.conf.all.send_redirects': 0,
      'net.ipv4.conf.default.send_redirects': 0,
    })
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
      `route replace default via ${OTHER_END} dev ${UPLINK} onlink`,
    ])
  }

  /** Changes nothing. Rejects if `ensure` would be refused these rules. */
  async check(plans: Plans): Promise<void> {
    await new Namespace(this.#name).run('nft', ['--check', '-f', '-'], edgeTableOf(plans, this.#resolving))
  }

  /** The addresses of all VPCs; those that had a link and are in the list no more lose it. */
  async ensure(plans: Plans, whole: boolean): Promise<void> {
    const edge = new Namespace(this.#name)
    await edge.nft(edgeTableOf(plans, this.#resolving))
    const wanted = new Set(plans.map(({ vni }) => edgeLink(vni)))
    const left = (await edge.links()).filter(({ ifname }) => ifname.startsWith('v') && !wanted.has(ifname))
    await edge.batch(
      'ip4',
      left.map(({ ifname }) => `link del ${ifname}`),
      true,
    )
    await this.#applied.edge.change(
      edge,
      plans.flatMap(({ vni }) => vpcEntries(vni)),
      0,
      whole,
    )
    const addresses = new Set(plans.flatMap(({ externals }) => externals.map(({ outside }) => outside)))
    await this.#applied.host.change(
      this.#host,
      [
        ...[...addresses].flatMap((ip) => this.#hostEntries(ip)),
        ...(this.#resolving ? [this.#hostRoute(this.#resolving.asker)] : []),
      ],
      0,
      whole,
    )
  }

  /** Removes the namespace and everything on the host that leads there. */
  async remove(): Promise<void> {
    await this.#host.batch('ip4', [`link del ${this.#hostLink}`], true)
    if ((await namespaceNames()).includes(this.#name)) await command('ip', ['netns', 'del', this.#name])
    await this.#host.run('nft', ['delete', 'table', 'inet', this.#hostLink]).catch(() => {})
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

  #hostEntries(ip: string): Entry[] {
    const route = this.#hostRoute(ip)
    if (this.#uplink === undefined) return [route]
    // The host answers for the address in the uplink's network.
    const proxy = `proxy ${ip} dev ${this.#uplink}`
    return [route, { tool: 'ip4', put: `neighbour replace ${proxy}`, remove: `neighbour del ${proxy}` }]
  }
}

const vpcEntries = (vni: number): Entry[] => [
  {
    tool: 'ip4',
    put: `rule add priority 100 fwmark ${vni} lookup ${edgeTable(vni)}`,
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
