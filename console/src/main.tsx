import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { isLeaving } from './api/session.ts'
import { saveDirtyForms } from './form/saved-forms.ts'
import { startHotkeys } from './lib/hotkeys.ts'
import { createAppRouter } from './router.tsx'
import { watchClock } from './shell/frame/clock-skew.ts'
import { closeDialogsWithPage } from './shell/frame/close-with-page.ts'
import { watchConnection } from './shell/frame/connection.ts'
import { recordHistory } from './shell/paths/shown-paths.ts'
import { BulkHost } from './table/bulk-host.tsx'
import { Hosts } from './ui/hosts.tsx'
import './shell/page/page-parts.ts'
// Follows the system's theme from the first page on, the sign-in pages included.
import './lib/theme.ts'

// A session that ended leads to the sign-in page at once: dirty forms are kept, so their question is not asked.
// Registered before the listener that would ask it.
addEventListener('beforeunload', (event) => isLeaving() && event.stopImmediatePropagation(), { capture: true })
addEventListener('pagehide', () => isLeaving() && saveDirtyForms())

export const router = createAppRouter()
startHotkeys()
watchConnection(router)
watchClock()
closeDialogsWithPage(router)
recordHistory(router)

// The frame that index.html drew stays until the first page can be shown whole.
await router.load()
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {/* Beside the pages, so that what they show outlives them; with the router, so that it may hold links. */}
      <RouterContextProvider router={router}>
        <Hosts />
        <BulkHost />
      </RouterContextProvider>
    </QueryClientProvider>
  </StrictMode>,
)
