import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'
import { interfacesOf } from '../network-interfaces/network-interfaces.repo.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'

/**
 * Has the platform told of what changes in the addresses of an instance that is held. Asked before the change: a VPC's
 * row is held before a pool's.
 * @throws 400 when the instance has no network interface for an address to lead to
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
 * The same where an address goes: an instance whose last interface was deleted gives its addresses back all the same,
 * and the platform, which knows none of them, has nothing to be told. Answers whether there is an interface.
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
