import type { BrowserContext, Page } from '@playwright/test'
import { demoPassword, runServer } from './server.ts'
import { expect, test as base } from './test.ts'

interface DemoFixtures {
  /** A page of one of the demo's users, signed in by itself on a server with the demo data. */
  openAs: (username: string) => Promise<Page>
}

/** With a second server, for what needs other people: each role is held by somebody in the demo data. */
export const test = base.extend<DemoFixtures, { demo: string }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, give) => {
      const { address, end } = await runServer('--demo')
      await give(address)
      await end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  openAs: async ({ browser, demo }, give) => {
    const contexts: BrowserContext[] = []
    await give(async (username) => {
      const context = await browser.newContext({ baseURL: demo, storageState: { cookies: [], origins: [] } })
      contexts.push(context)
      const data = { username, password: demoPassword }
      const answer = await context.request.post('/v1/login/default/local', { data })
      expect(answer.status(), await answer.text()).toBe(204)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})
