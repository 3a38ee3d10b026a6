import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ConnectionError } from '~/api/errors.ts'
import type { Refresh } from '~/ui/page-header.tsx'
import type { ReadFailure, ReadState } from '~/ui/read-failure.tsx'

export type Read = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'error' | 'isFetching' | 'refetch'>

/** Whether an earlier answer is still shown since reading it again failed. Of a lost connection a banner tells. */
const isStale = ({ data, error }: Read) => data !== undefined && error !== null && !(error instanceof ConnectionError)

/** What a page's header says of the queries behind it. */
export const refreshOf = (...reads: readonly Read[]): Refresh => ({
  onRefresh: () => void Promise.all(reads.map((read) => read.refetch())),
  updatedAt: Math.min(...reads.map((read) => read.dataUpdatedAt)),
  busy: reads.some((read) => read.isFetching),
  error: reads.find(isStale)?.error,
})

/** The first of the queries that has nothing to show because it failed; its retry asks for all such ones again. */
export function failureOf(...reads: readonly Read[]): ReadFailure | undefined {
  const failed = reads.filter((read) => read.error && read.data === undefined)
  return failed[0] && { error: failed[0].error, retry: () => void Promise.all(failed.map((read) => read.refetch())) }
}

export interface Reading<T> extends Pick<ReadState, 'failure'> {
  data: T | undefined
}

/**
 * An answer and why there is none, for columns whose cells look something up in it: the same object until one of the
 * two changes. The result of `useQuery` is another at each render, and so would be every row.
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

/** What a table or a card says of the queries behind it: that there is nothing to show, or that what it shows is old. */
export function readState(...reads: readonly Read[]): ReadState {
  const stale = reads.filter(isStale)
  const retry = () => void Promise.all(stale.map((read) => read.refetch()))
  return { failure: failureOf(...reads), stale: stale[0] && { error: stale[0].error, retry } }
}
