import type { ReactNode } from 'react'

/** Text for screen readers alone. */
export const VisuallyHidden = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className="sr-only">
    {children}
  </span>
)
