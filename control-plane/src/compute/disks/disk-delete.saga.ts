import { defineSaga } from '../../kernel/saga.ts'
import type { DesiredVolume } from '../../platform/platform.ts'

const LOOK_AGAIN_MS = 250

interface DiskDeletion {
  diskId: string
  /** The volume, while it is whole: what is being made from it needs it until the saga has deleted it. */
  deleted?: DesiredVolume
}

/** Deletes the volume of a disk whose row is gone, once the snapshots that are being taken of it are whole. */
export const diskDelete = defineSaga<DiskDeletion>(
  'disk-delete',
  [
    {
      name: 'snapshots',
      async do({ db, clock, signal }, { diskId }) {
        const underWay = db
          .selectFrom('snapshots')
          .select('id')
          .where('disk_id', '=', diskId)
          .where('state', '=', 'creating')
        while (await underWay.executeTakeFirst()) await clock.sleep(LOOK_AGAIN_MS, signal)
      },
    },
    { name: 'volume', do: ({ platform, signal }, { diskId }) => platform.volumes.deleteVolume(diskId, signal) },
  ],
  { forward: true },
)
