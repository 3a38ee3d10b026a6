import { diskCan, diskTransitions } from '@skerry/contract/rules/disks.ts'
import { instanceCan, maxDisks } from '@skerry/contract/rules/instances.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Call } from '../../../kernel/http/call.ts'
import { conflict, invalidRequest } from '../../../kernel/http/errors.ts'
import { TryAfterSaga } from '../../../kernel/http/make-change.ts'
import { refuseUnless } from '../../../kernel/http/refuse.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import { diskInBody } from '../../disks/disk-in-body.ts'
import { disksOf } from '../../disks/disks.repo.ts'
import type { InstanceRow } from '../instances.repo.ts'
import { diskAttachSaga, diskDetachSaga } from './disk-attach.saga.ts'

type Disk = Row<'disks'>

/** The error while another request's saga owns the disk: the change is retried when that saga has ended. */
function waitForOwner(disk: Disk): void {
  if (!disk.saga_id) return
  const refusal = `disk "${disk.name}" is ${diskTransitions[disk.state] ?? 'being changed'} by another request: try again when that is done`
  throw new TryAfterSaga(disk.saga_id, invalidRequest(refusal))
}

/**
 * Hands a locked disk to the saga that attaches it.
 * @throws 400 when it is attached elsewhere, or its state forbids it
 */
export async function claimDisk(tx: Tx, disk: Disk, instanceId: string, sagaId: string, now: Date): Promise<Disk> {
  if (disk.instance_id && disk.instance_id !== instanceId)
    throw invalidRequest(`disk "${disk.name}" is attached to another instance: detach it there first`)
  if (!disk.finalized) throw invalidRequest(`disk "${disk.name}" is waiting for an import: it cannot be attached yet`)
  refuseUnless(diskCan.attach, disk.state)
  waitForOwner(disk)
  return tx
    .updateTable('disks')
    .set({ state: 'attaching', instance_id: instanceId, saga_id: sagaId, time_modified: now })
    .where('id', '=', disk.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Attaches a disk to a locked instance. No-op when it is attached or being attached there. */
export async function attachDisk(tx: Tx, call: Call, instance: InstanceRow, nameOrId: string): Promise<string> {
  const { sagas } = call.services
  const disk = await diskInBody(tx, call, instance.project_id, nameOrId)
  if (disk.instance_id === instance.id && disk.state !== 'detaching') {
    if (disk.saga_id) sagas.join(tx, disk.saga_id, { sharesOutcome: true })
    return disk.id
  }
  refuseUnless(instanceCan.attachDisk, instance.run_state)
  if ((await disksOf(tx, instance.id)).length >= maxDisks)
    throw invalidRequest(`an instance can have at most ${maxDisks} disks`)
  const saga = randomId()
  await claimDisk(tx, disk, instance.id, saga, call.now)
  call.mention(disk.id)
  await sagas.begin(tx, diskAttachSaga, { instanceId: instance.id, diskId: disk.id }, instance, saga)
  return disk.id
}

/** Detaches a disk from a locked instance. No-op when it is detached or being detached. */
export async function detachDisk(tx: Tx, call: Call, instance: InstanceRow, nameOrId: string): Promise<string> {
  const { sagas } = call.services
  const disk = await diskInBody(tx, call, instance.project_id, nameOrId)
  if (disk.state === 'detached') return disk.id
  if (disk.state === 'detaching' && disk.instance_id === instance.id) {
    if (disk.saga_id) sagas.join(tx, disk.saga_id, { sharesOutcome: true })
    return disk.id
  }
  if (disk.instance_id !== null && disk.instance_id !== instance.id)
    throw invalidRequest(`disk "${disk.name}" is attached to another instance`)
  refuseUnless(instanceCan.detachDisk, instance.run_state)
  if (instance.boot_disk_id === disk.id)
    throw conflict(`disk "${disk.name}" is the boot disk of the instance: choose another or none first`)
  if (disk.instance_id === instance.id) waitForOwner(disk)
  refuseUnless(diskCan.detach, disk.state)
  call.mention(disk.id)
  const saga_id = await sagas.begin(tx, diskDetachSaga, { instanceId: instance.id, diskId: disk.id }, instance)
  await tx
    .updateTable('disks')
    .set({ state: 'detaching', saga_id, time_modified: call.now })
    .where('id', '=', disk.id)
    .execute()
  return disk.id
}

/**
 * Refuses to start or delete an instance while another saga attaches or detaches one of its disks.
 * @param own a saga whose disks do not count
 */
export async function requireSettledDisks(tx: Tx, instanceId: string, own?: string): Promise<void> {
  const busy = (await disksOf(tx, instanceId)).find(({ saga_id }) => saga_id && saga_id !== own)
  if (busy) waitForOwner(busy)
}

/**
 * The boot disk that a request names.
 * @throws 404 when it does not exist, 409 when it is not attached to the instance
 */
export async function bootDiskInBody(tx: Tx, call: Call, instance: InstanceRow, nameOrId: string): Promise<Disk> {
  const disk = await diskInBody(tx, call, instance.project_id, nameOrId)
  if (disk.id === instance.boot_disk_id) return disk
  if (disk.instance_id !== instance.id || !diskCan.setAsBootDisk(disk.state))
    throw conflict(`disk "${disk.name}" is not attached to the instance: attach it first`)
  return disk
}
