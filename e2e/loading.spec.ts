import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { makeDisk, makeInstance } from './instance.ts'
import { leaveOut } from './network.ts'
import { expect, test } from './test.ts'

/** Code of overlays, by the names of console/chunks.ts and of files. */
const overlays =
  /\/assets\/(overlays|choosers|combobox-input|listbox-select|panels|menu-popup|tooltip-popup|toasts|confirm-modal|quick-actions)[^/]*\.js/

/** Records when the first rows of a table, or a form in a panel, are painted. */
const watchRows = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('tr[data-row-id], [role=dialog] form')) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
    })
    watch.observe(document, { childList: true, subtree: true })
  })

/** The scripts fetched so far, and when the first rows, or the form, were painted. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => ({
    rows: performance.getEntriesByName('rows')[0]?.startTime ?? Infinity,
    scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime, encodedBodySize }) => ({ name, startTime, bytes: encodedBodySize })),
  }))

/** Sums up the layout shifts of the page. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shown = Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shown.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Holds the code of overlays until it is released. */
async function holdOverlays(page: Page, which = overlays): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the first load of a list or a detail page is small and shifts no layout; code of menus and dialogs loads after the rows', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await Promise.all(['a', 'b', 'c'].map((name) => makeInstance(request, project, { name })))
  await makeDisk(request, project, 'data')
  const attached = await request.post(`/v1/instances/a/disks/attach?project=${project}`, { data: { disk: 'data' } })
  expect(attached.status()).toBe(202)
  await watchRows(page)
  await watchShifts(page)
  const lists = ['/projects', `/projects/${project}/instances`, `/projects/${project}/disks`]
  for (const path of [...lists, `/projects/${project}/instances/a/storage`]) {
    await test.step(path, async () => {
      const fetched = page.waitForResponse(overlays)
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await fetched
      const { rows, scripts } = await scriptsOf(page)
      const first = scripts.filter(({ startTime }) => startTime <= rows)
      expect(first.filter(({ name }) => overlays.test(name))).toEqual([])
      expect(first.length).toBeLessThanOrEqual(12)
      expect(scripts.length).toBeLessThanOrEqual(30)
      expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(155_000)
      expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.01)
    })
  }
  // Those that take most: a tab with much of its own, a panel over a list, a panel over a tab of the system.
  for (const path of [
    `/projects/${project}/instances/a/networking`,
    `/projects/${project}/images-new`,
    '/system/networking/bgp/announce-sets-new',
  ]) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect.poll(async () => (await scriptsOf(page)).rows).toBeLessThan(Infinity)
      // With what is fetched ahead: it may begin just before the paint is seen.
      expect((await scriptsOf(page)).scripts.length).toBeLessThanOrEqual(30)
    })
  }
})

test('a menu, quick actions or a listbox opened before its code is loaded gets the focus', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeDisk(request, project, 'data')
  const body = { name: 'yesterday', description: '', disk: 'data' }
  expect((await request.post(`/v1/snapshots?project=${project}`, { data: body })).status()).toBe(201)
  const release = await holdOverlays(page)
  const releaseList = await holdOverlays(page, /\/assets\/listbox-select/)
  const releaseQuickActions = await holdOverlays(page, /\/assets\/quick-actions/)
  await page.goto(`/projects/${project}/disks`)

  await test.step('a menu', async () => {
    const button = page.getByRole('button', { name: 'Row actions' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toHaveCount(0)
    release()
    await expect(page.getByRole('menu', { name: 'Row actions' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(button).toBeFocused()
  })
  await test.step('quick actions', async () => {
    const button = page.getByRole('button', { name: 'Jump to' })
    await button.click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    releaseQuickActions()
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })
  await test.step('a list, which gives the focus back', async () => {
    await page.getByRole('link', { name: 'New disk' }).click()
    await page.getByRole('radio', { name: 'Snapshot' }).click()
    const list = page.getByRole('combobox', { name: 'Source snapshot' })
    await list.click()
    await expect(list).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('option')).toHaveCount(0)
    releaseList()
    // The focus goes to it a frame after it shows.
    const focused = page.locator('[role=presentation]:focus')
    await expect(focused.getByRole('option', { name: 'yesterday' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(list).toContainText('yesterday')
    await expect(list).toBeFocused()
  })
})

test('what is typed while quick actions load goes into their input, and Esc cancels them', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  const release = await holdOverlays(page, /\/assets\/quick-actions/)
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('link', { name: 'New disk' }).first()).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search actions and pages' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('creat')
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  release()
  await page.keyboard.type('e')
  await expect(search).toBeFocused()
  await page.keyboard.type(' disk')
  await expect(search).toHaveValue('create disk')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
})

test('keys pressed as soon as a page is drawn are meant for the quick actions that the first of them opened', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  const release = await holdOverlays(page, /\/assets\/quick-actions/)
  await page.addInitScript(() => {
    const press = async (key: string, ctrlKey = false) => {
      const init = { key, ctrlKey, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', init))
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    }
    const watch = new MutationObserver(async () => {
      if (!document.querySelector('[data-hotkey=c]')) return
      watch.disconnect()
      await press('k', true)
      await press('Escape')
      await press('k', true)
      for (const letter of 'create') await press(letter)
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('link', { name: 'New disk' }).first()).toBeVisible()
  release()
  await expect(page.getByRole('combobox', { name: 'Search actions and pages' })).toHaveValue('create')
  await expect(page).toHaveURL(`/projects/${project}/disks`)
})

test('keys pressed while a question loads do not act on the page under it', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeDisk(request, project, 'data')
  const release = await holdOverlays(page, /\/assets\/confirm-modal/)
  await page.goto(`/projects/${project}/disks`)
  const question = page.getByRole('alertdialog', { name: 'Delete disk' })
  const ask = async () => {
    await page.getByRole('button', { name: 'Row actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('menu')).toBeHidden()
    await page.keyboard.press('Enter')
    await page.keyboard.press('c')
  }
  await ask()
  await page.keyboard.press('Escape')
  await ask()
  await expect(page.getByRole('menu')).toBeHidden()
  release()
  await expect(question).toHaveCount(1)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(`/projects/${project}/disks`)
})

test('a combobox accepts text, focus and Enter before and after its code is loaded', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  for (const name of ['data-one', 'data-two']) await makeDisk(request, project, name)
  const disk = page.getByRole('combobox', { name: 'Disk' })
  const option = page.getByRole('option')
  const type = async () => {
    const release = await holdOverlays(page)
    await page.goto(`/projects/${project}/instances-new`)
    await page.getByRole('tab', { name: 'Existing disk' }).click()
    await disk.focus()
    await page.keyboard.type('data-t')
    await expect(disk).toHaveValue('data-t')
    return release
  }
  await test.step('before', async () => {
    const release = await type()
    await page.keyboard.press('Enter')
    await expect(disk).toHaveValue('data-t')
    release()
    await expect(disk).toHaveValue('data-two')
    await expect(disk).toBeFocused()
    await expect(option).toHaveCount(0)
  })
  await test.step('left before', async () => {
    const release = await type()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(disk).not.toBeFocused()
    await expect(disk).toHaveValue('data-t')
    release()
    await disk.focus()
    await expect(page.getByRole('option', { name: 'data-two' })).toBeVisible()
    await expect(disk).toHaveValue('data-t')
  })
  await test.step('after', async () => {
    const release = await type()
    release()
    await expect(page.getByRole('option', { name: 'data-two' })).toBeVisible()
    await expect(disk).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(disk).toHaveValue('data-two')
    await expect(option).toHaveCount(0)
  })
  await test.step('a whole name', async () => {
    await disk.fill('data-o')
    await expect(page.getByRole('option', { name: 'data-one' })).toBeVisible()
    await page.keyboard.type('ne')
    await expect(disk).toHaveValue('data-one')
    await page.keyboard.press('Enter')
    await expect(option).toHaveCount(0)
    await expect(disk).toHaveValue('data-one')
    await expect(disk).toBeFocused()
  })
})

/** The API paths that a page requests from now on. */
function watchRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) asked.push(pathname)
  })
  return asked
}

test('addresses of instances come with the list, or per row from other servers; hovering links prefetches', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const made = await Promise.all(['a', 'b', 'c'].map((name) => makeInstance(request, project, { name })))
  const asked = watchRequests(page)
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('row')).toHaveCount(made.length + 1)
  await expect
    .poll(() => asked.toSorted())
    .toEqual([
      '/v1/instances',
      '/v1/me',
      '/v1/me/groups',
      '/v1/ping',
      '/v1/policy',
      `/v1/projects/${project}`,
      `/v1/projects/${project}/policy`,
      '/v1/system/policy',
      // The silo's mapping to fleet roles.
      expect.stringMatching(/^\/v1\/system\/silos\/[0-9a-f-]+$/),
    ])
  await page.getByRole('link', { name: 'Disks' }).hover()
  await expect.poll(() => asked).toContain('/v1/disks')
  await page.getByRole('link', { name: 'Snapshots' }).focus()
  await expect.poll(() => asked).toContain('/v1/snapshots')
  await expect(page).toHaveURL(`/projects/${project}/instances`)

  await leaveOut(page, '**/v1/instances?*', 'external_addresses')
  await page.route('**/external-ips', (route) =>
    route.fulfill({ json: { items: [{ kind: 'ephemeral', ip: '203.0.113.7', ip_pool_id: crypto.randomUUID() }] } }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('cell', { name: '203.0.113.7' })).toHaveCount(made.length)
  const addresses = asked.filter((path) => path.endsWith('/external-ips'))
  expect(addresses.toSorted()).toEqual(made.map(({ id }) => `/v1/instances/${id}/external-ips`).toSorted())
})

test('a visited list shows its cached rows at once and refreshes them in the background', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'before' })
  await page.clock.install()
  await page.goto(`/projects/${project}/instances`)
  const rows = page.getByRole('table', { name: 'Instances' })
  await expect(rows.getByRole('link', { name: 'before' })).toBeVisible()
  await page.getByRole('link', { name: 'Disks' }).click()
  await expect(page.getByRole('heading', { name: 'Disks', level: 1 })).toBeVisible()

  await makeInstance(request, project, { name: 'meanwhile' })
  // Fresh data is not read again.
  await page.clock.fastForward(5000)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/instances?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Instances' }).click()
  await expect(rows.getByRole('link', { name: 'before' })).toBeVisible()
  await expect(rows.getByRole('link', { name: 'meanwhile' })).toHaveCount(0)
  release()
  await expect(rows.getByRole('link', { name: 'meanwhile' })).toBeVisible()
})

test('a page whose scripts do not arrive is loaded once more, and then says so', async ({ page }) => {
  // No other file asks for it ahead.
  const script = /\/assets\/index-[^/]*\.js$/
  let documents = 0
  page.on('request', (request) => request.isNavigationRequest() && documents++)
  await page.route(script, (route) => route.abort('connectionreset'), { times: 1 })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(documents).toBe(2)

  await page.route(script, (route) => route.abort('connectionreset'))
  await page.reload()
  const note = page.getByRole('alert')
  await expect(note).toContainText('The console could not be loaded. Check the connection to its server.')
  expect(await findViolations(page)).toEqual([])
  expect(documents).toBe(3)
  await page.unroute(script)
  await note.getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(note).toBeHidden()
})
