import type { Locator } from '@playwright/test'
import { goWithin } from './answers.ts'
import { makeInstance } from './instance.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible, test } from './test.ts'

test('unknown pages show "not found" inside the shell', async ({ page }) => {
  const paths = ['/nowhere', '/projects/not-a-project/instances', '/projects/not-a-project/edit', '/system/nowhere?a=b']
  for (const path of paths) {
    await page.goto(path)
    // A panel shows below the heading of its list.
    const level = path.endsWith('/edit') ? 2 : 1
    await expect(page.getByRole('heading', { name: 'Page not found', level })).toBeVisible()
    await expect(page).toHaveTitle(/^Page not found/)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to console' }).click()
  await expect(page).toHaveURL('/projects')
})

test('quick actions find pages and resources, wrap around, and run with Enter', async ({ page, makeProject }) => {
  const name = await makeProject('jump')
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Quick actions' })
  await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.getByRole('combobox').fill(name)
  await expect(dialog.getByRole('option', { name })).toHaveAttribute('href', `/projects/${name}/instances`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${name}/instances`)
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(dialog).toHaveCount(0)
})

test('quick actions that are opened while a page loads stay open on it', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  const answer = Promise.withResolvers<void>()
  await page.route(/\/v1\/images\?/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Images', exact: true }).click()
  await expect(page).toHaveURL('/images')
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Quick actions' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  answer.resolve()
  await expect(page.locator('main h1')).toHaveText('Images')
  await expect(dialog.getByRole('option', { name: /^Projects/ }).first()).toBeVisible()
})

test('quick actions render few of thousands of items, reach all listed ones, and show how many more there are', async ({
  page,
}) => {
  await page.route(/\/v1\/projects\?/, async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page_token') ?? 0)
    const items = Array.from({ length: 1000 }, (_, number) => ({
      id: `00000000-0000-4000-8000-${String(at * 1000 + number).padStart(12, '0')}`,
      name: `project-${String(at * 1000 + number).padStart(4, '0')}`,
      description: '',
      time_created: '2026-01-01T00:00:00Z',
      time_modified: '2026-01-01T00:00:00Z',
    }))
    await route.fulfill({ json: { items, next_page: at < 4 ? String(at + 1) : null } })
  })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Quick actions' })
  const options = dialog.getByRole('option')
  const current = dialog.getByRole('option', { selected: true })
  await expect(dialog.getByRole('status')).toHaveText('4,900 more. Type to find them')
  expect(await options.count()).toBeLessThan(60)
  await expectAccessible(page)
  await page.getByRole('combobox').fill('4711')
  await expect(options).toHaveText(['project-4711'])
  await expect(dialog.getByRole('status')).toBeEmpty()
  await page.getByRole('combobox').fill('')
  for (let pressed = 0; pressed < 101; pressed++) await page.keyboard.press('ArrowDown')
  await expect(current).toHaveText('Projects')
  await page.keyboard.press('ArrowUp')
  await expect(current).toHaveText('project-0099')
  await expect(current).toBeInViewport()
  expect(await options.count()).toBeLessThan(60)
  // Enter runs the current item at any scroll position.
  await dialog.getByRole('listbox').evaluate((list) => list.scrollTo(0, 0))
  await expect(dialog.getByRole('option', { name: 'project-0000' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects/project-0099/instances')
})

test('a new page focuses its title; shortcuts: g p, c, the keyboard map, and the switch that disables single letters', async ({
  page,
  makeProject,
}) => {
  const name = await makeProject('keyed')
  await page.goto(`/projects?q=${name}`)
  await page.getByRole('table').getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: `Instances / ${name}` })).toBeAttached()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeFocused()
  await expect(page).toHaveURL('/projects')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Create project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: 'Keyboard map' })
  await map.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(map).toHaveCount(0)
  await page.keyboard.press('c')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
})

test('an empty activity menu explains itself; the chosen theme is kept', async ({ page }) => {
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText('Tasks that you start in this browser')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /user menu/ }).click()
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(['System theme'])
  await page.getByRole('menuitemradio', { name: 'Light theme' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('deleting a project calls no operation that the server lacks', async ({ page, makeProject }) => {
  const project = await makeProject('asks')
  const missing: string[] = []
  page.on('response', (answer) => void (answer.status() === 501 && missing.push(answer.url())))
  await page.goto(`/projects/${project}/delete`)
  await expect(page.getByRole('dialog', { name: 'Delete project' }).getByText('These are still in')).toBeVisible()
  expect(missing).toEqual([])
})

test('on a phone the sidebar is a drawer, and the breadcrumbs are the last one and Back', async ({
  page,
  makeProject,
}) => {
  const name = await makeProject('phone')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${name}/instances`)
  await expect(page.getByRole('link', { name: `Back to ${name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await expect(drawer.getByRole('link', { name: 'Instances' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Instances' }).click()
  await expect(drawer).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('a lost connection shows a banner until it is back', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.route('**/v1/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  const banner = page.getByText('Connection lost, trying again')
  await expect(banner).toBeVisible()
  await page.unroute('**/v1/**')
  await expect(banner).toHaveCount(0)
})

test('without an answer a form keeps what was entered and says so; on a phone the banner covers no header', async ({
  page,
  makeProject,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${await makeProject()}/disks-new`)
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await panel.getByLabel('Name').fill('typed')
  await page.route('**/v1/**', (route) => route.abort())
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(panel.getByRole('alert')).toContainText('No answer from the server. What you entered is kept.')
  await expect(panel.getByLabel('Name')).toHaveValue('typed')
  const banner = page.getByText('Connection lost, trying again')
  const below = async (header: Locator) => {
    const [strip, shown] = [await banner.boundingBox(), await header.boundingBox()]
    return strip && shown && shown.y >= strip.y + strip.height
  }
  await expect.poll(() => below(panel.getByRole('heading', { name: 'Create disk' }))).toBe(true)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => below(page.getByRole('button', { name: /^Activity/ }))).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await page.unroute('**/v1/**')
  await expect(banner).toHaveCount(0)
  await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.y).toBe(0)
})

test('breadcrumbs of one resource do not stay on the page of another', async ({ page, request, makeProject }) => {
  const [project, other] = [await makeProject('left'), await makeProject('next')]
  await makeInstance(request, project, { name: 'web' })
  const { name: silo } = await makeSilo(request)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  const trails: [path: string, trail: string[]][] = [
    [`/projects/${project}/instances/web/storage`, ['Projects', project, 'Instances', 'web', 'Storage']],
    [`/projects/${other}/disks`, ['Projects', other, 'Disks']],
    [`/projects/${project}/vpcs/default/firewall-rules`, ['Projects', project, 'VPCs', 'default', 'Firewall Rules']],
    [`/projects/${other}/instances`, ['Projects', other, 'Instances']],
    ['/system/inventory/sleds', ['Inventory', 'Sleds']],
    [`/system/silos/${silo}/idps`, ['Silos', silo, 'Identity Providers']],
    ['/projects', ['Projects']],
  ]
  await page.goto('/projects')
  await expect(crumbs).toHaveText(['Projects'])
  for (const [path, trail] of trails) {
    await goWithin(page, path)
    await expect(crumbs.last(), path).toHaveText(trail.at(-1)!)
    await expect(crumbs, path).toHaveText(trail.map((label) => new RegExp(`^${label}/?$`)))
  }
})

test('a device whose clock is off is told so', async ({ page }) => {
  await page.clock.setSystemTime(Date.now() + 90 * 60_000)
  await page.goto('/projects')
  await expect(page.getByRole('status').filter({ hasText: 'The clock of this device is' })).toContainText(
    'The clock of this device is 1 hour 30 minutes ahead of the server’s: ages and charts are wrong until it is set.',
  )
})
