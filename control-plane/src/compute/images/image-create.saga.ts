import { deleteOwned, isNotOwned, updateOwned } from '../../kernel/sagas/saga-owner.ts'
import { defineSaga } from '../../kernel/sagas/saga.ts'
import type { ImageSpec } from '../../platform/interface/volumes.ts'

/** Copies an image from its snapshot. Disks that are created from it meanwhile wait. */
export const imageCreateSaga = defineSaga<{ image: ImageSpec }>('image-create', [
  {
    name: 'image',
    slow: () => true,
    // Copied and marked ready in one step: after a restart an image that is not ready is copied again.
    async do({ id, db, platform, signal }, { image }) {
      await platform.volumes.ensureImage(image, signal)
      await updateOwned(db, 'images', image.id, id, { state: 'ready', saga_id: null })
    },
    async undo({ id, db, platform, signal }, { image }) {
      if (await isNotOwned(db, 'images', image.id, id)) return
      await platform.volumes.deleteImage(image.id, signal)
      await deleteOwned(db, 'images', image.id, id)
    },
  },
])
