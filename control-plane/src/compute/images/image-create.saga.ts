import { defineSaga } from '../../kernel/saga.ts'
import type { ImageSpec } from '../../platform/volumes.ts'
import { imageDelete } from './image-delete.saga.ts'

/** Copies an image from its snapshot; disks that are made from it meanwhile wait for that. */
export const imageCreate = defineSaga<{ image: ImageSpec; deleted?: boolean }>('image-create', [
  {
    name: 'image',
    async do({ platform, signal, transaction }, { image }) {
      await platform.volumes.ensureImage(image, signal)
      // With the copy, not in a step after it: from here on a restart counts on this image, or on its deletion.
      await transaction(async (tx, { begin }) => {
        const row = await tx.updateTable('images').set({ state: 'ready' }).where('id', '=', image.id).executeTakeFirst()
        if (!row.numUpdatedRows) await begin(imageDelete, { imageId: image.id, deleted: image })
      })
    },
    async undo({ db, platform, signal }, { image }) {
      await platform.volumes.deleteImage(image.id, signal)
      await db.deleteFrom('images').where('id', '=', image.id).execute()
    },
  },
  {
    // Only records that a server of version 0.1 left here still have something to do.
    name: 'deleted meanwhile',
    async write(_tx, { image, deleted }, { begin }) {
      if (deleted) await begin(imageDelete, { imageId: image.id, deleted: image })
    },
  },
])
