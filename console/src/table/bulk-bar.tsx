import type { ReactNode } from 'react'
import { actionBar } from '~/lib/action-bars.ts'
import { Button } from '~/ui/button.tsx'
import { createBulkRun } from './bulk-run.ts'
import { openNewRun } from './bulk-runs.ts'

/** An action on all selected rows that can take it. */
export interface BulkAction<T> {
  label: string
  /** Plural of the rows: `instances`. */
  things: string
  danger?: boolean
  /** Why it cannot be done to this row. */
  unless: (row: T) => string | false | null | undefined
  run: (row: T) => Promise<unknown>
  /** What happens to the rows and their parts: `They are permanently deleted.` */
  consequence: string
  /** Why the user may not: the role. */
  refusal?: string | false | null
}

interface BulkBarProps<T> {
  rows: readonly T[]
  actions: readonly BulkAction<T>[]
  getId: (row: T) => string
  getName: (row: T) => string
  onClear: () => void
  /** More buttons: what changes no row. */
  children?: ReactNode
}

/** At the bottom of the table while rows are selected, without moving a row: "2 selected", "Stop 1 of 2". */
export function BulkBar<T>({ rows, actions, getId, getName, onClear, children }: BulkBarProps<T>) {
  const ask = ({ label, things, ...action }: BulkAction<T>) => {
    openNewRun(createBulkRun({ ...action, verb: label, title: `${label} ${things}`, rows, getId, getName }))
  }
  return (
    <section
      ref={actionBar}
      aria-label="Selected rows"
      className="sticky bottom-(--page-bar) z-20 flex min-h-11 flex-wrap items-center gap-2.5 border-t border-accent bg-raised px-3.5 py-1.5 text-md"
    >
      <b className="font-semibold" role="status">
        {rows.length} selected
      </b>
      {actions.map((action) => {
        const able = rows.filter((row) => !action.unless(row)).length
        return (
          <Button
            key={action.label}
            refusal={action.refusal || (able === 0 && 'Not possible for any selected row')}
            onClick={() => ask(action)}
          >
            {action.label} {able} of {rows.length}
          </Button>
        )
      })}
      {children}
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
