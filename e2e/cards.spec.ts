import type { Locator, Page } from '@playwright/test'
import { get } from './network.ts'
import { settle } from './settle.ts'
import { makeDisk } from './storage.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const rows = (page: Page) => page.locator('tbody tr[data-row-id]')
const edgesOf = async (thing: Locator) => {
  const { y, height } = (await thing.boundingBox())!
  return { top: y, bottom: y + height }
}

test('on a phone a row is a card of name, state, facts, checkbox and menu', async ({ page, request, makeProject }) => {
  const project = await makeProject('cards')
  const long = `d${'ata'.repeat(20)}-1`
  await makeDisk(request, project, long, 7)
  await makeDisk(request, project, 'boot', 3)
  await page.goto(`/projects/${project}/disks`)
  const row = page.getByRole('row', { name: long })
  await expect(row.getByRole('link', { name: long })).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('cell', { name: 'Detached' })).toBeInViewport({ ratio: 1 })
  const size = row.getByRole('cell', { name: '7 GiB' })
  await expect(size).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('button', { name: 'Copy ID' })).toBeHidden()
  const name = await edgesOf(row.getByRole('link', { name: long }))
  expect((await edgesOf(size)).top).toBeGreaterThanOrEqual(name.bottom)
  expect(await page.evaluate(() => document.querySelector('table')!.parentElement!.scrollWidth)).toBeLessThanOrEqual(
    390,
  )
  await expectAccessible(page)

  await test.step('sorting', async () => {
    const size = page.getByRole('columnheader', { name: 'Size' })
    await size.getByRole('button').click()
    await expect(size).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page).first()).toContainText('boot')
    await size.getByRole('button').click()
    await expect(rows(page).first()).toContainText(long)
    expect((await size.boundingBox())!.y).toBe(
      (await page.getByRole('columnheader', { name: 'Name' }).boundingBox())!.y,
    )
  })
  await test.step('selection', async () => {
    const selected = page.getByRole('region', { name: 'Selected rows' })
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await expect(selected).toContainText('2 selected')
    await row.getByRole('checkbox').uncheck()
    await expect(selected).toContainText('1 selected')
    const bar = await edgesOf(selected)
    const pages = await edgesOf(page.getByRole('navigation', { name: 'Pages' }))
    expect(bar.bottom).toBeLessThanOrEqual(pages.top + 1)
  })
  await test.step('quick filter', async () => {
    await page.getByRole('searchbox').fill('boot')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('boot')
    await page.getByRole('searchbox').fill('')
    await expect(rows(page)).toHaveCount(2)
  })
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Take snapshot' })).toBeInViewport({ ratio: 1 })
})

test('the main action is at the bottom, below the rows and the pages of a list', async ({ page, makeProject }) => {
  const project = await makeProject('thumb')
  await page.goto(`/projects/${project}/disks`)
  const create = page.getByRole('link', { name: 'New disk' })
  const main = page.getByRole('main')
  await expect(create).toBeInViewport({ ratio: 1 })
  const action = await edgesOf(create)
  expect(action.top).toBeGreaterThanOrEqual((await edgesOf(main)).bottom)
  expect(action.bottom - action.top).toBeGreaterThanOrEqual(44)
  expect(844 - action.bottom).toBeLessThanOrEqual(16)
  await create.tap()
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await expect(panel.getByRole('button', { name: 'Create disk' })).toBeInViewport({ ratio: 1 })
  await panel.getByRole('button', { name: 'Create disk' }).click({ trial: true })

  await page.goto('/settings/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  expect((await edgesOf(main)).bottom).toBe(844)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/projects/${project}/disks`)
  // An empty list offers it once more, in the middle.
  await expect(create).toHaveCount(2)
  expect((await edgesOf(create.first())).bottom).toBeLessThan(200)
})

test('of thousands of cards only those in view are rendered, to the last', async ({ page, request, makeProject }) => {
  const project = await makeProject('many')
  const { id } = await makeDisk(request, project, 'data')
  const disk = await get<object>(request, `/v1/disks/${id}`)
  const items = Array.from({ length: 5000 }, (_, at) => ({
    ...disk,
    id: id.slice(0, -4) + String(at).padStart(4, '0'),
    name: `disk-${String(at + 1).padStart(4, '0')}`,
  }))
  await page.route('**/v1/disks?*', (route) => route.fulfill({ json: { items, next_page: null } }))
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('link', { name: 'disk-0001' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '5001')
  await settle(page)
  expect(await rows(page).count()).toBeLessThan(60)
  const main = page.getByRole('main')
  const pagesTop = (await edgesOf(page.getByRole('navigation', { name: 'Pages' }))).top + 1
  // Rows are measured as they come into view, and the height grows with them.
  const last = page.getByRole('link', { name: 'disk-5000' })
  const scrollToEnd = () => main.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect.poll(async () => (await scrollToEnd(), last.count())).toBe(1)
  await expect.poll(async () => (await scrollToEnd(), (await edgesOf(last)).bottom)).toBeLessThanOrEqual(pagesTop)
  expect(await rows(page).count()).toBeLessThan(60)
})
