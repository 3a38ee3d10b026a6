import { type APIRequestContext, expect, type Page, type Route, test as base } from '@playwright/test'
import { findViolations, frame } from './axe.ts'
import { type Home, startHome } from './mock/home.ts'
import { admin } from './server.ts'

export { expect }

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>

interface OwnFixtures {
  /** Pages follow changes made elsewhere. Most tests are about pages that have not yet seen them. */
  isLive: boolean
  /** Makes a project by the API. @returns its name, of which there is only one. */
  makeProject: (prefix?: string) => Promise<string>
}

let made = 0
/** A unique name. */
export const uniqueName = (prefix: string): string =>
  `${prefix}-${process.env.TEST_WORKER_INDEX ?? 0}-${Date.now().toString(36)}-${++made}`

export interface WorkerOptions {
  /** Tests run on the mock build instead of a server. */
  onMock: boolean
}

interface WorkerFixtures extends WorkerOptions {
  session: StorageState
  /** Where the mock build runs; none with a server. */
  home: Home | undefined
}

/** Signed in as the admin of the first silo, against the server of this run or on the mock build. */
export const test = base.extend<OwnFixtures, WorkerFixtures>({
  isLive: [false, { option: true }],
  onMock: [false, { option: true, scope: 'worker' }],
  home: [
    async ({ browser, onMock }, give) =>
      give(onMock ? await startHome(browser, process.env.SKERRY_E2E_MOCK_ADDRESS!) : undefined),
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ onMock }, give) =>
    give(onMock ? process.env.SKERRY_E2E_MOCK_ADDRESS : process.env.SKERRY_E2E_ADDRESS),
  session: [
    async ({ playwright, onMock }, give) => {
      // Its worker has the session: this one only stands for it.
      if (onMock) return give({ cookies: [], origins: [] })
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
  context: async ({ context, home, isLive, permissions, session, storageState }, give) => {
    if (home) {
      if (permissions) await home.context.grantPermissions(permissions)
      await home.begin(storageState === session)
      await give(home.context)
      return home.end()
    }
    if (!isLive) await context.route('**/v1/ping', withoutStream)
    await give(context)
    await Promise.all([context, ...context.pages()].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  },
  // After the context, which signs in.
  page: async ({ page, home, viewport }, give) => {
    if (home && viewport) await page.setViewportSize(viewport)
    await give(page)
  },
  request: async ({ request, home, context: _ }, give) => give(home?.request ?? request),
  makeProject: async ({ request }, give) => {
    await give(async (prefix = 'project') => {
      const name = uniqueName(prefix)
      const answer = await request.post('/v1/projects', { data: { name, description: '' } })
      expect(answer.status(), await answer.text()).toBe(201)
      return name
    })
  },
})

/** Answers as a server without a stream of changes. */
async function withoutStream(route: Route): Promise<void> {
  const response = await route.fetch().catch(() => undefined)
  if (!response) return route.abort()
  const body = await response.json()
  await route.fulfill({ response, json: { ...body, capabilities: { ...body.capabilities, event_stream: false } } })
}

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

/**
 * Expects that axe finds nothing on the page, in the theme it has and the other; of that only the colours are new. Bar
 * and sidebar are left to `routes.spec.ts`.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // The pages are those of the server's tests of the same run.
  if (process.env.SKERRY_E2E_MOCK === 'some' && test.info().project.name === 'mock') return
  const html = page.locator('html')
  const here = await html.getAttribute('data-theme')
  expect(await findViolations(page, undefined, frame), `${here}`).toEqual([])
  const other = here === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  await expect(html).toHaveAttribute('data-theme', other)
  expect(await findViolations(page, ['color-contrast'], frame), other).toEqual([])
}
