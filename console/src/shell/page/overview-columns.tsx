import type { ReactNode } from 'react'

/** The cards of an overview: beside each other on wide pages, else one below the other. */
export const OverviewColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
    <div>{main}</div>
    <div>{side}</div>
  </div>
)
