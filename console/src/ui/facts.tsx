import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

/** The properties of a thing, name beside value. @param columns at 1280 px and wider; fewer on narrower pages. */
export function Facts({ columns = 3, children }: { columns?: 1 | 2 | 3; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    // Each cell draws its line right and below, the frame hides the last ones. Those of the last row fill it.
    <div className="flex-none overflow-hidden rounded-lg border border-line bg-surface">
      <dl
        id={id}
        className={`-mr-px -mb-px flex flex-wrap *:grow ${columns > 1 ? '*:basis-1/2' : '*:basis-full'} ${columns > 2 ? 'xl:*:basis-1/3' : ''} ${
          columns > 1 && !open ? 'folded-facts' : ''
        }`}
      >
        {children}
      </dl>
      {columns > 1 && (
        <Button
          variant="quiet"
          className="unfold-facts w-full rounded-none"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Fewer details' : 'More details'}
        </Button>
      )}
    </div>
  )
}

/** One property. Nothing to show is an em dash. @param wide takes a line of its own: a description. */
export const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div
    className={`grid min-h-(--row) min-w-0 gap-x-2 border-r border-b border-line px-3 py-2 sm:grid-cols-[--spacing(29)_minmax(0,1fr)] sm:px-4 ${
      wide ? 'basis-full! content-center items-baseline' : 'items-center max-sm:content-start'
    }`}
  >
    <dt className="text-sm text-ink-2">{label}</dt>
    {/* What can be cut stays beside its button. */}
    <dd
      translate="no"
      className="flex min-w-0 flex-wrap items-center gap-1 [overflow-wrap:anywhere] has-[>.truncate]:flex-nowrap"
    >
      {children === null || children === undefined || children === '' ? <Dash /> : children}
    </dd>
  </div>
)

/** Stands for a value that is missing. */
export const Dash = () => <span className="text-ink-3">—</span>
