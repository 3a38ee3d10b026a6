import type { InstanceNetworkInterfaceAttachment } from '@skerry/contract/compute/instances.ts'
import type { InstanceNetworkInterfaceCreate } from '@skerry/contract/network/network-interfaces.ts'
import { maxNetworkInterfaces } from '@skerry/contract/rules/instances.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import type { Services } from '../../kernel/services/services.ts'
import { takeInSubnet, takeNextInSubnet } from '../subnets/subnet-allocation.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import {
  deleteInterface,
  insertInterface,
  type Interface,
  interfacesOf,
  lockVpcByName,
  subnetByName,
} from './network-interfaces.repo.ts'

/** The interface of an instance whose creation request names none. */
const DEFAULT_INTERFACE: InstanceNetworkInterfaceCreate = {
  name: 'net0',
  description: 'The first network interface',
  vpc_name: 'default',
  subnet_name: 'default',
}

/**
 * Creates the initial interfaces of an instance, the first as its primary one. Locks their VPC's row.
 * @throws 404 for an unknown VPC or subnet, 400 when interfaces conflict or an address is unavailable,
 * 507 when a subnet is full
 */
export async function createInterfaces(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: { id: string; project_id: string },
  attachment: InstanceNetworkInterfaceAttachment,
  now: Date,
): Promise<Interface[]> {
  if (attachment.type === 'none') return []
  const requested = attachment.type === 'default' ? [DEFAULT_INTERFACE] : attachment.params
  const [first] = requested
  if (!first || requested.length > maxNetworkInterfaces)
    throw invalidRequest(`an instance can be created with 1 to ${maxNetworkInterfaces} network interfaces`)
  if (requested.some((params) => params.vpc_name !== first.vpc_name)) throw invalidRequest(SAME_VPC_MESSAGE)
  if (new Set(requested.map((params) => params.subnet_name)).size < requested.length)
    throw invalidRequest(SEPARATE_SUBNETS_MESSAGE)

  const vpc = await lockVpcByName(tx, instance.project_id, first.vpc_name)
  const interfaces: Interface[] = []
  for (const [slot, params] of requested.entries())
    interfaces.push(await createInterface(tx, { instance, vpc, params, slot, primary: slot === 0 }, now))
  await declareVpcs(tx, services, [vpc.id])
  return interfaces
}

const SAME_VPC_MESSAGE = 'all network interfaces of an instance must be in the same VPC'
const SEPARATE_SUBNETS_MESSAGE = 'each network interface of an instance must be in a subnet of its own'

/**
 * Adds an interface to a locked instance.
 * @throws like `createInterfaces`, and 400 when the instance has the maximum or is in another VPC
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
  if (present.length >= maxNetworkInterfaces)
    throw invalidRequest(`an instance can have at most ${maxNetworkInterfaces} network interfaces`)
  if (present.some((nic) => nic.vpc_id !== vpc.id)) throw invalidRequest(SAME_VPC_MESSAGE)
  const subnet = await subnetByName(tx, vpc.id, params.subnet_name)
  if (present.some((nic) => nic.subnet_id === subnet.id)) throw invalidRequest(SEPARATE_SUBNETS_MESSAGE)
  const slots = new Set(present.map((nic) => nic.slot))
  const slot = Array.from({ length: maxNetworkInterfaces }, (_, index) => index).find((index) => !slots.has(index))!
  const nic = await createInterface(tx, { instance, vpc, params, slot, primary: present.length === 0 }, now)
  await declareVpcs(tx, services, [vpc.id])
  return nic
}

/** Deletes all interfaces of an instance. */
export async function deleteInterfaces(tx: Tx, services: Pick<Services, 'sagas'>, instanceId: string): Promise<void> {
  const present = await interfacesOf(tx, instanceId)
  await declareVpcs(
    tx,
    services,
    present.map((nic) => nic.vpc_id),
  )
  for (const nic of present) await deleteInterface(tx, nic)
}

/** Creates an interface in a VPC whose row is locked. @throws like `createInterfaces` */
async function createInterface(
  tx: Tx,
  { instance, vpc, params, slot, primary }: NewInterface,
  now: Date,
): Promise<Interface> {
  const subnet = await subnetByName(tx, vpc.id, params.subnet_name)
  const ip = params.ip ? await takeInSubnet(tx, subnet, params.ip) : await takeNextInSubnet(tx, subnet)
  const { name, description } = params
  const ids = { instance_id: instance.id, vpc_id: vpc.id, subnet_id: subnet.id }
  return insertInterface(tx, { ...ids, name, description, ip, is_primary: primary, slot }, now)
}

interface NewInterface {
  instance: { id: string }
  vpc: { id: string }
  params: InstanceNetworkInterfaceCreate
  slot: number
  primary: boolean
}
