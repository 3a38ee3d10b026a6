import type { RegisteredRouter } from '@tanstack/react-router'

/** The paths of the history entries that were shown since the page was loaded, by index. */
export const shownPaths: string[] = []

export function recordHistory(router: Pick<RegisteredRouter, 'subscribe'>): void {
  router.subscribe('onBeforeNavigate', ({ toLocation: { pathname, state } }) => {
    shownPaths[state.__TSR_index] = pathname
  })
}
