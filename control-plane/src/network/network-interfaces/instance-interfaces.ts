import type { InstanceNetworkInterfaceAttachment } from '@skerry/contract/compute/instances.ts'
import type { InstanceNetworkInterfaceCreate } from '@skerry/contract/network/network-interfaces.ts'
import { maxNetworkInterfaces } from '@skerry/contract/rules/instances.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'
import { takeInSubnet, takeLowestInSubnet } from '../subnets/subnet-allocation.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import {
  deleteInterface,
  insertInterface,
  type Interface,
  interfacesOf,
  lockVpcByName,
  subnetByName,
} from './network-interfaces.repo.ts'

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
  if (!first || wanted.length > maxNetworkInterfaces)
    throw invalidRequest(`an instance can be created with 1 to ${maxNetworkInterfaces} network interfaces`)
  if (wanted.some((params) => params.vpc_name !== first.vpc_name)) throw invalidRequest(ONE_VPC)
  if (new Set(wanted.map((params) => params.subnet_name)).size < wanted.length) throw invalidRequest(OTHER_SUBNETS)

  const vpc = await lockVpcByName(tx, instance.project_id, first.vpc_name)
  const made: Interface[] = []
  for (const [slot, params] of wanted.entries())
    made.push(await makeInterface(tx, { instance, vpc, params, slot, primary: slot === 0 }, now))
  await declareVpcs(tx, services, [vpc.id])
  return made
}

const ONE_VPC = 'all network interfaces of an instance must be in the same VPC'
const OTHER_SUBNETS = 'each network interface of an instance must be in a subnet of its own'

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
  if (present.length >= maxNetworkInterfaces)
    throw invalidRequest(`an instance can have at most ${maxNetworkInterfaces} network interfaces`)
  if (present.some((nic) => nic.vpc_id !== vpc.id)) throw invalidRequest(ONE_VPC)
  const subnet = await subnetByName(tx, vpc.id, params.subnet_name)
  if (present.some((nic) => nic.subnet_id === subnet.id)) throw invalidRequest(OTHER_SUBNETS)
  const slots = new Set(present.map((nic) => nic.slot))
  const slot = Array.from({ length: maxNetworkInterfaces }, (_, index) => index).find((index) => !slots.has(index))!
  const nic = await makeInterface(tx, { instance, vpc, params, slot, primary: present.length === 0 }, now)
  await declareVpcs(tx, services, [vpc.id])
  return nic
}

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

/** One interface in a subnet of a VPC whose row is held. Throws as `createInterfaces` does. */
async function makeInterface(
  tx: Tx,
  { instance, vpc, params, slot, primary }: NewInterface,
  now: Date,
): Promise<Interface> {
  const subnet = await subnetByName(tx, vpc.id, params.subnet_name)
  const ip = params.ip ? await takeInSubnet(tx, subnet, params.ip) : await takeLowestInSubnet(tx, subnet)
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
