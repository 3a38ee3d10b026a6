import type { Page } from '@playwright/test'
import { goWithin } from './answers.ts'
import { test } from './demo.ts'
import { expect } from './test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** Paths of the places and tabs that the page leads to. */
const placesOf = (page: Page) =>
  page
    .locator('nav:not([aria-label=Breadcrumbs]) a[href^="/"], a[role=tab]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))

/** Row menus that are not within both the window and the frame of their table. */
const hiddenMenus = (page: Page) =>
  page.locator('[data-row-menu]').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect()
        const frame = button.closest('table')!.parentElement!.getBoundingClientRect()
        return left < frame.left || right > frame.right || right > innerWidth
      })
      .map((button) => button.ariaDescription),
  )

/** Goes to every place that can be reached by navigation and tabs. @returns how many tables with row menus there are */
async function expectMenusInSight(page: Page, starts: readonly string[]): Promise<number> {
  await page.goto(starts[0]!)
  const places = new Set(starts)
  let tables = 0
  for (const place of places) {
    await expect(page.locator('main h1')).toBeVisible()
    if (new URL(page.url()).pathname !== place) {
      const left = await page.title()
      await goWithin(page, place)
      await expect(page).not.toHaveTitle(left)
    }
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect(await hiddenMenus(page), place).toEqual([])
    if ((await page.locator('[data-row-menu]').count()) > 0) tables++
    for (const found of await placesOf(page)) places.add(found)
  }
  return tables
}

test('at 1280 px the row menus of all lists are in sight', async ({ openAs }) => {
  const project = '/projects/tide-gauges'
  const ofProjects = ['/projects', `${project}/instances`, `${project}/instances/gauge-store/networking`]
  const silo = await openAs('mara-lindqvist')
  expect(await expectMenusInSight(silo, [...ofProjects, `${project}/vpcs/default/subnets`])).toBeGreaterThan(10)
  const system = await openAs('astrid-berg')
  const ofSystem = ['/system/silos', '/system/silos/default/users', '/system/networking/ip-pools/default']
  expect(await expectMenusInSight(system, ofSystem)).toBeGreaterThan(15)
})
