import { createHash } from 'node:crypto'
import { gatewayHop, OUTER_MAC, UPLINK } from './links.ts'
import type { Entry } from './namespace-state.ts'

/** Reserved addresses (class E), which no VPC and no network of the host contains. */
export const ASKERS = '240.0.0.0/8'

/** Source address from which a VPC's DNS server sends questions to others. */
export const askerOf = (vni: number): string => `240.${bytesOf(vni)}`

/** One address for the DNS servers of all VPCs on the host. Two installations on one host have different ones. */
export const edgeAsker = (tag: string): string =>
  `241.${bytesOf(createHash('sha256').update(tag).digest().readUIntBE(0, 3))}`

const bytesOf = (number: number): string => [16, 8, 0].map((shift) => (number >> shift) & 255).join('.')

/** Next hop of questions, numbered above the gateways. */
const HOP = gatewayHop(0xff_fe)
/** Number of both the rule and its table, below those of routers. */
const TABLES = { udp: 900, tcp: 901 }

/**
 * Entries that route questions of the namespace's own DNS server to the edge. Its answers to guests use other routes.
 */
export const askingEntries = (vni: number): Entry[] => [
  {
    tool: 'ip4',
    put: `address replace ${askerOf(vni)}/32 dev lo`,
    remove: `address del ${askerOf(vni)}/32 dev lo`,
  },
  {
    tool: 'ip4',
    put: `neighbour replace ${HOP} lladdr ${OUTER_MAC} dev ${UPLINK} nud permanent`,
    remove: `neighbour del ${HOP} dev ${UPLINK}`,
  },
  ...Object.entries(TABLES).flatMap(([protocol, table]): Entry[] => [
    {
      tool: 'ip4',
      put: `rule add priority ${table} iif lo ipproto ${protocol} dport 53 lookup ${table}`,
      remove: `rule del priority ${table}`,
    },
    {
      tool: 'ip4',
      put: `route replace default via ${HOP} dev ${UPLINK} onlink src ${askerOf(vni)} table ${table}`,
      remove: `route del default table ${table}`,
    },
  ]),
]

/** Matches questions to these resolvers. */
export const questionsTo = (resolvers: readonly string[]): string =>
  `meta l4proto { tcp, udp } ip daddr { ${resolvers.join(', ')} } th dport 53`
