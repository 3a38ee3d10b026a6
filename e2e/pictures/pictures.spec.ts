import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, type Browser, expect, type Page, test as base } from '@playwright/test'
import { settle } from '../settle.ts'
import { firstOf, type Screen, screens } from './screens.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const widths = [1440, 390]
const themes = ['light', 'dark'] as const

/** The browser that drew the pictures: another one may draw edges of letters differently. */
const drawnBy = pathOf('reference/chromium.txt')

interface Site {
  address: string
  /** Of the first admin. */
  session: Awaited<ReturnType<APIRequestContext['storageState']>>
}

const test = base.extend<object, { site: Site; sameBrowser: boolean }>({
  site: [
    async ({ playwright }, give) => {
      const server = spawn(process.execPath, [pathOf('server.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
      const address = await new Promise<string>((resolve, reject) => {
        server.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()))
        server.once('exit', () => reject(new Error('The server ended before it was ready')))
      })
      // Before all else, and once: sessions are in pictures too.
      const request = await playwright.request.newContext({ baseURL: address })
      const data = { username: 'admin', password: 'correct horse' }
      expect((await request.post('/v1/login/default/local', { data })).status()).toBe(204)
      await give({ address, session: await request.storageState() })
      await request.dispose()
      server.kill()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sameBrowser: [
    async ({ browser }, give) => {
      const major = browser.version().split('.')[0]!
      if (test.info().config.updateSnapshots === 'changed') {
        mkdirSync(pathOf('reference'), { recursive: true })
        writeFileSync(drawnBy, `${major}\n`)
      }
      await give(existsSync(drawnBy) && readFileSync(drawnBy, 'utf8').trim() === major)
    },
    { scope: 'worker' },
  ],
})

/** Opens a screen once its data and fonts are there. */
async function open(browser: Browser, { address, session }: Site, screen: Screen): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    ...(screen.as !== 'nobody' && { storageState: session }),
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  // That of the server, which does not pass; its answers have another date.
  await page.clock.setFixedTime(new Date('2026-01-01T00:00:00Z'))
  await page.addInitScript(() => {
    const { parse } = Date
    Date.parse = (text) => (text.endsWith('GMT') ? Date.now() : parse(text))
  })
  const [whole, name] = /\{(\w+)\}/.exec(screen.path) ?? []
  const list = name === undefined ? undefined : await context.request.get(`${firstOf[name]}?limit=1`)
  const { items } = (await list?.json()) ?? {}
  await page.goto(whole === undefined ? screen.path : screen.path.replace(whole, items[0].id))
  return page
}

for (const screen of screens)
  test(screen.name, async ({ browser, site, sameBrowser }) => {
    const page = await open(browser, site, screen)
    await settle(page)
    await screen.act?.(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await settle(page)
        await expect(page).toHaveScreenshot(
          `${screen.name}-${width}-${theme}.png`,
          sameBrowser ? { maxDiffPixels: 40 } : { maxDiffPixelRatio: 0.02 },
        )
      }
    }
    await page.context().close()
  })
