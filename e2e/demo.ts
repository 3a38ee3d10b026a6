import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { demoPassword, runServer } from './server.ts'
import { expect, test as base } from './test.ts'

interface DemoFixtures {
  /** A page of a demo user, signed in on a server with the demo data. */
  openAs: (username: string) => Promise<Page>
  /** Inserts a saga that has failed for hours. */
  makeFailing: (saga: { name: string; error: string; data: object }) => Promise<void>
}

/** With a second server, for tests that need other users: the demo data has a user for each role. */
export const test = base.extend<DemoFixtures, { demo: { address: string; data: string } }>({
  demo: [
    async ({ onMock }, give) => {
      if (onMock) return give({ address: '', data: '' })
      const { address, data, end } = await runServer('--demo')
      await give({ address, data })
      await end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  openAs: async ({ browser, demo, home, viewport }, give) => {
    if (home) {
      await home.begin(false)
      await give(async (username) => {
        await home.signIn(username)
        const page = await home.context.newPage()
        if (viewport) await page.setViewportSize(viewport)
        return page
      })
      return home.end()
    }
    const contexts: BrowserContext[] = []
    await give(async (username) => {
      const context = await browser.newContext({ baseURL: demo.address, storageState: { cookies: [], origins: [] } })
      contexts.push(context)
      const data = { username, password: demoPassword }
      const answer = await context.request.post('/v1/login/default/local', { data })
      expect(answer.status(), await answer.text()).toBe(204)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
  makeFailing: async ({ demo }, give) => {
    await give(async ({ name, error, data }) => {
      const host = encodeURIComponent(join(demo.data, 'postgres'))
      const db = openDatabase({ url: `postgres://skerry@localhost:5432/skerry?host=${host}`, max: 1 })
      const id = crypto.randomUUID()
      const now = new Date()
      const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
      const times = { due: hours(1), time_created: hours(-2), time_modified: now }
      const failing = { state: 'running', undoing: false, step: 0, attempts: 20 } as const
      await db
        .insertInto('sagas')
        .values({ id, name, error, data: JSON.stringify(data), ...failing, ...times })
        .execute()
      await db.destroy()
    })
  },
})
