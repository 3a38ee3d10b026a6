import type { APIRequestContext, Page } from '@playwright/test'
import { breakReads } from './answers.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the server fetches an image, which can be cancelled', async ({ page, makeProject }) => {
  const project = await makeProject('fetch')
  await page.goto(`/projects/${project}/images`)
  await page.getByRole('link', { name: 'Fetch image' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Fetch image', exact: true })
  await panel.getByRole('combobox', { name: 'Image' }).fill('debian 13')
  await page.getByRole('option', { name: 'Debian 13 (arm64)' }).click()
  await expect(panel.getByLabel('Name')).toHaveValue('debian-13')
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('mine')
  await panel.getByRole('combobox', { name: 'Image' }).fill('alpine')
  await page
    .getByRole('option', { name: /^Alpine/ })
    .first()
    .click()
  await expect(panel.getByLabel('Name'), 'a typed name stays').toHaveValue('mine')
  await panel.getByText('Address', { exact: true }).click()
  // No name server knows this name.
  await panel.getByRole('textbox', { name: 'Address' }).fill('https://images.invalid/debian.qcow2')
  await panel.getByRole('textbox', { name: 'Checksum' }).fill('0'.repeat(64))
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByLabel('Version').fill('13')
  await panel.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
  // It may have failed by now.
  const fetches = page.getByRole('region', { name: /^(Fetching images|Failed image fetches)$/ })
  await expect(fetches).toContainText('https://images.invalid/debian.qcow2')
  await expectAccessible(page)
  const mend = await breakReads(page, /\/v1\/image-fetches/)
  await page.reload()
  await expect(fetches).toContainText('Fetching images could not be read')
  await mend()
  await fetches.getByRole('button', { name: 'Try again' }).click()
  await expect(fetches).toContainText('https://images.invalid/debian.qcow2')
  await fetches.getByRole('button', { name: /^(Cancel|Dismiss) mine$/ }).click()
  await expect(fetches).toBeHidden()
})

test('an image for another architecture is marked before it is fetched, and while it is', async ({
  page,
  request,
  makeProject,
}) => {
  // Simulated machines have no architecture.
  await page.route('**/v1/ping', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), architecture: 'amd64' } })
  })
  const project = await makeProject('foreign')
  const url = 'https://images.invalid/debian-13-generic-arm64.qcow2'
  const checksum = { type: 'sha256', value: '0'.repeat(64) }
  const asked = {
    name: 'foreign',
    description: '',
    os: 'debian',
    version: '13',
    source: { type: 'url', url, checksum },
  }
  expect((await request.post(`/v1/image-fetches?project=${project}`, { data: asked })).status()).toBe(201)
  await page.goto(`/projects/${project}/images`)
  const note = 'Does not boot here: it is for arm64, instances of this server are amd64'
  await expect(page.getByRole('region', { name: /fetch/i }).getByRole('listitem')).toContainText(note)

  await page.goto(`/projects/${project}/images-fetch`)
  const panel = page.getByRole('dialog', { name: 'Fetch image', exact: true })
  await panel.getByRole('combobox', { name: 'Image' }).fill('debian 13')
  await expect(page.getByRole('option', { name: 'Debian 13 (amd64)' })).not.toContainText(note)
  const foreign = page.getByRole('option', { name: 'Debian 13 (arm64)' })
  await expect(foreign).toContainText(note)
  await foreign.click()
  await expect(panel.getByText(note)).toBeVisible()
  await expectAccessible(page)
  await panel.getByText('Address', { exact: true }).click()
  await expect(panel.getByText(note)).toHaveCount(0)
  await panel.getByRole('textbox', { name: 'Address' }).fill(url)
  await expect(panel.getByText(note)).toBeVisible()
  await panel.getByRole('textbox', { name: 'Address' }).fill(url.replace('arm64', 'amd64'))
  await expect(panel.getByText(note)).toHaveCount(0)
})

test('a failed fetch is started again without typing anything', async ({ page, request, makeProject }) => {
  const project = await makeProject('again')
  const checksum = 'ab'.repeat(32)
  const url = 'https://images.invalid/debian.qcow2'
  const catalog: { items: { name: string; url: string }[] } = await (await request.get('/v1/image-catalog')).json()
  const published = catalog.items.find(({ name }) => name === 'debian-13-amd64')!
  const asked = {
    name: 'typed',
    description: 'Of a test',
    os: 'debian',
    version: 'sid',
    size: 3 * 2 ** 30,
    source: { type: 'url', url, checksum: { type: 'sha256', value: checksum } },
  }
  const created = await request.post(`/v1/image-fetches?project=${project}`, { data: asked })
  expect(created.status()).toBe(201)
  const typed: { id: string } = await created.json()
  // A real one would download the image. Its size was found in the file: none was asked for.
  const ofCatalog = { name: 'published', url: published.url, checksum: null, requested_size: null, state: 'failed' }
  const fromCatalog = { ...typed, ...ofCatalog, id: crypto.randomUUID() }
  const reason = 'images.invalid: the host name is not known'
  await page.route(/\/v1\/image-fetches\/[^?/]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    if (!response.ok()) return route.fallback()
    const json = (await response.json()) as object
    await route.fulfill({ response, json: { ...json, state: 'failed', reason_for_failure: reason } })
  })
  await page.route(`**/v1/image-fetches/${fromCatalog.id}`, (route) => route.fulfill({ json: fromCatalog }))
  // No name server knows the address: it fails after attempts that take minutes.
  await page.route(/\/v1\/image-fetches\?/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const json = (await response.json()) as { items: object[] }
    const failed = { state: 'failed', reason_for_failure: 'images.invalid: no such host' }
    const items = [fromCatalog, ...json.items].map((item) => ({ ...item, ...failed }))
    await route.fulfill({ response, json: { ...json, items } })
  })
  await page.goto(`/projects/${project}/images`)
  const fetches = page.getByRole('region', { name: 'Failed image fetches' })
  await expect(fetches.getByRole('link', { name: 'Edit and fetch again: typed' })).toBeVisible()
  await expect(fetches.getByRole('listitem').filter({ hasText: url })).toContainText('typedFailed')
  await expectAccessible(page)
  await fetches.getByRole('link', { name: 'Edit and fetch again: typed' }).click()
  const panel = page.getByRole('dialog', { name: 'Fetch image', exact: true })
  await expect(panel.getByRole('textbox', { name: 'Address' })).toHaveValue(url)
  await expect(panel.getByRole('textbox', { name: 'Checksum' })).toHaveValue(checksum)
  await expect(panel.getByLabel('Name')).toHaveValue('typed')
  await expect(panel.getByLabel('Description')).toHaveValue('Of a test')
  await expect(panel.getByRole('textbox', { name: 'OS' })).toHaveValue('debian')
  await expect(panel.getByLabel('Version')).toHaveValue('sid')
  await expect(panel.getByRole('spinbutton', { name: 'Size' })).toHaveValue('3')
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('once-more')
  await panel.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(fetches).toContainText('once-more')
  await expect(fetches.getByRole('link', { name: 'Edit and fetch again: typed' })).toHaveCount(0)
  // The list alone shows it: a toast would still say that it is being fetched.
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('once-more')).toHaveCount(0)
  await page.getByRole('button', { name: /^Activity/ }).click()
  const entry = page.getByRole('dialog', { name: 'Activity' }).getByRole('listitem')
  await expect(entry).toContainText(new RegExp(`^Fetch image once-more.*failed.*${reason}$`))
  await page.keyboard.press('Escape')

  await fetches.getByRole('link', { name: 'Edit and fetch again: published' }).click()
  await expect(panel.getByRole('combobox', { name: 'Image' })).toHaveValue(/^Debian 13/)
  await expect(panel.getByLabel('Name')).toHaveValue('published')
  await expect(panel.getByRole('spinbutton', { name: 'Size' })).toHaveValue('')
  // A dismissed one leaves an empty form.
  const unknown = '00000000-0000-4000-8000-000000000000'
  await page.goto(`/projects/${project}/images-fetch?again=${unknown}`)
  await expect(panel.getByLabel('Name')).toHaveValue('')
})

/** A fetch that the server has just begun, which its form is to begin with, and the form filled in for another. */
async function fetchAnother(page: Page, request: APIRequestContext, project: string): Promise<string> {
  const source = {
    type: 'url',
    url: 'https://images.invalid/a.raw',
    checksum: { type: 'sha256', value: 'ab'.repeat(32) },
  }
  const data = { name: 'first', description: '', os: 'debian', version: 'sid', source }
  const created = await request.post(`/v1/image-fetches?project=${project}`, { data })
  expect(created.status()).toBe(201)
  const { id } = (await created.json()) as { id: string }
  await page.goto(`/projects/${project}/images-fetch?again=${id}`)
  return id
}

test('a fetch that runs is not begun with, and another one does not take its place', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('running')
  await page.route(/\/v1\/image-fetches\/[^?/]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), state: 'downloading' } })
  })
  const id = await fetchAnother(page, request, project)
  const panel = page.getByRole('dialog', { name: 'Fetch image', exact: true })
  await expect(panel.getByLabel('Name')).toHaveValue('')
  await panel.getByRole('radio', { name: 'Address' }).check()
  await panel.getByRole('textbox', { name: 'Address' }).fill('https://images.invalid/b.raw')
  await panel.getByRole('textbox', { name: 'Checksum' }).fill('cd'.repeat(32))
  await panel.getByLabel('Name').fill('second')
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByLabel('Version').fill('sid')
  await panel.getByRole('button', { name: 'Fetch', exact: true }).click()
  const fetches = page.getByRole('main').getByRole('listitem')
  await expect(fetches.filter({ hasText: 'b.raw' })).toBeVisible()
  await expect(fetches.filter({ hasText: 'a.raw' })).toBeVisible()
  expect((await request.get(`/v1/image-fetches/${id}`)).status()).toBe(200)
})

test('a failed fetch that cannot be dismissed after another took its place says so', async ({
  page,
  request,
  makeProject,
}) => {
  await page.route(/\/v1\/image-fetches\/[^?/]+$/, async (route) => {
    if (route.request().method() === 'DELETE')
      return route.fulfill({ status: 503, json: { request_id: 'r', message: 'The fetch cannot be deleted now' } })
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), state: 'failed' } })
  })
  await fetchAnother(page, request, await makeProject('undismissed'))
  const panel = page.getByRole('dialog', { name: 'Fetch image', exact: true })
  await expect(panel.getByLabel('Name')).toHaveValue('first')
  await panel.getByLabel('Name').fill('second')
  await panel.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The fetch cannot be deleted now')
})
