import type { UseQueryResult } from '@tanstack/react-query'
import { ConnectionError } from '~/api/errors.ts'
import type { Refresh } from '~/ui/page-header.tsx'
import type { ReadFailure } from '~/ui/read-failure.tsx'

type Read = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'error' | 'isFetching' | 'refetch'>

/** What a page's header says of the queries behind it. A lost connection has a banner, so it is not said here too. */
export const refreshOf = (...reads: readonly Read[]): Refresh => ({
  onRefresh: () => void Promise.all(reads.map((read) => read.refetch())),
  updatedAt: Math.min(...reads.map((read) => read.dataUpdatedAt)),
  busy: reads.some((read) => read.isFetching),
  error: reads.find((read) => read.data && read.error && !(read.error instanceof ConnectionError))?.error,
})

/** The first of the queries that has nothing to show because it failed; its retry asks for all such ones again. */
export function failureOf(...reads: readonly Read[]): ReadFailure | undefined {
  const failed = reads.filter((read) => read.error && read.data === undefined)
  return failed[0] && { error: failed[0].error, retry: () => void Promise.all(failed.map((read) => read.refetch())) }
}

/** That a reading failed whose earlier answer is still on screen, where no page header says so. */
export const staleOf = ({ data, error, refetch }: Read): ReadFailure | undefined =>
  data !== undefined && error && !(error instanceof ConnectionError)
    ? { error, retry: () => void refetch() }
    : undefined
