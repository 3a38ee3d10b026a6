import type { APIRequestContext, Page } from '@playwright/test'
import { makeDisk, makeInstance } from './instance.ts'
import { streaming, test } from './live.ts'
import { get, post } from './network.ts'
import { settle } from './settle.ts'
import { expect } from './test.ts'

test.use({ isLive: true })

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${name}\\b`) })
const rename = async (api: APIRequestContext, project: string, name: string, description: string) => {
  const { id } = await get<{ id: string }>(api, `/v1/projects/${project}`)
  expect((await api.put(`/v1/projects/${id}`, { data: { name, description } })).status()).toBe(200)
}

test('changes made elsewhere show in lists and on pages', async ({ page, streams, project, elsewhere }) => {
  await page.goto('/projects')
  await streaming(streams)
  await rename(elsewhere, project, project, 'Named elsewhere')
  await expect(row(page, project)).toContainText('Named elsewhere')

  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByText('No instances')).toBeVisible()
  const { id } = await makeInstance(elsewhere, project)
  await expect(row(page, 'db1')).toContainText('Stopped')
  await elsewhere.post(`/v1/instances/${id}/start`)
  await expect(row(page, 'db1')).toContainText('Running')

  await page.getByRole('link', { name: 'db1' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Running' })).toBeVisible()
  await elsewhere.post(`/v1/instances/${id}/stop`)
  await expect(page.getByRole('definition').filter({ hasText: 'Stopped' })).toBeVisible()
  await page.goto(`/projects/${project}/disks`)
  await makeDisk(elsewhere, project, 'data')
  await expect(row(page, 'data')).toContainText('Detached')
})

test('a page visited again asks for nothing and shows within two frames, until something changes', async ({
  page,
  streams,
  project,
  elsewhere,
}) => {
  await makeDisk(elsewhere, project, 'data')
  await page.goto(`/projects/${project}/disks`)
  await expect(row(page, 'data')).toBeVisible()
  await streaming(streams)
  const sidebar = page.getByRole('navigation').filter({ hasText: 'Floating IPs' })
  /** Follows a link of the sidebar. @returns the frames until the page's heading is there */
  const visit = (name: string) =>
    sidebar.getByRole('link', { name }).evaluate(async (link: HTMLElement) => {
      link.click()
      let frames = 0
      for (; document.querySelector('h1')?.textContent !== link.textContent?.trim() && frames < 600; frames++)
        await new Promise(requestAnimationFrame)
      return frames
    })
  for (const name of ['Snapshots', 'Disks']) {
    await visit(name)
    await settle(page)
  }
  // Later than any answer is fresh by its time, but for those about users and their rights.
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 5000
  })
  const before = streams.requests.length
  await visit('Snapshots')
  expect(await visit('Disks')).toBeLessThanOrEqual(2)
  await expect(row(page, 'data')).toBeVisible()
  await settle(page)
  expect(streams.requests.slice(before)).toEqual([])

  await visit('Snapshots')
  await makeDisk(elsewhere, project, 'more')
  await visit('Disks')
  await expect(row(page, 'more')).toBeVisible()
})

test('an open drawing of a VPC shows changes made elsewhere', async ({ page, streams, project, elsewhere }) => {
  const { id } = await makeInstance(elsewhere, project)
  await page.goto(`/projects/${project}/vpcs/default/topology`)
  const drawing = page.getByRole('group', { name: 'Drawing of the VPC' })
  await expect(drawing).toContainText('Stopped')
  await streaming(streams)
  await elsewhere.post(`/v1/instances/${id}/start`)
  await expect(drawing).toContainText('Running')
  const subnet = { name: 'added', description: '', ipv4_block: '172.30.16.0/24' }
  await post(elsewhere, `/v1/vpc-subnets?project=${project}&vpc=default`, subnet)
  await expect(drawing).toContainText('subnet added')
})

test('a refresh closes no menu and loses neither focus, selection nor scroll', async ({
  page,
  streams,
  project,
  elsewhere,
}) => {
  for (let i = 10; i < 40; i++) await makeDisk(elsewhere, project, `disk-${i}`)
  await page.goto(`/projects/${project}/disks`)
  await streaming(streams)
  const main = page.getByRole('main')
  await page.getByRole('checkbox', { name: 'Select disk-30' }).check()
  await row(page, 'disk-35').getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  const scroll = await main.evaluate((element) => element.scrollTop)
  const focused = await page.evaluateHandle(() => document.activeElement)

  await makeDisk(elsewhere, project, 'disk-39a')
  await expect(row(page, 'disk-39a')).toBeAttached()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await main.evaluate((element) => element.scrollTop)).toBe(scroll)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Select disk-30' })).toBeChecked()

  await row(page, 'disk-20').focus()
  expect((await elsewhere.delete(`/v1/disks/disk-15?project=${project}`)).status()).toBe(204)
  await expect(row(page, 'disk-15')).toHaveCount(0)
  await expect(row(page, 'disk-20')).toBeFocused()
})

test('rows do not move under the pointer, and catch up when it leaves them', async ({
  page,
  streams,
  project,
  elsewhere,
}) => {
  for (const name of ['m-disk', 'n-disk', 'p-disk']) await makeDisk(elsewhere, project, name)
  await page.goto(`/projects/${project}/disks`)
  await streaming(streams)
  await row(page, 'n-disk').hover()
  const before = await row(page, 'n-disk').boundingBox()
  await makeDisk(elsewhere, project, 'a-disk')
  await makeDisk(elsewhere, project, 'z-disk')
  await expect(row(page, 'z-disk')).toContainText('Detached')
  expect(await row(page, 'n-disk').boundingBox()).toEqual(before)
  await expect(row(page, 'a-disk')).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(row(page, 'a-disk')).toBeVisible()
})

test('the row of an open menu does not move, and the rows catch up when it is closed', async ({
  page,
  streams,
  project,
  elsewhere,
}) => {
  for (const name of ['m-disk', 'n-disk', 'p-disk']) await makeDisk(elsewhere, project, name)
  await page.goto(`/projects/${project}/disks`)
  await streaming(streams)
  await row(page, 'n-disk').getByRole('button', { name: 'Row actions' }).click()
  const item = page.getByRole('menuitem').nth(1)
  await item.hover()
  const before = await item.boundingBox()
  await makeDisk(elsewhere, project, 'a-disk')
  expect((await elsewhere.delete(`/v1/disks/m-disk?project=${project}`)).status()).toBe(204)
  await makeDisk(elsewhere, project, 'z-disk')
  await expect(row(page, 'z-disk')).toContainText('Detached')
  expect(await item.boundingBox()).toEqual(before)
  await page.keyboard.press('ArrowDown')
  expect(await item.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(row(page, 'a-disk')).toBeVisible()
  await expect(row(page, 'm-disk')).toHaveCount(0)
})

test('an open page sends nothing while nothing changes', async ({ page, streams, project, elsewhere }) => {
  await makeInstance(elsewhere, project)
  await page.clock.install()
  /** Until the page has asked nothing for some polls. */
  const rest = async () => {
    let [asked, polls] = [0, 0]
    await expect
      .poll(
        async () => {
          await page.clock.runFor(1000)
          polls = streams.requests.length === asked ? polls + 1 : 0
          asked = streams.requests.length
          return polls
        },
        { intervals: [200] },
      )
      .toBeGreaterThan(4)
  }
  const instances = `/projects/${project}/instances`
  const pages = [
    { path: instances, read: /^GET \/v1\/instances$/, change: () => makeInstance(elsewhere, project, { name: 'db2' }) },
    {
      path: `${instances}/db1/storage`,
      read: /^GET \/v1\/instances\/.*\/disks$/,
      change: () => makeDisk(elsewhere, project, 'seen'),
    },
    { path: '/projects', read: /^GET \/v1\/projects$/, change: () => rename(elsewhere, project, project, 'seen') },
  ]
  for (const { path, read, change } of pages) {
    // The stream of the page before ends with its document.
    await page.goto('about:blank')
    await streaming(streams, 0)
    await page.goto(path)
    // Timers of the page run only as this lets them.
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return streams.open()
      })
      .toBe(1)
    const reads = () => streams.requests.filter((each) => read.test(each)).length
    await rest()
    const before = reads()
    await change()
    await expect
      .poll(async () => {
        await page.clock.runFor(1000)
        return reads()
      })
      .toBeGreaterThan(before)
    await rest()
    const made = streams.asked.length
    streams.requests.length = 0
    // Two minutes, by seconds: the worker that has the stream answers in its own time. bench/live-pages takes ten.
    for (let i = 0; i < 120; i++) {
      await page.clock.runFor(1000)
      await page.evaluate(() => new Promise<void>((resolve) => queueMicrotask(resolve)))
    }
    expect(streams.requests).toEqual([])
    expect(streams.asked.length).toBe(made)
  }
})

test('many changes at once are few requests', async ({ page, streams, project, elsewhere }) => {
  await page.goto(`/projects/${project}/disks`)
  await streaming(streams)
  streams.requests.length = 0
  const names = Array.from({ length: 60 }, (_, i) => `disk-${100 + i}`)
  // As many at a time as a user's requests may be.
  for (let i = 0; i < names.length; i += 6)
    await Promise.all(names.slice(i, i + 6).map((name) => makeDisk(elsewhere, project, name)))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(row(page, 'disk-159')).toContainText('Detached')
  // Each disk changes twice: it is created, and then ready.
  expect(streams.requests.filter((each) => each === 'GET /v1/disks').length).toBeLessThan(2 * names.length)
})

test('a hidden page asks nothing, and catches up when it is shown', async ({ page, streams, project, elsewhere }) => {
  await page.goto(`/projects/${project}/disks`)
  await streaming(streams)
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await setHidden(true)
  streams.requests.length = 0
  await makeDisk(elsewhere, project, 'unseen')
  // The stream ends some seconds after the last page of a user is hidden.
  await streaming(streams, 0)
  await makeDisk(elsewhere, project, 'later')
  expect(streams.requests.filter((each) => each === 'GET /v1/disks')).toEqual([])
  await setHidden(false)
  await expect(row(page, 'unseen')).toBeVisible()
  await expect(row(page, 'later')).toBeVisible()
  expect(streams.asked.at(-1)?.lastEventId).toBeDefined()
})

test('every page of a project says that the project was deleted elsewhere', async ({
  context,
  streams,
  project,
  elsewhere,
}) => {
  const pages: Page[] = []
  // The last reads nothing of the project itself.
  for (const path of ['instances', 'access', 'history', 'metrics']) {
    const page = await context.newPage()
    await page.goto(`/projects/${project}/${path}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    pages.push(page)
  }
  await streaming(streams)
  for (const path of ['vpc-subnets/default?vpc=default&', 'vpcs/default?'])
    expect((await elsewhere.delete(`/v1/${path}project=${project}`)).status()).toBe(204)
  expect((await elsewhere.delete(`/v1/projects/${project}`)).status()).toBe(204)
  for (const page of pages) {
    const main = page.getByRole('main')
    await expect(main.getByRole('status').filter({ hasText: `${project} no longer exists` })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Go to Projects' })).toBeVisible()
    await expect(main.locator('[inert]').first()).toBeAttached()
  }
  const [instances] = pages
  const create = instances!.getByText('New instance').first()
  expect(await create.evaluate((element) => element.closest('[inert]') !== null)).toBe(true)
})
