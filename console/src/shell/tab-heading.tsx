import type { ReactNode } from 'react'
import { type ReadFailure, RetryLine } from '~/ui/read-failure.tsx'

interface TabHeadingProps {
  title: string
  /** Why what is on screen could not be read again. */
  stale?: ReadFailure | undefined
  /** The button for a new one. */
  children?: ReactNode
}

/** Above a list that is a part of a page. */
export const TabHeading = ({ title, stale, children }: TabHeadingProps) => (
  <div className="mb-3 flex min-h-9 flex-wrap items-center gap-2">
    <h2 className="text-lg font-semibold">{title}</h2>
    {stale && <RetryLine failure={stale} />}
    {children && <div className="ml-auto flex flex-wrap gap-2">{children}</div>}
  </div>
)
