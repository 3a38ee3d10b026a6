import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { test as base } from '../demo.ts'
import { isRefusal } from '../page-faults.ts'
import { demoPassword } from '../server.ts'

interface Opened {
  page: Page
  /** What went wrong in its documents since it was last asked: what is uncaught, reported, or against their policy. */
  errors: () => string[]
}

/** Playwright drives a Firefox of its own alone, which no package registry has: ADR 58. */
export const test = base.extend<{ openInFirefox: (username: string) => Promise<Opened> }, { firefox: Browser }>({
  firefox: [
    async ({ playwright: _ }, give) => {
      const firefox = await puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env.FIREFOX_PATH!,
        extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
      })
      await give(firefox)
      await firefox.close()
    },
    { scope: 'worker' },
  ],
  openInFirefox: async ({ firefox, demo }, give) => {
    const contexts: Awaited<ReturnType<Browser['createBrowserContext']>>[] = []
    await give(async (username) => {
      const context = await firefox.createBrowserContext()
      contexts.push(context)
      const page = await context.newPage()
      await page.setViewport({ width: 1440, height: 900 })
      const errors = await listen(page)
      await page.goto(`${demo.address}/login`)
      const status = await page.evaluate(
        async (body) => {
          const headers = { 'content-type': 'application/json' }
          return (await fetch('/v1/login/default/local', { method: 'POST', headers, body })).status
        },
        JSON.stringify({ username, password: demoPassword }),
      )
      base.expect(status).toBe(204)
      await page.goto(`${demo.address}/projects`)
      // Before the router starts it does not follow.
      await page.waitForFunction(() => document.title.endsWith(' / Skerry'))
      return { page, errors }
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

async function listen(page: Page): Promise<() => string[]> {
  let errors: string[] = []
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      console.error(`violates ${violatedDirective}: ${sourceFile}`),
    )
    // Only text arrives.
    const report = console.error
    console.error = (...parts: unknown[]) => report(parts.map(String).join(' '))
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${String(error)}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) errors.push(message.text())
  })
  return () => {
    const collected = errors
    errors = []
    return collected
  }
}
