import { queryOptions } from '@tanstack/react-query'
import { hasStatus } from '~/api/errors.ts'
import { fetchWholeList } from '~/api/queries.ts'
import type { Image } from '~/api/types.gen.ts'

/** All images of the silo; null for users with roles in projects alone, who may not list them. */
export const allSiloImagesQuery = queryOptions({
  queryKey: ['imageList', {}, 'all of the silo'] as const,
  queryFn: ({ signal }): Promise<Image[] | null> =>
    fetchWholeList('imageList', {}, { signal, expected: 'without a role in the silo its images are not seen' }).catch(
      (error: unknown) => {
        if (hasStatus(error, 403)) return null
        throw error
      },
    ),
})

/** What is said where users with roles in projects alone would choose an image of the silo. */
export const siloImagesHint = 'Only users with a role in the silo see its images'
