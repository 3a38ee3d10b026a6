import type { Page } from '@playwright/test'
import { makeDisk, makeInstance } from './instance.ts'
import { expect, test } from './test.ts'

/** What opens over a page, by the names that console/vite.config.ts gives its files. */
const overlays =
  /\/assets\/(overlays|choosers|combobox-input|listbox-select|panels|menu-popup|tooltip-popup|toasts|confirm-modal|quick-actions)[^/]*\.js/

/** Notes the moment at which the first rows of a table are painted. */
const watchRows = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('tr[data-row-id]')) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
    })
    watch.observe(document, { childList: true, subtree: true })
  })

/** The scripts fetched up to now, and when the first rows were painted. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => ({
    rows: performance.getEntriesByName('rows')[0]?.startTime ?? Infinity,
    scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime, encodedBodySize }) => ({ name, startTime, bytes: encodedBodySize })),
  }))

/** Holds the code of overlays until it is let go. */
async function holdOverlays(page: Page, which = overlays): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the code of menus and dialogs comes after the rows', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'db', disks: [] })
  await makeDisk(request, project, 'data')
  await watchRows(page)
  for (const path of ['/projects', `/projects/${project}/instances`, `/projects/${project}/disks`]) {
    await test.step(path, async () => {
      const fetched = page.waitForResponse(overlays)
      await page.goto(path)
      await fetched
      const { rows, scripts } = await scriptsOf(page)
      const early = scripts.filter(({ name, startTime }) => overlays.test(name) && startTime <= rows)
      expect(early).toEqual([])
    })
  }
})

test('the first load of a list is small', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project)
  await makeDisk(request, project, 'data')
  await watchRows(page)
  for (const path of ['/projects', `/projects/${project}/instances`, `/projects/${project}/disks`]) {
    await page.goto(path)
    await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0)
    const { rows, scripts } = await scriptsOf(page)
    const first = scripts.filter(({ startTime }) => startTime <= rows)
    expect(first.length, path).toBeLessThanOrEqual(12)
    expect(
      first.reduce((sum, { bytes }) => sum + bytes, 0),
      path,
    ).toBeLessThanOrEqual(160_000)
  }
})

test('a menu asked for before its code is there opens with the keyboard in it', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeDisk(request, project, 'data')
  const release = await holdOverlays(page)
  await page.goto(`/projects/${project}/disks`)
  const button = page.getByRole('button', { name: 'Row actions' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
  release()
  await expect(page.getByRole('menu', { name: 'Row actions' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('quick actions asked for before their code is there open with the cursor in their field', async ({ page }) => {
  const release = await holdOverlays(page)
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Jump to' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Jump to' })).toBeFocused()
})

/** The API's paths that a page asks for from now on. */
function watchRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) asked.push(pathname)
  })
  return asked
}

test.describe('the addresses of a page of instances', () => {
  const names = ['a', 'b', 'c']

  test('come with the list', async ({ page, request, makeProject }) => {
    const project = await makeProject()
    await Promise.all(names.map((name) => makeInstance(request, project, { name })))
    const asked = watchRequests(page)
    await page.goto(`/projects/${project}/instances`)
    await expect(page.getByRole('row')).toHaveCount(names.length + 1)
    await page.waitForLoadState('networkidle')
    expect(asked.toSorted()).toEqual([
      '/v1/instances',
      '/v1/me',
      '/v1/me/groups',
      '/v1/policy',
      `/v1/projects/${project}`,
      `/v1/projects/${project}/policy`,
      '/v1/system/policy',
      // Which roles on the fleet the silo maps.
      expect.stringMatching(/^\/v1\/system\/silos\/[0-9a-f-]+$/),
    ])
  })

  test('are asked for row by row where the server does not list them', async ({ page, request, makeProject }) => {
    const project = await makeProject()
    const made = await Promise.all(names.map((name) => makeInstance(request, project, { name })))
    await page.route('**/v1/instances?*', async (route) => {
      const response = await route.fetch()
      const list = await response.json()
      for (const each of list.items) delete each.external_addresses
      await route.fulfill({ response, json: list })
    })
    await page.route('**/external-ips', (route) =>
      route.fulfill({ json: { items: [{ kind: 'ephemeral', ip: '203.0.113.7', ip_pool_id: crypto.randomUUID() }] } }),
    )
    const asked = watchRequests(page)
    await page.goto(`/projects/${project}/instances`)
    await expect(page.getByRole('cell', { name: '203.0.113.7' })).toHaveCount(names.length)
    const addresses = asked.filter((path) => path.endsWith('/external-ips'))
    expect(addresses.toSorted()).toEqual(made.map(({ id }) => `/v1/instances/${id}/external-ips`).toSorted())
  })
})

test('a list seen before shows its last rows at once, and reads them anew behind', async ({
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
  // What was read a moment ago is not read again.
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

test('a link reads its page ahead once it is pointed at or focused', async ({ page, makeProject }) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByText('No instances')).toBeVisible()
  const asked = watchRequests(page)
  await page.getByRole('link', { name: 'Disks' }).hover()
  await expect.poll(() => asked).toContain('/v1/disks')
  await page.getByRole('link', { name: 'Snapshots' }).focus()
  await expect.poll(() => asked).toContain('/v1/snapshots')
  await expect(page).toHaveURL(`/projects/${project}/instances`)
})

test('nothing moves while a list loads', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await Promise.all(['a', 'b', 'c'].map((name) => makeInstance(request, project, { name })))
  await makeDisk(request, project, 'data')
  await page.addInitScript(() => {
    const shown = Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shown.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/projects', `/projects/${project}/instances`, `/projects/${project}/disks`]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift), path).toBeLessThan(0.01)
  }
})

test('a field that offers a list takes text, focus and keys before its code is there', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  for (const name of ['data-one', 'data-two']) await makeDisk(request, project, name)
  const release = await holdOverlays(page)
  await page.goto(`/projects/${project}/instances-new`)
  await expect(page.getByRole('button', { name: 'Create instance' })).toBeVisible()
  await page.getByRole('tab', { name: 'Existing disk' }).click()
  const disk = page.getByRole('combobox', { name: 'Disk' })
  await disk.focus()
  await page.keyboard.type('data-t')
  await expect(disk).toHaveValue('data-t')
  release()
  await expect(page.getByRole('option', { name: 'data-two' })).toBeVisible()
  await expect(disk).toBeFocused()
  await page.keyboard.type('wo')
  await expect(disk).toHaveValue('data-two')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(disk).toHaveValue('data-two')
  await expect(disk).toBeFocused()
})

test('Enter after typing chooses the first match, before or after the code of the field is there', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  for (const name of ['data-one', 'data-two']) await makeDisk(request, project, name)
  const disk = page.getByRole('combobox', { name: 'Disk' })
  const type = async () => {
    const release = await holdOverlays(page)
    await page.goto(`/projects/${project}/instances-new`)
    await page.getByRole('tab', { name: 'Existing disk' }).click()
    await disk.focus()
    await page.keyboard.type('data-t')
    return release
  }
  await test.step('before', async () => {
    const release = await type()
    await page.keyboard.press('Enter')
    await expect(disk).toHaveValue('data-t')
    release()
    await expect(disk).toHaveValue('data-two')
    await expect(disk).toBeFocused()
    await expect(page.getByRole('option')).toHaveCount(0)
  })
  await test.step('after', async () => {
    const release = await type()
    release()
    await expect(page.getByRole('option', { name: 'data-two' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(disk).toHaveValue('data-two')
  })
})

test('a list pressed before its code is there opens, and gives the focus back', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeDisk(request, project, 'data')
  const body = { name: 'yesterday', description: '', disk: 'data' }
  expect((await request.post(`/v1/snapshots?project=${project}`, { data: body })).status()).toBe(201)
  const release = await holdOverlays(page, /\/assets\/listbox-select/)
  await page.goto(`/projects/${project}/disks-new`)
  await page.getByRole('radio', { name: 'Snapshot' }).click()
  const list = page.getByRole('combobox', { name: 'Source snapshot' })
  await list.click()
  await expect(list).toHaveAttribute('aria-expanded', 'true')
  release()
  await expect(page.getByRole('option', { name: 'yesterday' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(list).toContainText('yesterday')
  await expect(list).toBeFocused()
})
