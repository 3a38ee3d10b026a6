import type { ReactNode } from 'react'
import { Skeleton } from '~/ui/skeleton.tsx'

/** A cell whose value comes after the row: a grey block, then the value, or a dash for none. */
export const SecondaryCell = <V,>({
  value,
  children,
}: {
  value: V | null | undefined
  children: (value: V) => ReactNode
}) =>
  value === undefined ? (
    <Skeleton width="9ch" />
  ) : value === null ? (
    <span className="text-ink-3">—</span>
  ) : (
    children(value)
  )
