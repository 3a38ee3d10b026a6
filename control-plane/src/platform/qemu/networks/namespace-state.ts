import { familyOf, type Network } from './addresses.ts'
import { BRIDGE, gatewayHop, interfaceHop, OUTER_MAC, ROUTER_SHIFT, routerTable, UPLINK } from './links.ts'
import type { Hop, NetworkPlan, PlannedInterface, PlannedRouter } from './plan.ts'
import { askingEntries } from './resolving.ts'

/** `ip` with an address family, or `bridge`. */
export type Tool = 'ip4' | 'ip6' | 'bridge'

/** One entry in a namespace, with the commands that set it, whatever was there before, and that remove it. */
export interface Entry {
  tool: Tool
  put: string
  remove: string
}

/** All entries of a plan's namespace, without nftables rules and links. */
export function entriesOf(plan: NetworkPlan): Entry[] {
  return [
    ...plan.subnets.flatMap(({ networks, gateways }) =>
      gateways.map((ip, at) => addressEntry(ip, networks[at]!.width)),
    ),
    ...plan.interfaces.flatMap(neighbours),
    ...[...new Set(plan.translations.map(({ gateway }) => gateway))].map((gateway) =>
      neighbour(gatewayHop(gateway), OUTER_MAC, UPLINK),
    ),
    ...plan.routers.flatMap((router) => routerEntries(router, plan)),
    ...askingEntries(plan.vni),
  ]
}

/** Routing rules have no `replace`, so a rule is removed before it is set. Its priority is the table's number. */
const routerEntries = (router: PlannedRouter, plan: NetworkPlan): Entry[] => {
  const table = routerTable(router.number)
  const select = `fwmark ${router.number * 2 ** ROUTER_SHIFT}/${0xff_ff * 2 ** ROUTER_SHIFT} lookup ${table}`
  const seen = new Set<string>()
  return [
    ...(['ip4', 'ip6'] as const).flatMap((family): Entry[] => [
      { tool: family, put: `rule add priority ${table} ${select}`, remove: `rule del priority ${table}` },
      route(family, `unreachable default metric 4294967295`, 'default metric 4294967295', table),
    ]),
    ...router.routes.flatMap(({ network, hop }): Entry[] => {
      if (seen.has(network.text)) return []
      seen.add(network.text)
      const { type, way } = routeText(network, hop, plan)
      return [route(`ip${network.family}`, `${type} ${network.text} ${way}`, `${network.text} metric 10`, table)]
    }),
  ]
}

const route = (tool: 'ip4' | 'ip6', what: string, which: string, table: number): Entry => ({
  tool,
  put: `route replace ${what.includes('metric') ? what : `${what} metric 10`} table ${table}`,
  remove: `route del ${which} table ${table}`,
})

const NOWHERE = { type: 'blackhole', way: '' }

function routeText({ family }: Network, hop: Hop, plan: NetworkPlan): { type: string; way: string } {
  switch (hop.kind) {
    case 'drop':
      return NOWHERE
    case 'direct':
      return { type: 'unicast', way: `dev ${BRIDGE}` }
    case 'interface': {
      const { ip } = plan.interfaces[hop.number - 1]!
      if (family === 6) return { type: 'unicast', way: `via ${interfaceHop(hop.number)} dev ${BRIDGE}` }
      return familyOf(ip) === 4 ? { type: 'unicast', way: `via ${ip} dev ${BRIDGE} onlink` } : NOWHERE
    }
    case 'gateway':
      // External addresses are IPv4 only, and traffic without one stays inside.
      return family === 4 ? { type: 'unicast', way: `via ${gatewayHop(hop.number)} dev ${UPLINK} onlink` } : NOWHERE
  }
}

const addressEntry = (ip: string, width: number): Entry => ({
  tool: `ip${familyOf(ip)}`,
  put: `address replace ${ip}/${width} dev ${BRIDGE}${familyOf(ip) === 6 ? ' nodad' : ''}`,
  remove: `address del ${ip}/${width} dev ${BRIDGE}`,
})

const neighbour = (ip: string, mac: string, link: string): Entry => ({
  tool: `ip${familyOf(ip)}`,
  put: `neighbour replace ${ip} lladdr ${mac} dev ${link} nud permanent`,
  remove: `neighbour del ${ip} dev ${link}`,
})

const neighbours = ({ number, ip, mac, link }: PlannedInterface): Entry[] => [
  neighbour(ip, mac, BRIDGE),
  neighbour(interfaceHop(number), mac, BRIDGE),
  {
    tool: 'bridge',
    put: `fdb replace ${mac} dev ${link} master static`,
    remove: `fdb del ${mac} dev ${link} master`,
  },
]

/** Commands that turn one list of entries into the other. Equal entries stay untouched. */
export function changes(before: readonly Entry[], after: readonly Entry[]): { remove: Entry[]; put: Entry[] } {
  const key = ({ tool, remove }: Entry) => `${tool} ${remove}`
  const [old, kept] = [new Map(before.map((one) => [key(one), one])), new Set(after.map(key))]
  const put = after.filter((one) => old.get(key(one))?.put !== one.put)
  const isRule = ({ put: text }: Entry) => text.startsWith('rule add ')
  return { remove: [...before.filter((one) => !kept.has(key(one))), ...put.filter(isRule)], put }
}
