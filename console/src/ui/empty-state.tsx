import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** One sentence on what the thing is for. */
  body?: ReactNode
  /** The first step: a button, disabled with its reason where it is not allowed. */
  children?: ReactNode
}

export const EmptyState = ({ icon, title, body, children }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
    {icon && (
      <span className="mb-3 grid size-10 place-items-center rounded-lg border border-line text-ink-3 [&_svg]:size-5">
        {icon}
      </span>
    )}
    <p className="font-medium">{title}</p>
    {body && <p className="max-w-104 text-pretty text-ink-2">{body}</p>}
    {children && <div className="first-step mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
  </div>
)
