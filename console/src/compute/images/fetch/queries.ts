import { wholeListQuery } from '~/api/queries.ts'

/** Fetches into a project, or of silo images. */
export const fetchesQuery = (project: string | undefined) =>
  wholeListQuery(
    'imageFetchList',
    { query: { project } },
    { secondary: true, expected: 'without a role in the silo its fetches are not seen' },
  )

/** It changes with releases of the server only. */
export const catalogQuery = wholeListQuery('imageCatalogList', {}, { staleTime: Infinity })
