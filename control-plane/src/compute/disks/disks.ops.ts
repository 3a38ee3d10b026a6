import type { disks as operations } from '@skerry/contract/compute/disks.ts'
import { diskCan } from '@skerry/contract/rules/disks.ts'
import { type AddedStorage, addingStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import { giveStorage, lockQuota } from '../../identity/quotas/quotas.repo.ts'
import { selectedProject } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { reload } from '../../kernel/database/reload.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { tagged } from '../../kernel/http/etag.ts'
import { projectList } from '../../kernel/http/project-list.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { updateDeletionLock } from '../../kernel/resources/deletion-lock.ts'
import { find } from '../../kernel/resources/find.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { diskCreateSaga } from './disk-create.saga.ts'
import { diskDeleteSaga } from './disk-delete.saga.ts'
import { finalizeImport, startImport, stopImport, writeBlocks } from './disk-import.ts'
import { diskMeasurements } from './disk-metrics.ts'
import { createDisk } from './disk-new.ts'
import { disks } from './disk.resource.ts'
import { DISK_COLUMNS, diskView } from './disk.view.ts'
import { desiredVolume, volumeSpec } from './disks.repo.ts'

/** The disk in the path, with permission for the operation. */
const diskInPath = (call: CallAt<'disk'>, db: Queryable) => find(call, db, disks, call.params.disk)

/** The disk in the path, locked, with permission for the operation. */
const lockDisk = (call: CallAt<'disk'>, tx: Tx) => find(call, tx, disks, call.params.disk, { lock: true })

/** The disk in the path, locked after the quota that it uses, with permission for the operation. */
const lockDiskAndQuota = (call: CallAt<'disk'>, tx: Tx) =>
  find(call, tx, disks, call.params.disk, { lock: ({ silo_id }) => lockQuota(tx, silo_id) })

/** Deletes the disk in the path, if the rule allows it, and returns its space. */
const removeDisk = (call: CallAt<'disk'>, rule: typeof diskCan.delete) =>
  call.transaction(async (tx) => {
    const disk = await lockDiskAndQuota(call, tx)
    call.target(disk.id)
    refuseUnless(rule, diskView(disk))
    await tx.deleteFrom('disks').where('id', '=', disk.id).execute()
    await giveStorage(tx, disk, disk.size, call.now)
    const deleted = disk.has_volume && { deleted: desiredVolume(disk) }
    await call.services.sagas.begin(tx, diskDeleteSaga, { diskId: disk.id, ...deleted }, disk)
  })

export const disksOps: Handlers<typeof operations> = {
  disk_list: projectList({ table: 'disks', columns: DISK_COLUMNS, view: diskView }),

  async disk_create(call) {
    const project = selectedProject(call)
    const create = async (tx: Tx, added: AddedStorage) => {
      const saga_id = randomId()
      const disk = await createDisk(tx, call, project, call.body, { saga_id, instance_id: null }, added)
      call.target(disk.id)
      await call.services.sagas.begin(tx, diskCreateSaga, { volume: volumeSpec(disk, project.silo_id) }, disk, saga_id)
      return disk.id
    }
    const id = await call.transaction((tx) => addingStorage(tx, (added) => create(tx, added)))
    return diskView(await reload(call.db, 'disks', 'disk', id))
  },

  disk_view: async (call) => tagged(call, diskView(await diskInPath(call, call.db))),

  disk_delete: (call) => removeDisk(call, diskCan.delete),

  disk_deletion_lock_update(call) {
    return call.transaction(async (tx) => {
      const row = await lockDisk(call, tx)
      const creation = row.state === 'creating' ? row.saga_id : null
      return updateDeletionLock(call, tx, { table: 'disks', row, view: diskView, creation })
    })
  },

  disk_bulk_write_import_start(call) {
    return call.transaction(async (tx) => startImport(call, tx, await lockDisk(call, tx)))
  },

  disk_bulk_write_import: async (call) => writeBlocks(call, await diskInPath(call, call.db), call.body),

  disk_bulk_write_import_stop(call) {
    return stopImport(call, (tx) => lockDisk(call, tx))
  },

  disk_finalize_import(call) {
    return call.transaction((tx) =>
      addingStorage(tx, async (added) => finalizeImport(call, tx, await lockDiskAndQuota(call, tx), call.body, added)),
    )
  },

  // A saga that finalizes it meanwhile fails: it no longer owns the disk.
  disk_cancel_import: (call) => removeDisk(call, diskCan.cancelImport),

  disk_metrics_list: async (call) => diskMeasurements(call, await diskInPath(call, call.db), call.params.metric),
}
