import type { ReactNode } from 'react'

/**
 * The words of a toast, the things in bold: `outcome('Project', 'web', 'created')`, or with another thing that it was
 * done to, `outcome('Instance', 'db1', 'added to', 'spread')`.
 */
export const outcome = (kind: string, name: string, what: string, other?: string): ReactNode => (
  <>
    {kind} <b className="font-medium">{name}</b> {what}
    {other !== undefined && (
      <>
        {' '}
        <b className="font-medium">{other}</b>
      </>
    )}
  </>
)
