import type { Locator } from '@playwright/test'
import { makeInstance, reaches } from './instance.ts'
import { mayOnlyLook } from './network.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Playwright itself taps nothing disabled. */
const forced = { force: true }

const heightOf = async (thing: Locator) => (await thing.boundingBox())!.height

/** Whether an element is within the window from left to right. */
const isAcross = (thing: Locator) =>
  thing.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left >= 0 && right <= innerWidth
  })

test('on a phone the row menu and the current tab are in sight, and facts fold', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'db1' })
  await page.goto(`/projects/${project}/instances`)
  const menu = page.getByRole('row', { name: 'db1' }).getByRole('button', { name: 'Row actions' })
  await expect(menu).toBeVisible()
  expect(await isAcross(menu)).toBe(true)
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Start', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`/projects/${project}/instances/db1/settings`)
  const tab = page.getByRole('tab', { name: 'Settings' })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => isAcross(tab)).toBe(true)
  expect((await tab.boundingBox())!.y).toBeLessThan(420)
  const facts = page.getByRole('definition')
  await expect(facts.filter({ hasText: 'Stopped' })).toBeVisible()
  await expect(facts.filter({ hasText: 'Of a test' })).toBeHidden()
  await page.getByRole('button', { name: 'More details' }).click()
  await expect(facts.filter({ hasText: 'Of a test' })).toBeVisible()

  await page.goto(`/projects/${project}/vpcs/default/topology`)
  const topology = page.getByRole('tab', { name: 'Topology' })
  await expect.poll(() => isAcross(topology)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => topology.evaluate((element) => element.parentElement!.scrollLeft)).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => isAcross(topology)).toBe(true)
})

test('facts stay within their cells, and what is cut beside its button', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  const hostname = 'h'.repeat(60)
  await makeInstance(request, project, { name: 'db1', hostname })
  for (const [path, label] of [
    ['vpcs/default/firewall-rules', 'Copy IPv6 prefix'],
    ['instances/db1/storage', 'Copy hostname'],
  ] as const) {
    await page.goto(`/projects/${project}/${path}`)
    await page.getByRole('button', { name: 'More details' }).click()
    const facts = page.getByRole('definition')
    await expect(facts.getByRole('button', { name: label })).toBeInViewport({ ratio: 1 })
    const wide = await facts.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    )
    expect(wide).toEqual([])
    // Also in a cell beside a taller one.
    const torn = await facts.evaluateAll((all) =>
      all.filter((fact) => {
        const label = fact.previousElementSibling!.getBoundingClientRect()
        return fact.getBoundingClientRect().top - label.bottom > 4
      }),
    )
    expect(torn).toHaveLength(0)
  }
  const cell = page.getByRole('definition').filter({ hasText: hostname })
  const height = await heightOf(cell.getByRole('button', { name: 'Copy hostname' }))
  expect(await heightOf(cell)).toBeLessThan(height + 20)
})

test('touch targets are at least 40 px', async ({ page, makeProject }) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/disks-new`)
  const form = page.getByRole('dialog')
  expect(await heightOf(form.getByRole('textbox', { name: 'Name' }))).toBeGreaterThanOrEqual(40)
  const more = (await form.getByRole('button', { name: 'Increase Size' }).boundingBox())!
  expect(Math.min(more.width, more.height)).toBeGreaterThanOrEqual(40)
  await page.goto('/system/silos-new')
  const discoverable = page.locator('label', { has: page.getByRole('switch', { name: 'Discoverable' }) })
  expect(await heightOf(discoverable)).toBeGreaterThanOrEqual(40)
  // A page that polls without a session would leave for the sign-in page by itself.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login/default/local')
  expect(await heightOf(page.getByRole('link', { name: 'Sign in to another silo' }))).toBeGreaterThanOrEqual(40)
})

test('a low window keeps its height for rows', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto('/projects')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toHaveCSS('position', 'static')
  await page.setViewportSize({ width: 640, height: 800 })
  await expect(pages).toHaveCSS('position', 'sticky')
})

test('a long crumb ends before the search, and what rows are sorted by has no scroll bar', async ({ page }) => {
  await page.goto('/system/networking/switch-port-settings')
  const crumb = (await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('listitem')
    .last()
    .boundingBox())!
  const search = (await page.getByRole('button', { name: 'Jump to' }).boundingBox())!
  expect(search.x - crumb.x - crumb.width).toBeGreaterThanOrEqual(8)
  await page.goto('/system/silos')
  const sorts = page.getByRole('table', { name: 'Silos' }).getByRole('row').first().getByRole('button')
  await expect(sorts.first()).toBeVisible()
  for (const sort of await sorts.all()) expect(await isAcross(sort)).toBe(true)
})

test('a tap or a key on a disabled action shows why it is disabled', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'db1' })
  await page.goto(`/projects/${project}/instances`)
  const reason = page.getByRole('tooltip')
  await page.getByRole('row', { name: 'db1' }).getByRole('button', { name: 'Row actions' }).tap()
  const reboot = page.getByRole('menuitem', { name: /^Reboot/ })
  await reboot.tap(forced)
  await expect(reason).toHaveText('Only a running instance can be rebooted')
  await expect(reason).toBeInViewport({ ratio: 1 })
  await expect(reboot).toBeVisible()
  await page.getByRole('menuitem', { name: 'Copy ID' }).tap()
  await expect(reason).toHaveCount(0)

  await mayOnlyLook(page, project)
  await page.reload()
  const create = page.getByRole('button', { name: 'New instance' })
  await create.tap(forced)
  await expect(reason).toHaveText('Needs project collaborator; you have viewer')
  await expect(reason).toBeInViewport({ ratio: 1 })
  await page.getByRole('heading', { name: 'Instances', level: 1 }).tap()
  await expect(reason).toHaveCount(0)
  // As does the action's own key, and Enter after Escape.
  await page.keyboard.press('c')
  await expect(reason).toHaveText('Needs project collaborator; you have viewer')
  await page.keyboard.press('Escape')
  await expect(reason).toHaveCount(0)
  await create.focus()
  await page.keyboard.press('Enter')
  await expect(reason).toHaveText('Needs project collaborator; you have viewer')
  await expect(page).toHaveURL(`/projects/${project}/instances`)
})

test('the keys of the serial console fit narrow phones', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { name: 'db1', start: true })
  await reaches(request, id, 'running')
  await page.goto(`/projects/${project}/instances/db1/serial-console`)
  const bar = page.getByRole('toolbar', { name: 'Terminal keys' })
  await expect(bar).toBeVisible()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await expect.poll(() => bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    for (const key of await bar.getByRole('button').all()) {
      const { width: wide, height } = (await key.boundingBox())!
      expect(Math.min(wide, height)).toBeGreaterThanOrEqual(40)
      expect(await isAcross(key)).toBe(true)
    }
  }
})
