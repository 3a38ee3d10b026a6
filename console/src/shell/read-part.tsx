import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReadFailureNotice, StaleNote } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { readState } from './reads.ts'

interface ReadPartProps<T> {
  /** Begins the sentence where it could not be read: `CPU utilization`. */
  what: string
  query: UseQueryResult<T>
  /** Shows the answer. */
  children: (answer: T) => ReactNode
}

/** A part of a page with its own query, such as a chart: a placeholder while it is read, and its failure. */
export function ReadPart<T>({ what, query, children }: ReadPartProps<T>) {
  const { failure, stale } = readState(query)
  if (failure)
    return (
      <div className="p-4">
        <ReadFailureNotice what={what} failure={failure} />
      </div>
    )
  if (query.data === undefined)
    return (
      <div role="status" aria-busy="true" aria-label={`Loading: ${what}`} className="grid h-52 place-items-center p-4">
        <Skeleton width="100%" />
      </div>
    )
  return (
    <>
      {children(query.data)}
      {stale && (
        <div className="px-4 pb-2">
          <StaleNote failure={stale} />
        </div>
      )}
    </>
  )
}
