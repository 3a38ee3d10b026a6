import { useTooltip } from './tooltip.tsx'

/** A lock with its meaning as tooltip and name. A plain shape: it is in rows of tables. */
export function LockMark({ children }: { children: string }) {
  return (
    <span role="img" aria-label={children} className="inline-flex flex-none text-ink-2" {...useTooltip(children)}>
      <svg className="lucide size-3.5" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
        <rect x="4" y="11" width="16" height="10" rx="2" strokeWidth="2" />
        <path d="M8 11V7a4 4 0 0 1 8 0v4" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </span>
  )
}
