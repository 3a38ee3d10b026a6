import { defineSaga, WaitForSaga } from '../../kernel/sagas/saga.ts'
import type { DesiredImage } from '../../platform/interface/volumes.ts'
import { copyingFrom } from '../disks/source-retention.repo.ts'

interface ImageDeletion {
  imageId: string
  /** The image, if it was ready: running copies need it until the saga has deleted it. */
  deleted?: DesiredImage
}

/** Deletes an image whose row is gone, after the disks that are being copied from it are complete. */
export const imageDeleteSaga = defineSaga<ImageDeletion>(
  'image-delete',
  [
    {
      name: 'copies',
      async do({ db }, { imageId }) {
        const copier = await copyingFrom(db, imageId)
        if (copier) throw new WaitForSaga(copier.id)
      },
    },
    { name: 'image', do: ({ platform, signal }, { imageId }) => platform.volumes.deleteImage(imageId, signal) },
  ],
  { forward: true },
)
