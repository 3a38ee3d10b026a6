import type { ReactNode } from 'react'
import { type ReadFailure, RetryValue } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'

/** A cell whose value is read after the row: a grey block, then the value, a dash for none, or a way to retry. */
export const SecondaryCell = <V,>({
  value,
  failure,
  children,
}: {
  value: V | null | undefined
  /** Set where there is no value because it could not be read. */
  failure?: ReadFailure | undefined
  children: (value: V) => ReactNode
}) =>
  failure ? (
    <RetryValue failure={failure} />
  ) : value === undefined ? (
    <Skeleton width="9ch" />
  ) : value === null ? (
    <span className="text-ink-3">—</span>
  ) : (
    children(value)
  )
