import type { QueryClient } from '@tanstack/react-query'
import { apiQueryOrNull, wholeListQuery } from '~/api/queries.ts'

/** Fetches into a project, or of silo images. */
export const fetchesQuery = (project: string | undefined) =>
  wholeListQuery(
    'imageFetchList',
    { query: { project } },
    { secondary: true, expected: 'without a role in the silo its fetches are not seen' },
  )

interface FetchSearch {
  /** Id of the failed fetch to begin with. */
  again?: string
}

/** What the form of a fetch takes from its URL. */
export const fetchSearch = ({ again }: Record<string, unknown>): FetchSearch =>
  typeof again === 'string' ? { again } : {}

/** It changes with releases of the server only. */
export const catalogQuery = wholeListQuery('imageCatalogList', {}, { staleTime: Infinity })

/** The failed fetch to begin with, and the catalog that it may be from; undefined if it was dismissed or runs. */
export async function loadFetch({ queryClient }: { queryClient: QueryClient }, fetchId: string | undefined) {
  if (fetchId === undefined) return undefined
  const [fetch, catalog] = await Promise.all([
    queryClient.fetchQuery(apiQueryOrNull('imageFetchView', { path: { fetchId } })),
    queryClient.fetchQuery(catalogQuery),
  ])
  return fetch?.state === 'failed' ? { fetch, catalog } : undefined
}
