import { canonicalNet, ipv4BlockProblem, ipv6BlockProblem, maxSubnets } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { requireFreeName, throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { usableAddresses } from '../addresses.ts'
import { addressesOfSubnet, freeAddresses } from '../free-addresses.repo.ts'
import { requireFewer } from '../part-limits.ts'
import { insertRoute, renameSubnetRoute } from '../routers/routers.repo.ts'
import { subnets } from './subnet.resource.ts'

export interface NewSubnet {
  name: string
  description: string
  ipv4Block: string
  ipv6Block?: string | null | undefined
  customRouterId?: string | null | undefined
}

/**
 * Adds a subnet and its route in the system router. The VPC's row is locked, which serializes additions.
 * @throws 400 when a block is invalid or overlaps another, or the VPC has the maximum number of subnets
 */
export async function insertSubnet(
  tx: Tx,
  vpc: Row<'vpcs'>,
  { name, description, ipv4Block, ipv6Block, customRouterId }: NewSubnet,
  now: Date,
): Promise<Row<'subnets'>> {
  await requireFewer(subnetsOfVpc(tx, vpc.id), maxSubnets, { parent: 'VPC', kind: 'subnets' })
  const ipv4 = checkedBlock('ipv4_block', ipv4Block, ipv4BlockProblem(ipv4Block))
  const ipv6 = ipv6Block
    ? checkedBlock('ipv6_block', ipv6Block, ipv6BlockProblem(ipv6Block, vpc.ipv6_prefix))
    : await lowestIpv6Block(tx, vpc)
  await refuseOverlap(tx, vpc.id, ipv4, ipv6)
  const subnet = await tx
    .insertInto('subnets')
    .values({
      id: randomId(),
      vpc_id: vpc.id,
      name,
      description,
      ipv4_block: ipv4,
      ipv6_block: ipv6,
      custom_router_id: customRouterId ?? null,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('vpc-subnet', name))
  const { first, last } = usableAddresses(ipv4)
  await freeAddresses(tx, addressesOfSubnet(subnet.id), first, last)
  await insertRoute(tx, {
    router_id: vpc.system_router_id,
    name,
    description: `Route to subnet ${name}`,
    kind: 'vpc_subnet',
    destination: { type: 'subnet', value: name },
    target: { type: 'subnet', value: name },
    subnet_id: subnet.id,
    time_created: now,
    time_modified: now,
  })
  return subnet
}

function checkedBlock(field: string, block: string, problem: string | undefined): string {
  if (problem) throw invalidRequest(`${field} ${block} ${problem}`).concerning({ field })
  return canonicalNet(block)!
}

/** The lowest free /64 of a VPC. The candidates are the first of its prefix and the next one after each subnet. */
async function lowestIpv6Block(tx: Tx, { id, ipv6_prefix: prefix }: Row<'vpcs'>): Promise<string> {
  const { rows } = await sql<{ block: string }>`
    select block from (
      select set_masklen(${prefix}::cidr, 64) as block
      union all select network(broadcast(ipv6_block) + 1) from subnets where vpc_id = ${id}
    ) candidates
    where block << ${prefix}::cidr
      and not exists (select from subnets where vpc_id = ${id} and ipv6_block = candidates.block)
    order by block limit 1`.execute(tx)
  // Always found: a /48 has 64 times as many /64s as a VPC can have subnets.
  return rows[0]!.block
}

async function refuseOverlap(tx: Tx, vpcId: string, ipv4: string, ipv6: string): Promise<void> {
  const other = await tx
    .selectFrom('subnets')
    .select(['name', 'ipv4_block', 'ipv6_block', sql<boolean>`ipv4_block && ${ipv4}::cidr`.as('by_ipv4')])
    .where('vpc_id', '=', vpcId)
    .where(sql<boolean>`(ipv4_block && ${ipv4}::cidr or ipv6_block && ${ipv6}::cidr)`)
    .executeTakeFirst()
  if (!other) return
  const field = other.by_ipv4 ? 'ipv4_block' : 'ipv6_block'
  const requested = other.by_ipv4 ? ipv4 : ipv6
  throw invalidRequest(`${requested} overlaps ${other[field]} of subnet "${other.name}"`).concerning({ field })
}

const subnetsOfVpc = (db: Queryable, vpcId: string) => db.selectFrom('subnets').selectAll().where('vpc_id', '=', vpcId)

/** Adds the number of interfaces in the same statement. */
export const listedSubnets = (db: Queryable, vpcId: string) =>
  subnetsOfVpc(db, vpcId).select(
    sql<number>`(select count(*)::int from network_interfaces where subnet_id = subnets.id)`.as(
      'network_interface_count',
    ),
  )

/** Updates a subnet, and renames its route in the system router with it. */
export async function updateSubnet(
  tx: Tx,
  id: string,
  fields: { name: string | undefined; description: string | undefined; custom_router_id: string | null },
  now: Date,
): Promise<Row<'subnets'>> {
  await requireFreeName(tx, subnets, id, fields.name)
  const subnet = await tx
    .updateTable('subnets')
    .set({ ...fields, time_modified: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (fields.name !== undefined) await renameSubnetRoute(tx, subnet, now)
  return subnet
}

/** An interface in a subnet, with the name of its instance; undefined when there is none. */
export const firstInterface = (tx: Tx, id: string): Promise<{ name: string; instance: string } | undefined> =>
  tx
    .selectFrom('network_interfaces')
    .innerJoin('instances', 'instances.id', 'network_interfaces.instance_id')
    .select(['network_interfaces.name', 'instances.name as instance'])
    .where('subnet_id', '=', id)
    .orderBy('network_interfaces.ip')
    .limit(1)
    .executeTakeFirst()

/** A probe in a subnet; undefined when there is none. */
export const firstProbe = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.selectFrom('probes').select('name').where('subnet_id', '=', id).orderBy('ip').limit(1).executeTakeFirst()

/** Deletes its route in the system router too. */
export async function deleteSubnet(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('subnets').where('id', '=', id).execute()
}
