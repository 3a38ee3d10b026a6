import { chmod, stat } from 'node:fs/promises'
import { type AppliedState } from './applied.ts'
import { command, Namespace, namespaceNames } from './commands.ts'
import { edgeLink } from './edge.ts'
import { BRIDGE, BRIDGE_MAC, INNER_MAC, OUTER_MAC, UPLINK } from './links.ts'
import { entriesOf } from './namespace-state.ts'
import { nftablesOf } from './nftables.ts'
import type { NetworkPlan } from './plan.ts'

const SYSCTLS = {
  'net.ipv4.ip_forward': 1,
  'net.ipv6.conf.all.forwarding': 1,
  'net.ipv4.conf.all.rp_filter': 0,
  'net.ipv4.conf.default.rp_filter': 0,
  // Traffic within a subnet enters and leaves by the same link.
  'net.ipv4.conf.all.send_redirects': 0,
  'net.ipv4.conf.default.send_redirects': 0,
  'net.ipv4.conf.all.accept_redirects': 0,
}

const BRIDGE_SYSCTLS = {
  // Interfaces share no segment, so the gateway answers at once for each address of a subnet.
  [`net.ipv4.conf.${BRIDGE}.proxy_arp_pvlan`]: 1,
  [`net.ipv4.neigh.${BRIDGE}.proxy_delay`]: 0,
  [`net.ipv4.conf.${BRIDGE}.send_redirects`]: 0,
  [`net.ipv4.conf.${BRIDGE}.rp_filter`]: 0,
}

const TUN = '/dev/net/tun'
const WRITABLE_BY_ALL = 0o666

/**
 * Lets users open their taps. Without udev, the device is accessible to root only. The kernel still gives a tap to its
 * owner only.
 */
async function openTaps(): Promise<void> {
  const { mode } = await stat(TUN)
  if ((mode & WRITABLE_BY_ALL) !== WRITABLE_BY_ALL) await chmod(TUN, WRITABLE_BY_ALL)
}

/** The namespace of one VPC: a bridge with a port for each interface, and a link to the edge. */
export class VpcNamespace {
  readonly #name: string
  readonly #edge: string
  readonly #applied: AppliedState

  constructor(name: string, edge: string, applied: AppliedState) {
    this.#name = name
    this.#edge = edge
    this.#applied = applied
  }

  /**
   * Puts a plan in effect. Resolves to whether its link to the edge is new.
   * @param whole sets entries again, in case they were changed from outside
   */
  async ensure(plan: NetworkPlan, whole: boolean): Promise<boolean> {
    const namespace = new Namespace(this.#name)
    const isNew = !(await namespaceNames()).includes(this.#name)
    if (isNew) {
      await this.#applied.forget()
      await command('ip', ['netns', 'add', this.#name])
    }
    // Rules first, so that no port is ever open without them.
    await namespace.nft(nftablesOf(plan))
    const links = await this.#ensureLinks(namespace, plan)
    const hasNewPorts = await this.#ensurePorts(namespace, plan, links)
    // A removed link takes its entries along.
    const isKnown = links.has(UPLINK) && links.has(BRIDGE) && !hasNewPorts
    await this.#applied.change(namespace, entriesOf(plan), plan.generation, whole || !isKnown)
    return !links.has(UPLINK)
  }

  /** Recreates the tap of an interface for this user: the owner of an existing tap cannot be changed. */
  async giveLink(plan: NetworkPlan, link: string, uid: number): Promise<void> {
    await openTaps()
    await new Namespace(this.#name).batch('ip4', [`link del ${link}`, `tuntap add dev ${link} mode tap user ${uid}`])
    await this.ensure(plan, false)
  }

  async remove(): Promise<void> {
    if ((await namespaceNames()).includes(this.#name)) await command('ip', ['netns', 'del', this.#name])
    await this.#applied.forget()
  }

  async #ensureLinks(namespace: Namespace, plan: NetworkPlan): Promise<ReadonlyMap<string, string | undefined>> {
    const links = new Map((await namespace.links()).map(({ ifname, master }) => [ifname, master]))
    if (!links.has(UPLINK)) {
      const peer = edgeLink(plan.vni)
      await new Namespace(this.#edge).batch('ip4', [`link del ${peer}`], true)
      await namespace.sysctl(SYSCTLS)
      await namespace.batch('ip4', [
        `link add ${UPLINK} address ${INNER_MAC} type veth peer name ${peer} address ${OUTER_MAC} netns ${this.#edge}`,
        `link set ${UPLINK} up`,
        'link set lo up',
      ])
      await new Namespace(this.#edge).batch('ip4', [`link set ${peer} up`])
    }
    if (!links.has(BRIDGE)) {
      await namespace.batch('ip4', [
        `link add ${BRIDGE} address ${BRIDGE_MAC} type bridge stp_state 0 mcast_snooping 0`,
        `link set ${BRIDGE} up`,
      ])
      await namespace.sysctl(BRIDGE_SYSCTLS)
    }
    return links
  }

  async #ensurePorts(
    namespace: Namespace,
    plan: NetworkPlan,
    links: ReadonlyMap<string, string | undefined>,
  ): Promise<boolean> {
    const planned = new Set(plan.interfaces.map(({ link }) => link))
    const isPort = (name: string) => name.startsWith('p')
    const left = [...links.keys()].filter((name) => isPort(name) && !planned.has(name))
    const missing = [...planned].filter((name) => !links.has(name))
    const loose = [...planned].filter((name) => links.get(name) !== BRIDGE)
    await namespace.batch('ip4', [
      ...left.map((name) => `link del ${name}`),
      ...missing.map((name) => `tuntap add dev ${name} mode tap`),
      ...loose.map((name) => `link set ${name} master ${BRIDGE} up`),
    ])
    await namespace.batch(
      'bridge',
      loose.map((name) => `link set dev ${name} isolated on learning off flood off`),
    )
    return loose.length > 0
  }
}
