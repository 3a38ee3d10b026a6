import type { snapshots as operations } from '@skerry/contract/compute/snapshots.ts'
import { diskCan } from '@skerry/contract/rules/disks.ts'
import { snapshotCan } from '@skerry/contract/rules/snapshots.ts'
import { type AddedStorage, addingStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import { giveStorage, lockQuota } from '../../identity/quotas/quotas.repo.ts'
import { selectedProject } from '../../kernel/access/scope.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { reload } from '../../kernel/database/reload.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { projectList } from '../../kernel/http/project-list.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { find } from '../../kernel/resources/find.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { diskInBody } from '../disks/disk-in-body.ts'
import { snapshotCreateSaga } from './snapshot-create.saga.ts'
import { snapshotDeleteSaga } from './snapshot-delete.saga.ts'
import { snapshots } from './snapshot.resource.ts'
import { SNAPSHOT_COLUMNS, snapshotView } from './snapshot.view.ts'
import { desiredSnapshot, insertSnapshot } from './snapshots.repo.ts'

export const snapshotsOps: Handlers<typeof operations> = {
  snapshot_list: projectList({ table: 'snapshots', columns: SNAPSHOT_COLUMNS, view: snapshotView }),

  async snapshot_create(call) {
    const project = selectedProject(call)
    const { disk: nameOrId, ...fields } = call.body
    const create = async (tx: Tx, added: AddedStorage) => {
      await lockQuota(tx, project.silo_id)
      const disk = await diskInBody(tx, call, project.id, nameOrId)
      refuseUnless(diskCan.snapshot, disk.state)
      const saga_id = randomId()
      const snapshot = await insertSnapshot(tx, disk, fields, saga_id, added, call.now)
      call.target(snapshot.id)
      call.mention(disk.id)
      const ownsDisk = disk.state === 'detached'
      if (ownsDisk)
        await tx
          .updateTable('disks')
          .set({ state: 'maintenance', saga_id, time_modified: call.now })
          .where('id', '=', disk.id)
          .execute()
      const data = { snapshotId: snapshot.id, diskId: disk.id, siloId: disk.silo_id, ownsDisk }
      await call.services.sagas.begin(tx, snapshotCreateSaga, data, snapshot, saga_id)
      return snapshot.id
    }
    const id = await call.transaction((tx) => addingStorage(tx, (added) => create(tx, added)))
    return snapshotView(await reload(call.db, 'snapshots', 'snapshot', id))
  },

  snapshot_view: async (call) => snapshotView(await find(call, call.db, snapshots, call.params.snapshot)),

  snapshot_delete(call) {
    return call.transaction(async (tx) => {
      const snapshot = await find(call, tx, snapshots, call.params.snapshot, {
        lock: ({ silo_id }) => lockQuota(tx, silo_id),
      })
      call.target(snapshot.id)
      refuseUnless(snapshotCan.delete, snapshot.state)
      await tx.deleteFrom('snapshots').where('id', '=', snapshot.id).execute()
      await giveStorage(tx, snapshot, snapshot.size, call.now)
      await call.services.sagas.begin(
        tx,
        snapshotDeleteSaga,
        {
          snapshotId: snapshot.id,
          ...(snapshot.state === 'ready' && { deleted: desiredSnapshot(snapshot) }),
        },
        snapshot,
      )
    })
  },
}
