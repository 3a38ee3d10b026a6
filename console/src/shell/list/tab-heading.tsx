import type { ReactNode } from 'react'
import { type ReadState, StaleNote } from '~/ui/read-failure.tsx'

interface TabHeadingProps {
  title: string
  /** Of the queries behind the tab, where no table or card below shows it. */
  read?: ReadState
  children?: ReactNode
}

/** Above a list that is a part of a page. */
export const TabHeading = ({ title, read, children }: TabHeadingProps) => (
  <div className="mb-3 flex min-h-9 flex-wrap items-center gap-2">
    <h2 className="text-lg font-semibold">{title}</h2>
    {read?.stale && <StaleNote failure={read.stale} />}
    {children && <div className="page-actions tab-actions ml-auto flex flex-wrap gap-2">{children}</div>}
  </div>
)
