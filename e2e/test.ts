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
/** A name that no other test has. */
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
  makeProject: async ({ request }, give) => {
    await give(async (prefix = 'project') => {
      const name = uniqueName(prefix)
      const answer = await request.post('/v1/projects', { data: { name, description: '' } })
      expect(answer.status(), await answer.text()).toBe(201)
      return name
    })
  },
})

/** Expects that axe finds nothing on the page; of the second theme only the colours are new. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const rules = colorScheme === 'dark' ? undefined : ['color-contrast']
    expect(await findViolations(page, rules), colorScheme).toEqual([])
  }
}
