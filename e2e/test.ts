import { type APIRequestContext, expect, type Page, test as base } from '@playwright/test'
import { findViolations } from './axe.ts'
import { admin } from './server.ts'

export { expect }

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>

interface OwnFixtures {
  /** Makes a project by the API. @returns its name, of which there is only one. */
  makeProject: (prefix?: string) => Promise<string>
}

let made = 0
/** A unique name. */
export const uniqueName = (prefix: string): string =>
  `${prefix}-${process.env.TEST_WORKER_INDEX ?? 0}-${Date.now().toString(36)}-${++made}`

/** Signed in as the admin of the first silo, against the server of this run. */
export const test = base.extend<OwnFixtures, { session: StorageState }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  baseURL: async ({}, give) => give(process.env.SKERRY_E2E_ADDRESS),
  session: [
    async ({ playwright }, give) => {
      const request = await playwright.request.newContext({ baseURL: process.env.SKERRY_E2E_ADDRESS! })
      const answer = await request.post('/v1/login/default/local', { data: admin })
      expect(answer.status()).toBe(204)
      await give(await request.storageState())
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  storageState: async ({ session }, give) => give(session),
  // A page may still poll through a test's routes when the test ends: what then fails is no failure of the test.
  context: async ({ context }, give) => {
    await give(context)
    await Promise.all([context, ...context.pages()].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  },
  makeProject: async ({ request }, give) => {
    await give(async (prefix = 'project') => {
      const name = uniqueName(prefix)
      const answer = await request.post('/v1/projects', { data: { name, description: '' } })
      expect(answer.status(), await answer.text()).toBe(201)
      return name
    })
  },
})

/** Ends the session just before a request of the page that `act` sends, so that no poll is refused first. */
export async function endSessionAt(page: Page, method: string, path: RegExp, act: () => Promise<unknown>) {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await page.context().request.post('/v1/logout')
    return route.continue()
  })
  await act()
  await page.waitForURL(/\/login/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Expects that axe finds nothing on the page, in the theme it has and the other; of that only the colours are new. */
export async function expectAccessible(page: Page): Promise<void> {
  const html = page.locator('html')
  const here = await html.getAttribute('data-theme')
  expect(await findViolations(page), `${here}`).toEqual([])
  const other = here === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  await expect(html).toHaveAttribute('data-theme', other)
  expect(await findViolations(page, ['color-contrast']), other).toEqual([])
}
