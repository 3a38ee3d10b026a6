import type { disks } from '@skerry/contract/compute/disks.ts'
import { diskCan } from '@skerry/contract/rules/disks.ts'
import { type AddedStorage, addingStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import { giveStorage, lockQuota } from '../../identity/quotas/quotas.repo.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { updateDeletionLock } from '../../kernel/deletion-lock.ts'
import { tagged } from '../../kernel/http/etag.ts'
import { projectList } from '../../kernel/http/project-list.ts'
import { reload } from '../../kernel/database/reload.ts'
import { refuseUnless } from '../../kernel/refuse.ts'
import { findInProject, selectedProject } from '../../kernel/access/scope.ts'
import { randomId } from '../../kernel/uuid.ts'
import { diskCreate } from './disk-create.saga.ts'
import { diskDelete } from './disk-delete.saga.ts'
import { finalizeImport, startImport, stopImport, writeBlocks } from './disk-import.ts'
import { diskMeasurements } from './disk-metrics.ts'
import { DISK_COLUMNS, diskView } from './disk.view.ts'
import { createDisk } from './disk-new.ts'
import { desiredVolume, volumeSpec } from './disks.repo.ts'

/** The disk in the path, with permission for the operation. */
const diskInPath = (call: CallAt<'disk'>, db: Queryable, options?: { lock: true }) =>
  findInProject(call, db, 'disks', 'disk', call.params.disk, options)

/** Deletes the disk in the path, if the rule allows it, and returns its space. */
const removeDisk = (call: CallAt<'disk'>, rule: typeof diskCan.delete) =>
  call.transaction(async (tx) => {
    await lockQuota(tx, (await diskInPath(call, tx)).silo_id)
    const disk = await diskInPath(call, tx, { lock: true })
    call.target(disk.id)
    refuseUnless(rule, diskView(disk))
    await tx.deleteFrom('disks').where('id', '=', disk.id).execute()
    await giveStorage(tx, disk, disk.size, call.now)
    const deleted = disk.has_volume && { deleted: desiredVolume(disk) }
    await call.services.sagas.begin(tx, diskDelete, { diskId: disk.id, ...deleted }, disk)
  })

export const disksOps: Handlers<typeof disks> = {
  disk_list: projectList({ table: 'disks', columns: DISK_COLUMNS, view: diskView }),

  async disk_create(call) {
    const project = selectedProject(call)
    const create = async (tx: Tx, added: AddedStorage) => {
      const saga_id = randomId()
      const disk = await createDisk(tx, call, project, call.body, { saga_id, instance_id: null }, added)
      call.target(disk.id)
      await call.services.sagas.begin(tx, diskCreate, { volume: volumeSpec(disk, project.silo_id) }, disk, saga_id)
      return disk.id
    }
    const id = await call.transaction((tx) => addingStorage(tx, (added) => create(tx, added)))
    return diskView(await reload(call.db, 'disks', 'disk', id))
  },

  disk_view: async (call) => tagged(call, diskView(await diskInPath(call, call.db))),

  disk_delete: (call) => removeDisk(call, diskCan.delete),

  disk_deletion_lock_update(call) {
    return call.transaction(async (tx) => {
      const row = await diskInPath(call, tx, { lock: true })
      const creation = row.state === 'creating' ? row.saga_id : null
      return updateDeletionLock(call, tx, { table: 'disks', row, view: diskView, creation })
    })
  },

  disk_bulk_write_import_start(call) {
    return call.transaction(async (tx) => startImport(call, tx, await diskInPath(call, tx, { lock: true })))
  },

  disk_bulk_write_import: async (call) => writeBlocks(call, await diskInPath(call, call.db), call.body),

  disk_bulk_write_import_stop(call) {
    return stopImport(call, (tx) => diskInPath(call, tx, { lock: true }))
  },

  disk_finalize_import(call) {
    const finalize = async (tx: Tx, added: AddedStorage) => {
      await lockQuota(tx, (await diskInPath(call, tx)).silo_id)
      return finalizeImport(call, tx, await diskInPath(call, tx, { lock: true }), call.body, added)
    }
    return call.transaction((tx) => addingStorage(tx, (added) => finalize(tx, added)))
  },

  // A saga that finalizes it meanwhile fails: it no longer owns the disk.
  disk_cancel_import: (call) => removeDisk(call, diskCan.cancelImport),

  disk_metrics_list: async (call) => diskMeasurements(call, await diskInPath(call, call.db), call.params.metric),
}
