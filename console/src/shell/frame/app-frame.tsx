import { Outlet, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { actionBar } from '~/lib/action-bars.ts'
import { useFocusFallback } from '~/lib/focus-fallback.ts'
import { LoadingBar } from '~/ui/loading-bar.tsx'
import { useLive } from '../live/use-live.ts'
import { useArea } from './area.ts'
import { useCodeAhead } from './code-ahead.ts'
import { useShellKeys } from './keys.ts'
import { usePageChanges } from './page-changes.tsx'
import { ShellDialogs } from './shell-dialogs.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/**
 * Bar, sidebar and page of every signed-in user. The page scrolls in a positioned box that contains visually hidden
 * elements: outside it they would make the window scroll.
 */
export function AppFrame() {
  const main = useRef<HTMLElement>(null)
  const area = useArea()
  const busy = useRouterState({ select: (state) => state.status === 'pending' })
  useShellKeys(area)
  usePageChanges(main)
  useCodeAhead()
  useLive()
  useFocusFallback(main)
  return (
    <div className="app-frame grid h-dvh max-sm:pt-(--banners) grid-cols-[minmax(0,1fr)] grid-rows-[var(--bar)_minmax(0,1fr)] lg:grid-cols-[var(--rail)_minmax(0,1fr)]">
      <LoadingBar busy={busy} />
      <SkipLink />
      <TopBar area={area} />
      <div className="hidden overflow-y-auto border-r border-line bg-surface lg:block">
        <Sidebar area={area} />
      </div>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="relative flex flex-col overflow-x-clip overflow-y-auto px-(--gutter) pt-7 outline-none max-lg:[--gutter:16px]"
      >
        <Outlet />
      </main>
      <div ref={actionBar} className="main-action-bar" />
      <ShellDialogs area={area} />
    </div>
  )
}

/** First stop of the Tab key: jumps over bar and sidebar to the page. */
const SkipLink = () => (
  <a
    href="#main"
    className="popup sr-only z-70 px-3 py-2 font-medium focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
)
