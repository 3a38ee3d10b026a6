import { diskCan } from '@skerry/contract/rules/disks.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import type { Call } from '../../../kernel/call.ts'
import type { Tx } from '../../../kernel/database.ts'
import { conflict, invalidRequest } from '../../../kernel/errors.ts'
import { refuseUnless } from '../../../kernel/refuse.ts'
import type { Row } from '../../../kernel/tables.ts'
import { diskInBody } from '../../disks/disk-in-body.ts'
import { disksOf, volumeSpec } from '../../disks/disks.repo.ts'
import { diskAttach, diskDetach } from './disk-ties.saga.ts'
import { MAX_DISKS } from '../create/instance-limits.ts'
import type { InstanceRow } from '../instances.repo.ts'

type Disk = Row<'disks'>

/**
 * Sets a disk that is held on its way to an instance.
 * @throws 400 when it is attached elsewhere, or in no state for it
 */
export async function claimDisk(tx: Tx, disk: Disk, instanceId: string, now: Date): Promise<Disk> {
  if (disk.instance_id)
    throw invalidRequest(`disk "${disk.name}" is attached to another instance: detach it there first`)
  refuseUnless(diskCan.attach, disk.state)
  if (!disk.finalized) throw invalidRequest(`disk "${disk.name}" is to be imported into: it cannot be attached yet`)
  return tx
    .updateTable('disks')
    .set({ state: 'attaching', instance_id: instanceId, time_modified: now })
    .where('id', '=', disk.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Attaches a disk to an instance that is held. Where it is there, or on its way there, nothing changes. */
export async function attachDisk(tx: Tx, call: Call, instance: InstanceRow, nameOrId: string): Promise<Disk> {
  const disk = await diskInBody(tx, call, instance.project_id, nameOrId)
  if (disk.instance_id === instance.id && disk.state !== 'detaching') return disk
  refuseUnless(instanceCan.attachDisk, instance.run_state)
  if ((await disksOf(tx, instance.id)).length >= MAX_DISKS)
    throw invalidRequest(`an instance can have at most ${MAX_DISKS} disks`)
  const claimed = await claimDisk(tx, disk, instance.id, call.now)
  const volume = volumeSpec(claimed, instance.silo_id)
  await call.services.sagas.begin(tx, diskAttach, { instanceId: instance.id, diskId: disk.id, volume })
  return claimed
}

/** Detaches a disk from an instance that is held. Where it is detached, or about to be, nothing changes. */
export async function detachDisk(tx: Tx, call: Call, instance: InstanceRow, nameOrId: string): Promise<Disk> {
  const disk = await diskInBody(tx, call, instance.project_id, nameOrId)
  if (disk.state === 'detached' || (disk.state === 'detaching' && disk.instance_id === instance.id)) return disk
  if (disk.instance_id !== null && disk.instance_id !== instance.id)
    throw invalidRequest(`disk "${disk.name}" is attached to another instance`)
  refuseUnless(instanceCan.detachDisk, instance.run_state)
  if (instance.boot_disk_id === disk.id)
    throw conflict(`disk "${disk.name}" is the boot disk of the instance: choose another or none first`)
  refuseUnless(diskCan.detach, disk.state)
  await call.services.sagas.begin(tx, diskDetach, { instanceId: instance.id, diskId: disk.id })
  return tx
    .updateTable('disks')
    .set({ state: 'detaching', time_modified: call.now })
    .where('id', '=', disk.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The disk that an instance is to boot from.
 * @throws 404 when there is none such, 409 when it is not attached to the instance
 */
export async function bootDiskInBody(tx: Tx, call: Call, instance: InstanceRow, nameOrId: string): Promise<Disk> {
  const disk = await diskInBody(tx, call, instance.project_id, nameOrId)
  if (disk.id === instance.boot_disk_id) return disk
  if (disk.instance_id !== instance.id || !diskCan.setAsBootDisk(disk.state))
    throw conflict(`disk "${disk.name}" is not attached to the instance: attach it first`)
  return disk
}
