import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ConnectionError } from '~/api/errors.ts'
import type { Refresh } from '~/ui/page-header.tsx'
import type { ReadFailure, ReadState } from '~/ui/read-failure.tsx'
import { renderRefreshError } from './refresh-error.tsx'

export type Read = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'error' | 'isFetching' | 'refetch'>

/** Whether an earlier answer is still shown after a failed refresh. Lost connections have a banner instead. */
const isStale = ({ data, error }: Read) => data !== undefined && error !== null && !(error instanceof ConnectionError)

/** The state of a page's queries, for its header. */
export const refreshOf = (...reads: readonly Read[]): Refresh => ({
  onRefresh: () => void Promise.all(reads.map((read) => read.refetch())),
  updatedAt: Math.min(...reads.map((read) => read.dataUpdatedAt)),
  busy: reads.some((read) => read.isFetching),
  error: reads.find(isStale)?.error,
  renderError: renderRefreshError,
})

/** The failure of the first query without an answer; its retry repeats all such queries. */
export function failureOf(...reads: readonly Read[]): ReadFailure | undefined {
  const failed = reads.filter((read) => read.error && read.data === undefined)
  return failed[0] && { error: failed[0].error, retry: () => void Promise.all(failed.map((read) => read.refetch())) }
}

export interface Reading<T> extends Pick<ReadState, 'failure'> {
  data: T | undefined
}

/**
 * An answer and its failure, for columns whose cells look something up in it: the same object until one of the two
 * changes. `useQuery` returns a new object at each render, which would re-render every row.
 */
export function useReading<T>({ data, error, refetch }: UseQueryResult<T>): Reading<T> {
  return useMemo(
    () => ({
      data,
      failure: error && data === undefined ? { error, retry: () => void refetch() } : undefined,
    }),
    [data, error, refetch],
  )
}

/** The state of the queries behind a table or card: failed without data, or stale. */
export function readState(...reads: readonly Read[]): ReadState {
  const stale = reads.filter(isStale)
  const retry = () => void Promise.all(stale.map((read) => read.refetch()))
  return { failure: failureOf(...reads), stale: stale[0] && { error: stale[0].error, retry } }
}
