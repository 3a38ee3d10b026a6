import { RotateCw } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { formatClock } from '~/lib/format/time.ts'
import { IconButton } from './icon-button.tsx'
import { InfoButton } from './info-button.tsx'
import type { ReadFailure } from './read-failure.tsx'
import { useLingering } from './spinner.tsx'

export interface Refresh {
  onRefresh: () => void
  /** When the data on screen was read; ms as `Date.now()` gives it, 0 before the first answer. */
  updatedAt: number
  busy: boolean
  /** Why the last refresh failed; the previous data is still on screen. */
  error?: unknown
  /** The note of that failure. */
  renderError?: (failure: ReadFailure) => ReactNode
}

export interface PageHeaderProps {
  title: ReactNode
  /** Beside the title: a state badge. */
  badge?: ReactNode
  refresh?: Refresh
  /** What the page is for: an info button shows it. */
  about?: { title: string; text: ReactNode }
  /** Buttons and the page menu, right; they wrap on narrow pages. */
  children?: ReactNode
}

/** The failed refresh of what the page is in, which no longer exists. */
export const GoneAround = createContext<Refresh | undefined>(undefined)

/** Title, Refresh and buttons of a page. The h1 takes focus when the page changes. */
export function PageHeader({ title, badge, refresh, about, children }: PageHeaderProps) {
  const around = use(GoneAround)
  const { error, renderError, onRefresh } = around ?? refresh ?? {}
  const spinning = useLingering(refresh?.busy ?? false)
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <h1
        tabIndex={-1}
        translate="no"
        className="min-w-0 text-xl font-semibold tracking-title outline-none [overflow-wrap:anywhere]"
      >
        {title}
      </h1>
      {badge}
      {refresh && refresh.updatedAt > 0 && (
        <span translate="no" className="text-sm text-ink-3">
          Updated {formatClock(new Date(refresh.updatedAt))}
        </span>
      )}
      {error !== undefined && error !== null && onRefresh && renderError?.({ error, retry: onRefresh })}
      <div className="page-actions ml-auto flex flex-wrap items-center gap-2">
        {refresh && (
          <IconButton
            label="Refresh"
            icon={<RotateCw className={spinning ? 'animate-turn' : ''} />}
            aria-keyshortcuts="r"
            data-hotkey="r"
            onClick={() => {
              around?.onRefresh()
              refresh.onRefresh()
            }}
          />
        )}
        {about && <InfoButton title={about.title}>{about.text}</InfoButton>}
        {children}
      </div>
    </div>
  )
}
