import { defineSaga } from '../../kernel/saga.ts'
import type { ImageSpec } from '../../platform/volumes.ts'
import { imageDelete } from './image-delete.saga.ts'

/** Copies an image from its snapshot; disks that are made from it meanwhile wait for that. */
export const imageCreate = defineSaga<{ image: ImageSpec; deleted?: boolean }>('image-create', [
  {
    name: 'image',
    async do({ db, platform, signal }, { image }) {
      await platform.volumes.ensureImage(image, signal)
      const row = await db.updateTable('images').set({ state: 'ready' }).where('id', '=', image.id).executeTakeFirst()
      return { deleted: row.numUpdatedRows === 0n }
    },
    async undo({ db, platform, signal }, { image }) {
      await platform.volumes.deleteImage(image.id, signal)
      await db.deleteFrom('images').where('id', '=', image.id).execute()
    },
  },
  {
    name: 'deleted meanwhile',
    async write(_tx, { image, deleted }, { begin }) {
      if (deleted) await begin(imageDelete, { imageId: image.id })
    },
  },
])
