import type { ReactNode } from 'react'

/** The properties of a thing, name beside value. @param columns at 1280 px and wider; fewer on narrower pages. */
export const Facts = ({ columns = 3, children }: { columns?: 1 | 2 | 3; children: ReactNode }) => (
  // Each cell draws its line right and below, the frame hides the last ones: any number of columns comes out even.
  <div className="flex-none overflow-hidden rounded-lg border border-line bg-surface">
    <dl className={`-mr-px -mb-px grid ${columns > 1 ? 'md:grid-cols-2' : ''} ${columns > 2 ? 'xl:grid-cols-3' : ''}`}>
      {children}
    </dl>
  </div>
)

/** One property. Nothing to show is an em dash. @param wide takes a line of its own: a description. */
export const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div
    className={`grid min-h-(--row) grid-cols-[--spacing(24)_minmax(0,1fr)] gap-x-2 border-r border-b border-line px-3 py-2 sm:grid-cols-[--spacing(29)_minmax(0,1fr)] sm:px-4 ${
      wide ? 'col-span-full content-center items-baseline' : 'items-center'
    }`}
  >
    <dt className="text-sm text-ink-2">{label}</dt>
    <dd className="flex min-w-0 items-center gap-1 [overflow-wrap:anywhere]">
      {children === null || children === undefined || children === '' ? <Dash /> : children}
    </dd>
  </div>
)

/** Stands for a value that is missing. */
export const Dash = () => <span className="text-ink-3">—</span>
