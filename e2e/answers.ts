import { expect, type Page, type Route } from '@playwright/test'

type Matcher = string | RegExp

/**
 * Keeps the answer to a request back until it is released, as a slow server does. The request itself is sent.
 * @returns `sent`, which resolves once the request is out, and `release`, which passes the answer on
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
      await untilHandled(page)
    },
  }
}

/** Waits until the page has handled the answers that it has: by the next one it has. */
export const untilHandled = (page: Page): Promise<unknown> =>
  page.evaluate(() => fetch('/v1/ping').then((next) => next.text()))

const matches = (path: Matcher, answer: { url: () => string }) =>
  typeof path === 'string' ? answer.url().includes(path.replaceAll('*', '')) : path.test(answer.url())

const outOfOrder = (route: Route) =>
  route.fulfill({
    status: 503,
    json: { request_id: 'of-a-test', error_code: 'ServiceUnavailable', message: 'Out of order' },
  })

/**
 * Has the server answer 503 to what matches, reads alone. @returns ends that, once `act` is done: reads that come
 * meanwhile wait, so that none of a poll is answered before.
 */
export async function breakReads(page: Page, path: Matcher): Promise<(act?: () => Promise<void>) => Promise<void>> {
  let mended: Promise<void> | undefined
  const answer = async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    if (!mended) return outOfOrder(route)
    await mended
    return route.fallback()
  }
  await page.route(path, answer)
  return async (act) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    mended = promise
    await act?.()
    resolve()
    await page.unroute(path, answer)
  }
}

/** Goes to another screen as links do: without loading the whole page again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // Of a page that the router shows: before it starts it would not follow.
  await expect(page).toHaveTitle(/ \/ Skerry$/)
  await page.evaluate((url) => history.pushState({}, '', url), path)
}
