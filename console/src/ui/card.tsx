import { type ReactNode, useId } from 'react'
import { ReadFailureNotice, type ReadState, StaleNote } from './read-failure.tsx'

export interface CardProps {
  title: string
  /** Buttons in the heading's line. */
  actions?: ReactNode
  /** Under the heading: why its buttons are disabled, where that lasts. */
  note?: string | undefined
  /** Of the queries behind its content; a table in it that shows this itself gets it instead. */
  read?: ReadState
  children: ReactNode
}

/** A framed part of a page under its own heading. Tables in it have no frame (`<Table framed={false}>`). */
export function Card({ title, actions, note, read, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-6 overflow-clip rounded-lg border border-line bg-surface">
      <div className="flex min-h-13 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </div>
      {note && <p className="border-b border-line px-4 py-2 text-sm text-ink-2">{note}</p>}
      {read?.stale && (
        <div className="border-b border-line px-4 py-2">
          <StaleNote failure={read.stale} />
        </div>
      )}
      {read?.failure ? (
        <div className="p-4">
          <ReadFailureNotice what={title} failure={read.failure} />
        </div>
      ) : (
        children
      )}
    </section>
  )
}
