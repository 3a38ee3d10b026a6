import type { ReactNode } from 'react'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'

interface NoMatchesProps {
  onClear: () => void
  /** What was searched, where that is not everything. */
  body?: ReactNode
  /** What to do before Clear: search on. */
  children?: ReactNode
}

/** Instead of a table where a filter or a search leaves no rows. */
export const NoMatches = ({ onClear, body, children }: NoMatchesProps) => (
  <EmptyState title="No matches" body={body}>
    {children}
    <Button onClick={onClear}>Clear</Button>
  </EmptyState>
)
