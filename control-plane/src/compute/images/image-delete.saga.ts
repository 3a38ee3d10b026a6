import { defineSaga } from '../../kernel/saga.ts'

const LOOK_AGAIN_MS = 250

/** Takes apart an image whose row is gone, once the disks that are being made from it are whole. */
export const imageDelete = defineSaga<{ imageId: string }>(
  'image-delete',
  [
    {
      name: 'copies',
      async do({ db, clock, signal }, { imageId }) {
        const disks = db
          .selectFrom('disks')
          .select('id')
          .where('image_id', '=', imageId)
          .where('has_volume', '=', false)
        while (await disks.executeTakeFirst()) await clock.sleep(LOOK_AGAIN_MS, signal)
      },
    },
    { name: 'image', do: ({ platform, signal }, { imageId }) => platform.volumes.deleteImage(imageId, signal) },
  ],
  { forward: true },
)
