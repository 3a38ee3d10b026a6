import * as z from 'zod'
import type { VpcDocument } from '../../interface/networks.ts'

/** Above the limits of a VPC. Addresses and names are checked when the document becomes a plan. */
const MAX_ITEMS = 100_000
const text = z.string().max(255)
const number = z.int()
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_ITEMS)

const range = z.strictObject({ first: number, last: number })
const addresses = z.strictObject({ networks: list(text), sets: list(text) })

const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('ip'), ip: text }),
  z.strictObject({ kind: z.enum(['subnet', 'instance', 'internet-gateway']), id: text }),
])

const protocol = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['tcp', 'udp']) }),
  z.strictObject({ kind: z.literal('icmp'), type: number.exactOptional(), codes: range.exactOptional() }),
])

/** Schema of a document from another process. */
export const vpcSchema = z.strictObject({
  id: z.guid(),
  generation: number,
  vni: number,
  ipv6Prefix: text,
  subnets: list(z.strictObject({ id: text, ipv4Block: text, ipv6Block: text, routerId: text })),
  routes: list(z.strictObject({ id: text, routerId: text, destinations: list(text), target })),
  nics: list(
    z.strictObject({
      id: text,
      instanceId: text,
      subnetId: text,
      mac: text,
      ip: text,
      primary: z.boolean(),
      transitIps: list(text),
    }),
  ),
  probes: list(
    z.strictObject({
      id: text,
      sledId: text,
      interfaceId: text,
      subnetId: text,
      mac: text,
      ip: text,
      externalAddress: z.strictObject({ ip: text, poolId: text }).nullable(),
    }),
  ),
  addressSets: list(z.strictObject({ id: text, networks: list(text) })),
  firewallRules: list(
    z.strictObject({
      id: text,
      priority: number,
      direction: z.enum(['inbound', 'outbound']),
      action: z.enum(['allow', 'deny']),
      targets: addresses,
      hosts: addresses.exactOptional(),
      ports: list(range).exactOptional(),
      protocols: list(protocol).exactOptional(),
    }),
  ),
  externalAddresses: list(
    z.strictObject({
      kind: z.enum(['ephemeral', 'floating', 'snat']),
      ip: text,
      poolId: text,
      instanceId: text,
      ports: range.exactOptional(),
    }),
  ),
  internetGateways: list(z.strictObject({ id: text, poolIds: list(text), addresses: list(text) })),
  dns: z.strictObject({ domain: text, hosts: list(z.strictObject({ name: text, addresses: list(text) })) }),
}) satisfies z.ZodType<VpcDocument>
