import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import type { Services } from '../../kernel/services/services.ts'
import { interfacesOf } from '../network-interfaces/network-interfaces.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'

/**
 * Declares the VPC of a locked instance to the platform. Call it before changing the addresses: VPC rows are locked
 * before pool rows.
 * @throws 400 when the instance has no network interface
 */
export async function declareInstance(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: { id: string; name: string },
): Promise<void> {
  if (!(await declareIfConnected(tx, services, instance)))
    throw invalidRequest(`instance "${instance.name}" has no network interface: add one first`)
}

/**
 * Like `declareInstance`, for releasing an address, which works without an interface too: the platform then does not
 * know the address.
 * @returns whether the instance has an interface
 */
export async function declareIfConnected(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  instance: { id: string },
): Promise<boolean> {
  const [nic] = await interfacesOf(tx, instance.id)
  if (nic) await declareVpcs(tx, services, [nic.vpc_id])
  return Boolean(nic)
}
