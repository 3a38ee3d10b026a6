import { createHash } from 'node:crypto'
import type { Namespace } from './commands.ts'
import type { Entry } from './namespace-state.ts'

/** The edge's link in the network of the host's uplink. */
export const LEG = 'leg0'

export const LEG_TYPES = ['macvlan', 'ipvlan'] as const
/** `macvlan` has a MAC of its own; `ipvlan` uses the uplink's, for networks that accept no other. */
export type LegType = (typeof LEG_TYPES)[number]

export interface Uplink {
  link: string
  type: LegType
}

/** A link without addresses would lose its routes. This one is unused elsewhere, and is not used as a source. */
const HOLDING_ADDRESS = '242.0.0.1'

const MODES = { macvlan: 'mode bridge', ipvlan: 'mode l2' }

/** A fixed MAC: the network need not learn another one when the leg is recreated. */
function macOf(tag: string): string {
  const bytes = createHash('sha256').update(tag).digest().subarray(0, 3)
  return ['02', '73', '6b', ...[...bytes].map((byte) => byte.toString(16).padStart(2, '0'))].join(':')
}

interface LinkDetails {
  ifname: string
  ifindex: number
  link_index?: number
  linkinfo?: { info_kind?: string }
}

interface LegParts {
  host: Namespace
  edge: Namespace
  uplink: Uplink | undefined
  tag: string
}

/**
 * The edge's link in the uplink's network. It disappears with its uplink, such as a bridge or a VLAN of the host, and
 * is recreated with it.
 */
export class Leg {
  readonly #parts: LegParts

  constructor(parts: LegParts) {
    this.#parts = parts
  }

  /** Creates the link as configured. `isNew` is true if it has none of its entries yet. */
  async ensure(): Promise<{ isThere: boolean; isNew: boolean }> {
    const { host, edge, uplink, tag } = this.#parts
    const present = (await edge.json<LinkDetails>('-d', 'link', 'show')).find(({ ifname }) => ifname === LEG)
    const below = uplink && (await host.json<LinkDetails>('link', 'show')).find(({ ifname }) => ifname === uplink.link)
    const isRight = below && present?.link_index === below.ifindex && present.linkinfo?.info_kind === uplink.type
    if (isRight) return { isThere: true, isNew: false }
    if (present) await edge.batch('ip4', [`link del ${LEG}`], true)
    if (!below) return { isThere: false, isNew: false }
    const address = uplink.type === 'macvlan' ? `address ${macOf(tag)} ` : ''
    await host.batch('ip4', [
      `link add link ${uplink.link} name ${LEG} netns ${edge.name} ${address}type ${uplink.type} ${MODES[uplink.type]}`,
    ])
    // It answers only for its own addresses, and announces them to the network.
    await edge.sysctl({ [`net.ipv4.conf.${LEG}.arp_ignore`]: 1, [`net.ipv4.conf.${LEG}.arp_notify`]: 1 })
    await edge.batch('ip4', [`address add ${HOLDING_ADDRESS}/32 dev ${LEG} scope host`, `link set ${LEG} up`])
    return { isThere: true, isNew: true }
  }

  /** Announces its addresses at once: another host, or this one, may have had them before. */
  async announce(): Promise<void> {
    const { edge, tag, uplink } = this.#parts
    if (uplink?.type === 'macvlan') await edge.batch('ip4', [`link set ${LEG} address ${macOf(tag)}`])
  }
}

/** The host's own network, as far as the edge depends on it. */
export interface HostView {
  /** The host's own addresses, on any link. */
  addresses: string[]
  /** The host's routes through its uplink. */
  routes: { to: string; gateway?: string; metric: number }[]
}

interface RouteDetails {
  dst: string
  gateway?: string
  via?: unknown
  metric?: number
}

/** @param uplink undefined while it does not exist */
export async function hostView(host: Namespace, uplink: Uplink | undefined): Promise<HostView> {
  const links = await host.json<{ addr_info?: { local: string }[] }>('address', 'show')
  const addresses = links
    .flatMap(({ addr_info: all = [] }) => all.map(({ local }) => local))
    .filter((address) => !address.startsWith('127.'))
  const routes = uplink ? await host.json<RouteDetails>('route', 'show', 'dev', uplink.link) : []
  return {
    addresses: [...new Set(addresses)].toSorted(),
    routes: routes
      .filter(({ via }) => via === undefined)
      .map(({ dst, gateway, metric = 0 }) => ({ to: dst, ...(gateway !== undefined && { gateway }), metric })),
  }
}

export const gatewaysIn = ({ routes }: HostView): string[] => [
  ...new Set(routes.flatMap(({ gateway }) => gateway ?? [])),
]

/** Entries that give the edge the external addresses, and the host's routes, in the uplink's network. */
export const legEntries = (addresses: readonly string[], { routes }: HostView): Entry[] => [
  ...addresses.map((ip): Entry => ({
    tool: 'ip4',
    put: `address replace ${ip}/32 dev ${LEG}`,
    remove: `address del ${ip}/32 dev ${LEG}`,
  })),
  ...routes.map(({ to, gateway, metric }): Entry => {
    const via = gateway === undefined ? '' : ` via ${gateway}`
    const which = `dev ${LEG} metric ${metric}`
    return {
      tool: 'ip4',
      put: `route replace ${to}${via} ${which}${via && ' onlink'}`,
      remove: `route del ${to} ${which}`,
    }
  }),
]
