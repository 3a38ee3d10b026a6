import { canonicalNet, ipv6PrefixProblem, maxVpcs } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { insertWithRandom, requireFreeName } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { invalidValue } from '../../kernel/http/errors.ts'
import type { Services } from '../../kernel/services/services.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { randomIpv6Prefix } from '../addresses.ts'
import { insertDefaultRules } from '../firewall-rules/firewall-rules.repo.ts'
import { insertDefaultGateway } from '../internet-gateways/internet-gateways.repo.ts'
import { requireFewer } from '../part-limits.ts'
import { insertSystemRouter } from '../routers/routers.repo.ts'
import { insertSubnet } from '../subnets/subnets.repo.ts'
import { declareVpcs } from './vpc-declare.saga.ts'
import { vpcs } from './vpc.resource.ts'

/** Lower network identifiers are reserved. */
const FIRST_VNI = 1024
/** The block of a VPC's default subnet. VPCs are isolated, so they can share it. */
const DEFAULT_SUBNET_BLOCK = '172.30.0.0/22'

export interface NewVpc {
  name: string
  description: string
  dnsName: string
  ipv6Prefix?: string | null | undefined
  now: Date
}

/**
 * Creates a VPC with its initial parts: system router, default routes, gateway with the silo's default pool, a subnet
 * and three firewall rules. The project's row is locked, or new.
 * @throws 400 when the name is taken, the prefix is not a /48 of fd00::/8 or the project has the maximum of VPCs
 */
export async function createVpc(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  project: { id: string; silo_id: string },
  { name, description, dnsName, ipv6Prefix, now }: NewVpc,
): Promise<Row<'vpcs'>> {
  const problem = ipv6Prefix && ipv6PrefixProblem(ipv6Prefix)
  if (problem) throw invalidValue('ipv6_prefix', problem)
  await requireFewer(vpcsOfProject(tx, project.id), maxVpcs, { parent: 'project', kind: 'VPCs' })
  const vpc = await insertVpc(tx, {
    id: randomId(),
    project_id: project.id,
    name,
    description,
    dns_name: dnsName,
    ipv6_prefix: ipv6Prefix ? canonicalNet(ipv6Prefix)! : randomIpv6Prefix(),
    system_router_id: randomId(),
    time_created: now,
    time_modified: now,
  })
  await insertSystemRouter(tx, vpc, now)
  await insertDefaultGateway(tx, vpc, project.silo_id, now)
  const first = { name: 'default', description: `The first subnet of ${name}`, ipv4Block: DEFAULT_SUBNET_BLOCK }
  await insertSubnet(tx, vpc, first, now)
  await insertDefaultRules(tx, vpc, now)
  await declareVpcs(tx, services, [vpc.id])
  return vpc
}

/** Ids of the subnets, routers and internet gateways of a VPC. */
export async function heldByVpc(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from subnets where vpc_id = ${id}
    union all select id from routers where vpc_id = ${id}
    union all select id from internet_gateways where vpc_id = ${id}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Inserts a VPC with a unique network identifier, safe under concurrent inserts. */
const insertVpc = (tx: Tx, fields: Omit<Row<'vpcs'>, 'vni' | 'generation' | 'deletion_locked'>): Promise<Row<'vpcs'>> =>
  insertWithRandom(
    'vpc',
    fields.name,
    () =>
      tx
        .insertInto('vpcs')
        .values({ ...fields, vni: randomVni() })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    () => vpcsOfProject(tx, fields.project_id).where('name', '=', fields.name).executeTakeFirst(),
  )

function randomVni(): number {
  const [random] = crypto.getRandomValues(new Uint32Array(1))
  return FIRST_VNI + (random! % (2 ** 24 - FIRST_VNI))
}

/** Adds the number of firewall rules in the same statement. */
export const listedVpcs = (db: Queryable, projectId: string) =>
  vpcsOfProject(db, projectId).select(
    sql<number>`(select count(*)::int from firewall_rules where vpc_id = vpcs.id)`.as('firewall_rule_count'),
  )

const vpcsOfProject = (db: Queryable, projectId: string) =>
  db.selectFrom('vpcs').selectAll().where('project_id', '=', projectId)

export async function updateVpc(
  tx: Tx,
  id: string,
  fields: { name: string | undefined; description: string | undefined; dns_name: string | undefined },
  now: Date,
): Promise<Row<'vpcs'>> {
  await requireFreeName(tx, vpcs, id, fields.name)
  return tx
    .updateTable('vpcs')
    .set({ ...fields, time_modified: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The first subnet by name; undefined when there is none. */
export const firstSubnet = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.selectFrom('subnets').select('name').where('vpc_id', '=', id).orderBy('name').limit(1).executeTakeFirst()

/** Deletes its routers, routes, gateways and firewall rules too. */
export async function deleteVpc(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('vpcs').where('id', '=', id).execute()
}
