import type { ReactNode } from 'react'

/** The words of a toast, the thing in bold: `outcome('Project', 'web', 'created')`. */
export const outcome = (kind: string, name: string, what: string): ReactNode => (
  <>
    {kind} <b className="font-medium">{name}</b> {what}
  </>
)
