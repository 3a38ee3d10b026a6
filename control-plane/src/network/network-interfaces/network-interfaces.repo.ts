import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { insertWithRandom, requireFreeName } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { randomMac } from '../addresses.ts'
import { addressesOfSubnet, freeAddresses } from '../free-addresses.repo.ts'
import { networkInterfaces } from './network-interface.resource.ts'

export type Interface = Row<'network_interfaces'>

/** @throws 404 */
export async function subnetByName(tx: Tx, vpcId: string, name: string): Promise<Row<'subnets'>> {
  const subnet = await tx
    .selectFrom('subnets')
    .selectAll()
    .where('vpc_id', '=', vpcId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!subnet) throw notFound('vpc-subnet', { name })
  return subnet
}

/** @throws 404 */
export async function lockVpcByName(tx: Tx, projectId: string, name: string): Promise<Row<'vpcs'>> {
  const vpc = await tx
    .selectFrom('vpcs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!vpc) throw notFound('vpc', { name })
  return vpc
}

/**
 * Inserts an interface with a unique MAC address, safe under concurrent inserts.
 * @throws 400 when the name is taken in the instance
 */
export const insertInterface = (
  tx: Tx,
  fields: Pick<
    Interface,
    'instance_id' | 'vpc_id' | 'subnet_id' | 'name' | 'description' | 'ip' | 'is_primary' | 'slot'
  >,
  now: Date,
): Promise<Interface> => {
  const row = { id: randomId(), ...fields, transit_ips: '[]', time_created: now, time_modified: now }
  return insertWithRandom(
    'instance-network-interface',
    fields.name,
    () =>
      tx
        .insertInto('network_interfaces')
        .values({ ...row, mac: randomMac() })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    () => interfacesOfInstance(tx, fields.instance_id).where('name', '=', fields.name).executeTakeFirst(),
  )
}

/** The interfaces in the order of their slots. */
export const interfacesOf = (db: Queryable, instanceId: string): Promise<Interface[]> =>
  db.selectFrom('network_interfaces').selectAll().where('instance_id', '=', instanceId).orderBy('slot').execute()

export const interfacesOfInstance = (db: Queryable, instanceId: string) =>
  db.selectFrom('network_interfaces').selectAll().where('instance_id', '=', instanceId)

export const interfacesOfSubnet = (db: Queryable, subnetId: string) =>
  db.selectFrom('network_interfaces').selectAll().where('subnet_id', '=', subnetId)

/** Maximum JSON size of an interface in a list, which grows with its transit IPs. */
export const interfaceBytes = sql<number>`600 + 6 * octet_length(description) + octet_length(transit_ips::text)`

/** Updates an interface of a locked instance. `primary` makes it the primary one in place of the present one. */
export async function updateInterface(
  tx: Tx,
  nic: Interface,
  fields: { name: string | undefined; description: string | undefined; primary: boolean; transitIps: string[] },
  now: Date,
): Promise<Interface> {
  const { name, description, primary, transitIps } = fields
  if (primary && !nic.is_primary)
    await tx
      .updateTable('network_interfaces')
      .set({ is_primary: false, time_modified: now })
      .where('instance_id', '=', nic.instance_id)
      .where('is_primary', '=', true)
      .execute()
  await requireFreeName(tx, networkInterfaces, nic.id, name)
  return tx
    .updateTable('network_interfaces')
    .set({
      name,
      description,
      is_primary: primary || nic.is_primary,
      transit_ips: JSON.stringify(transitIps),
      time_modified: now,
    })
    .where('id', '=', nic.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an interface in a VPC whose row is locked. */
export async function deleteInterface(tx: Tx, nic: Interface): Promise<void> {
  await tx.deleteFrom('network_interfaces').where('id', '=', nic.id).execute()
  await freeAddresses(tx, addressesOfSubnet(nic.subnet_id), nic.ip)
}
