import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { prefetchAhead } from '~/ui/lazy-part.tsx'
import { whenIdle } from '~/ui/when-idle.ts'
import { prefetchPage } from './lazy-page.ts'

/** The pages that the links on screen lead to, each once. */
function linkedPages(router: AnyRouter): Set<object> {
  const links = document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')
  const paths = new Set([...links].map(({ pathname }) => pathname))
  const routes = new Set([...paths].flatMap((path) => router.getMatchedRoutes(path)[0]))
  return new Set([...routes].map(({ options }) => options.component).filter((component) => component !== undefined))
}

/**
 * Fetches code once the page is painted and the browser idle: menus and dialogs that any page may open, and the pages
 * that links on screen lead to. Their data is read only on hover or focus.
 */
export function useCodeAhead(): void {
  const router = useRouter()
  useEffect(() => {
    const fetchAhead = () =>
      whenIdle(() => {
        prefetchAhead()
        linkedPages(router).forEach(prefetchPage)
      })
    let cancel = fetchAhead()
    const stop = router.subscribe('onRendered', () => {
      cancel()
      cancel = fetchAhead()
    })
    return () => {
      stop()
      cancel()
    }
  }, [router])
}
