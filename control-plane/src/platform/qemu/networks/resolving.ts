import { createHash } from 'node:crypto'
import { gatewayHop, OUTER_MAC, UPLINK } from './links.ts'
import type { Entry } from './namespace-state.ts'

/** The class of addresses that nobody has, so that no VPC and no network of the host contains them. */
export const ASKERS = '240.0.0.0/8'

/** From which the DNS server of a VPC asks others. */
export const askerOf = (vni: number): string => `240.${bytesOf(vni)}`

/** The one address that stands for all VPCs on the host: two Skerries on one host have different ones. */
export const edgeAsker = (tag: string): string =>
  `241.${bytesOf(createHash('sha256').update(tag).digest().readUIntBE(0, 3))}`

const bytesOf = (number: number): string => [16, 8, 0].map((shift) => (number >> shift) & 255).join('.')

/** Above the numbers of gateways. */
const HOP = gatewayHop(0xff_fe)
/** Both of the rule and of its table; below those of routers. */
const TABLES = { udp: 900, tcp: 901 }

/** What leads the questions of the namespace's own DNS server to the edge. Its answers to guests go another way. */
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
