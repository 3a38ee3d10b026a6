import type { Page } from '@playwright/test'
import { findViolations, frame } from './axe.ts'
import { test } from './demo.ts'
import { go, goAndSettle, listenForErrors, structureFaults } from './page-faults.ts'
import { everyRoute, namer } from './paths.ts'
import { settle } from './settle.ts'
import { makeSamlSilo } from './silo.ts'
import { expect } from './test.ts'

const areaOf = (page: Page) => page.locator('.app-frame nav').first().getAttribute('aria-label')

/** Pages without bar and sidebar. */
const isBare = (route: string) => /^\/(login|device)/.test(route)

test('axe finds nothing at any URL of the route table', async ({ openAs }) => {
  test.setTimeout(600_000)
  const page = await openAs('admin')
  page.setDefaultTimeout(60_000)
  const errors = await listenForErrors(page)
  const routes = await everyRoute(page)
  expect(routes.length).toBeGreaterThan(170)
  const nameIn = namer(page.request, await makeSamlSilo(page.request))
  const found: string[] = []
  const check = async (route: string, go: (path: string) => Promise<readonly string[] | undefined>) => {
    const path = await nameIn(route)
    if (path === undefined) return found.push(`${route}: no visit, since nothing is there to show`)
    const unchecked = await go(path)
    if (!unchecked) return
    // Where the focus of a page without bar is depends on how it was reached.
    const faults = isBare(route) ? [] : await structureFaults(page)
    faults.push(...(await findViolations(page, undefined, unchecked)), ...errors())
    found.push(...faults.map((fault) => `${path}: ${fault}`))
  }

  const areas = new Set<string | null>()
  const visited = new Set<string>()
  for (const route of routes.filter((each) => !isBare(each)))
    await check(route, async (path) => {
      await goAndSettle(page, path)
      // Some lead on to others.
      const { pathname } = new URL(page.url())
      if (visited.has(pathname)) return undefined
      visited.add(pathname)
      const area = await areaOf(page)
      const isKnown = areas.has(area)
      areas.add(area)
      // Bar and sidebar are checked once for each area, and in both themes.
      if (!isKnown) {
        await page.emulateMedia({ colorScheme: 'light' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
        found.push(...(await findViolations(page, ['color-contrast'])).map((fault) => `${path}, light: ${fault}`))
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        return []
      }
      // What a panel covers is a page of its own.
      return (await page.locator('[role=dialog]').count()) > 0 ? [...frame, 'main'] : frame
    })
  const load = async (path: string) => {
    await page.goto(path)
    await settle(page)
    return []
  }
  for (const route of routes.filter((each) => each.startsWith('/device'))) await check(route, load)
  await page.context().clearCookies()
  // The server leads from some to others, the router does not.
  await load('/login/default/local')
  for (const route of routes.filter((each) => each.startsWith('/login')))
    await check(route, async (path) => {
      await go(page, path)
      return []
    })
  expect(found).toEqual([])
})
