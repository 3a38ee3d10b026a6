import type { InstanceNetworkInterfaceAttachment } from '@skerry/contract/compute/instances.ts'
import type { InstanceNetworkInterfaceCreate } from '@skerry/contract/network/network-interfaces.ts'
import type { Queryable, Tx } from '../../kernel/database.ts'
import { alreadyExists, insufficientCapacity, invalidRequest, notFound } from '../../kernel/errors.ts'
import { refuseTaken } from '../../kernel/names.ts'
import type { Services } from '../../kernel/services.ts'
import type { Row } from '../../kernel/tables.ts'
import { randomId } from '../../kernel/uuid.ts'
import { randomMac, usableIn } from '../addresses.ts'
import { addressesOfSubnet, freeAddresses, lowestFree, takeAddresses } from '../free-addresses.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'

type Interface = Row<'network_interfaces'>

const MAX_INTERFACES = 8
const MAC_TRIES = 64
/** What an instance gets whose creator did not say otherwise. */
const DEFAULT_INTERFACE: InstanceNetworkInterfaceCreate = {
  name: 'net0',
  description: 'The first network interface',
  vpc_name: 'default',
  subnet_name: 'default',
}

/**
 * The interfaces that an instance begins with; the first is its primary one. Their VPC's row is held, and the platform
 * is told once the transaction has committed.
 * @throws 404 when VPC or subnet is missing; 400 when they do not fit together or an address cannot be had; 507 when
 * a subnet is full
 */
export async function createInterfaces(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: { id: string; project_id: string },
  attachment: InstanceNetworkInterfaceAttachment,
  now: Date,
): Promise<Interface[]> {
  if (attachment.type === 'none') return []
  const wanted = attachment.type === 'default' ? [DEFAULT_INTERFACE] : attachment.params
  const [first] = wanted
  if (!first || wanted.length > MAX_INTERFACES)
    throw invalidRequest(`an instance can be created with 1 to ${MAX_INTERFACES} network interfaces`)
  if (wanted.some((params) => params.vpc_name !== first.vpc_name)) throw invalidRequest(ONE_VPC)
  if (new Set(wanted.map((params) => params.subnet_name)).size < wanted.length) throw invalidRequest(OTHER_SUBNETS)

  const vpc = await lockVpcByName(tx, instance.project_id, first.vpc_name)
  const made: Interface[] = []
  for (const [slot, params] of wanted.entries())
    made.push(await insertInterface(tx, { instance, vpc, params, slot, primary: slot === 0 }, now))
  await declareVpcs(tx, services, [vpc.id])
  return made
}

const ONE_VPC = 'all network interfaces of an instance must be in the same VPC'
const OTHER_SUBNETS = 'each network interface of an instance must be in a subnet of its own'

async function subnetByName(tx: Tx, vpcId: string, name: string): Promise<Row<'subnets'>> {
  const subnet = await tx
    .selectFrom('subnets')
    .selectAll()
    .where('vpc_id', '=', vpcId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!subnet) throw notFound('vpc-subnet', { name })
  return subnet
}

async function lockVpcByName(tx: Tx, projectId: string, name: string): Promise<Row<'vpcs'>> {
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

/** One interface in a subnet of a VPC whose row is held. Throws as `createInterfaces` does. */
async function insertInterface(
  tx: Tx,
  {
    instance,
    vpc,
    params,
    slot,
    primary,
  }: {
    instance: { id: string }
    vpc: { id: string }
    params: InstanceNetworkInterfaceCreate
    slot: number
    primary: boolean
  },
  now: Date,
): Promise<Interface> {
  const subnet = await subnetByName(tx, vpc.id, params.subnet_name)
  const ip = params.ip ? await takeCertainAddress(tx, subnet, params.ip) : await takeLowestAddress(tx, subnet)
  for (let tries = 0; tries < MAC_TRIES; tries++) {
    const row = await tx
      .insertInto('network_interfaces')
      .values({
        id: randomId(),
        instance_id: instance.id,
        vpc_id: vpc.id,
        subnet_id: subnet.id,
        name: params.name,
        description: params.description,
        ip,
        mac: randomMac(),
        is_primary: primary,
        slot,
        transit_ips: '[]',
        time_created: now,
        time_modified: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return row
    const other = await interfacesOfInstance(tx, instance.id).where('name', '=', params.name).executeTakeFirst()
    if (other) throw alreadyExists('instance-network-interface', params.name)
  }
  throw new Error('No hardware address was free')
}

async function takeCertainAddress(tx: Tx, subnet: Row<'subnets'>, ip: string): Promise<string> {
  const place = usableIn(ip, subnet.ipv4_block)
  if (place === 'outside')
    throw invalidRequest(`address ${ip} is not in ${subnet.ipv4_block} of subnet "${subnet.name}"`)
  if (place === 'reserved') throw invalidRequest(`address ${ip} is reserved in subnet "${subnet.name}"`)
  if (!(await takeAddresses(tx, addressesOfSubnet(subnet.id), ip)))
    throw invalidRequest(`address ${ip} is in use in subnet "${subnet.name}"`)
  return ip
}

async function takeLowestAddress(tx: Tx, subnet: Row<'subnets'>): Promise<string> {
  const ip = await lowestFree(tx, addressesOfSubnet(subnet.id))
  if (ip === undefined) throw insufficientCapacity(`no address is left in subnet "${subnet.name}"`)
  await takeAddresses(tx, addressesOfSubnet(subnet.id), ip)
  return ip
}

/** In the order in which the instance sees them. */
export const interfacesOf = (db: Queryable, instanceId: string): Promise<Interface[]> =>
  db.selectFrom('network_interfaces').selectAll().where('instance_id', '=', instanceId).orderBy('slot').execute()

/** Takes away all interfaces of an instance that is deleted. */
export async function removeInterfaces(tx: Tx, services: Pick<Services, 'sagas'>, instanceId: string): Promise<void> {
  const present = await interfacesOf(tx, instanceId)
  await declareVpcs(
    tx,
    services,
    present.map((nic) => nic.vpc_id),
  )
  for (const nic of present) await deleteInterface(tx, nic)
}

export const interfacesOfInstance = (db: Queryable, instanceId: string) =>
  db.selectFrom('network_interfaces').selectAll().where('instance_id', '=', instanceId)

export const interfacesOfSubnet = (db: Queryable, subnetId: string) =>
  db.selectFrom('network_interfaces').selectAll().where('subnet_id', '=', subnetId)

/**
 * One more interface for an instance that is held.
 * @throws as `createInterfaces` does, and 400 when the instance has all it can have or is in another VPC
 */
export async function addInterface(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: { id: string; project_id: string },
  params: InstanceNetworkInterfaceCreate,
  now: Date,
): Promise<Interface> {
  const vpc = await lockVpcByName(tx, instance.project_id, params.vpc_name)
  const present = await interfacesOf(tx, instance.id)
  if (present.length >= MAX_INTERFACES)
    throw invalidRequest(`an instance can have at most ${MAX_INTERFACES} network interfaces`)
  if (present.some((nic) => nic.vpc_id !== vpc.id)) throw invalidRequest(ONE_VPC)
  const subnet = await subnetByName(tx, vpc.id, params.subnet_name)
  if (present.some((nic) => nic.subnet_id === subnet.id)) throw invalidRequest(OTHER_SUBNETS)
  const slots = new Set(present.map((nic) => nic.slot))
  const slot = Array.from({ length: MAX_INTERFACES }, (_, index) => index).find((index) => !slots.has(index))!
  const nic = await insertInterface(tx, { instance, vpc, params, slot, primary: present.length === 0 }, now)
  await declareVpcs(tx, services, [vpc.id])
  return nic
}

/** Changes an interface of an instance that is held; with `primary` it takes the place of the one that was. */
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
  await refuseTaken(tx, 'instance-network-interface', { table: 'network_interfaces', id: nic.id }, name)
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

/** Takes away an interface of a VPC whose row is held. */
export async function deleteInterface(tx: Tx, nic: Interface): Promise<void> {
  await tx.deleteFrom('network_interfaces').where('id', '=', nic.id).execute()
  await freeAddresses(tx, addressesOfSubnet(nic.subnet_id), nic.ip)
}
