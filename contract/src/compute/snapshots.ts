import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { snapshotStates } from '../rules/snapshots.ts'
import { ByteCount, identity, NameOrId, newIdentity, uuid } from '../values.ts'

export const SnapshotState = z.enum(snapshotStates).meta({ id: 'SnapshotState' })
export type SnapshotState = z.infer<typeof SnapshotState>

export const Snapshot = z
  .object({ ...identity, disk_id: uuid, project_id: uuid, size: ByteCount, state: SnapshotState })
  .meta({ id: 'Snapshot' })
export type Snapshot = z.infer<typeof Snapshot>

export const SnapshotCreate = z.object({ ...newIdentity, disk: NameOrId }).meta({ id: 'SnapshotCreate' })
export type SnapshotCreate = z.infer<typeof SnapshotCreate>

export const snapshots = defineOperations({
  snapshot_list: {
    tag: 'snapshots',
    method: 'get',
    path: '/v1/snapshots',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(Snapshot)],
  },
  snapshot_create: {
    tag: 'snapshots',
    method: 'post',
    path: '/v1/snapshots',
    query: z.object({ project: NameOrId }),
    body: SnapshotCreate,
    answer: [201, Snapshot],
  },
  snapshot_view: {
    tag: 'snapshots',
    method: 'get',
    path: '/v1/snapshots/{snapshot}',
    params: z.object({ snapshot: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, Snapshot],
  },
  snapshot_delete: {
    tag: 'snapshots',
    method: 'delete',
    path: '/v1/snapshots/{snapshot}',
    params: z.object({ snapshot: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
})
