import { defineSaga } from '../../kernel/saga.ts'
import type { ImageSpec } from '../../platform/volumes.ts'
import { copyingFrom } from '../disks/source-retention.repo.ts'

const LOOK_AGAIN_MS = 250

interface ImageDeletion {
  imageId: string
  /** The image, if it was whole: what is being made from it needs it until the saga has deleted it. */
  deleted?: ImageSpec
}

/** Deletes an image whose row is gone, once the disks that are being made from it are whole. */
export const imageDelete = defineSaga<ImageDeletion>(
  'image-delete',
  [
    {
      name: 'copies',
      async do({ db, clock, signal }, { imageId }) {
        while (await copyingFrom(db, imageId)) await clock.sleep(LOOK_AGAIN_MS, signal)
      },
    },
    { name: 'image', do: ({ platform, signal }, { imageId }) => platform.volumes.deleteImage(imageId, signal) },
  ],
  { forward: true },
)
