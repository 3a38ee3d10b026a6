import type { Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { insufficientCapacity, invalidAddress } from '../../kernel/http/errors.ts'
import { addressStatus } from '../addresses.ts'
import { addressesOfSubnet, takeAddresses, takeNextAddress } from '../free-addresses.repo.ts'

/** Takes the next free address of a subnet whose VPC is locked. @throws 507 when the subnet is full */
export async function takeNextInSubnet(tx: Tx, subnet: Row<'subnets'>): Promise<string> {
  const ip = await takeNextAddress(tx, addressesOfSubnet(subnet.id))
  if (ip === undefined) throw insufficientCapacity(`no address is left in subnet "${subnet.name}"`)
  return ip
}

/** Takes a requested address of a subnet whose VPC is locked. @throws 400 when it is unavailable */
export async function takeInSubnet(tx: Tx, subnet: Row<'subnets'>, ip: string): Promise<string> {
  const status = addressStatus(ip, subnet.ipv4_block)
  if (status === 'outside') throw invalidAddress(ip, `is not in ${subnet.ipv4_block} of subnet "${subnet.name}"`)
  if (status === 'reserved') throw invalidAddress(ip, `is reserved in subnet "${subnet.name}"`)
  if (await takeAddresses(tx, addressesOfSubnet(subnet.id), ip)) return ip
  throw invalidAddress(ip, `of subnet "${subnet.name}" is in use by ${await holderInSubnet(tx, subnet.id, ip)}`)
}

/** Describes the interface or probe that has an address of a subnet, for a message. */
async function holderInSubnet(tx: Tx, subnetId: string, ip: string): Promise<string> {
  const nic = await tx
    .selectFrom('network_interfaces')
    .innerJoin('instances', 'instances.id', 'network_interfaces.instance_id')
    .select(['network_interfaces.name', 'instances.name as instance'])
    .where('subnet_id', '=', subnetId)
    .where('network_interfaces.ip', '=', ip)
    .executeTakeFirst()
  if (nic) return `network interface "${nic.name}" of instance "${nic.instance}"`
  const probes = tx.selectFrom('probes').select('name').where('subnet_id', '=', subnetId).where('ip', '=', ip)
  return `probe "${(await probes.executeTakeFirstOrThrow()).name}"`
}
