import type { BrowserContext, Page } from '@playwright/test'

const never = () => {
  throw new Error('Requests of the mock build never leave the page: leave the test out in mock/runs.ts')
}
const methods = ['route', 'routeFromHAR', 'waitForRequest', 'waitForResponse'] as const
const listening = ['on', 'once', 'addListener', 'prependListener', 'waitForEvent'] as const

/** Lets a test that watches, changes or waits for requests fail at once: it would wait without end, or see none. */
export function refuseWatching(target: Page | BrowserContext): void {
  const own = target as unknown as Record<string, (event: string, ...rest: unknown[]) => unknown>
  for (const name of methods) if (name in own) own[name] = never
  for (const name of listening) {
    const listen = own[name]?.bind(target)
    if (listen) own[name] = (event, ...rest) => (/^(request|response)/.test(event) ? never() : listen(event, ...rest))
  }
}
