import type { Page, Route } from '@playwright/test'

type Matcher = string | RegExp

/**
 * Keeps the answer to a request back until it is released, as a slow server does. The request itself is sent.* @returns `sent`, which resolves once the request is out, and `release`, which passes the answer on
 */
export async function holdAnswer(page: Page, path: Matcher, method = 'GET') {
  const sent = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    sent.resolve()
    await release.promise
    await route.fulfill({ response })
  })
  return {
    sent: sent.promise,
    async release() {
      const answered = page.waitForResponse((answer) => answer.request().method() === method && matches(path, answer))
      release.resolve()
      await (await answered).finished()
      await page.unroute(path)
      // By the next answer the page has handled this one.
      await page.evaluate(() => fetch('/v1/ping').then((next) => next.text()))
    },
  }
}

const matches = (path: Matcher, answer: { url: () => string }) =>
  typeof path === 'string' ? answer.url().includes(path.replaceAll('*', '')) : path.test(answer.url())

const outOfOrder = (route: Route) =>
  route.fulfill({
    status: 503,
    json: { request_id: 'of-a-test', error_code: 'ServiceUnavailable', message: 'Out of order' },
  })

/** Has the server answer 503 to what matches, reads alone. @returns ends that. */
export async function breakReads(page: Page, path: Matcher): Promise<() => Promise<void>> {
  const answer = (route: Route) => (route.request().method() === 'GET' ? outOfOrder(route) : route.fallback())
  await page.route(path, answer)
  return () => page.unroute(path, answer)
}

/** Goes to another screen as links do: without loading the whole page again. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((url) => history.pushState({}, '', url), path)
