import type { APIRequestContext } from '@playwright/test'
import { leaveOut } from './network.ts'
import { expect, test } from './test.ts'

async function makeDisks(request: APIRequestContext, project: string, names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += 20)
    await Promise.all(
      names.slice(from, from + 20).map(async (name) => {
        const source = { type: 'importing_blocks', block_size: 512 }
        const data = { name, description: '', size: 2 ** 30, disk_source: source }
        const answer = await request.post(`/v1/disks?project=${project}`, { data })
        expect(answer.status(), await answer.text()).toBe(201)
      }),
    )
}
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(2, '0')}`)

const failure = { status: 500, json: { error_code: 'Internal', message: 'out of order', request_id: 'r' } }

test('a filter on one page offers a search of all; next and prev stop at the ends; an emptied page is left', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('paged')
  await makeDisks(request, project, [...numbered('data', 50), 'root'])
  await page.goto(`/projects/${project}/disks`)
  const rows = page.getByRole('table', { name: 'Disks' }).getByRole('row')
  await expect(rows).toHaveCount(51)

  await page.getByRole('searchbox').fill('data-0')
  await expect(page.getByText('10 of 50 loaded')).toBeVisible()
  await page.getByRole('searchbox').fill('root')
  await expect(page.getByText('No matches')).toBeVisible()
  await expect(page.getByText('Only this page was looked through: 50 rows.')).toBeVisible()
  await expect(page.getByText('No disks')).toHaveCount(0)

  let isBroken = true
  await page.route(/\/v1\/disks\?.*limit=1000/, (route) => (isBroken ? route.fulfill(failure) : route.continue()))
  await page.getByRole('button', { name: 'Search all pages' }).last().click()
  await expect(page.getByText('The search failed: Out of order')).toBeVisible()
  await expect(page.getByText('No disks')).toHaveCount(0)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('51 searched')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox').fill('root-7')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).last().click()
  await expect(rows).toHaveCount(51)

  const { id } = (await (await request.get(`/v1/disks/root?project=${project}`)).json()) as { id: string }
  const [prev, next] = [page.getByRole('button', { name: 'prev' }), page.getByRole('button', { name: 'next' })]
  await expect(prev).toBeDisabled()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/page_token=/, async (route) => {
    ask()
    await held
    await route.continue()
  })
  await next.click()
  await asked
  // A page that is loading is not requested again.
  await page.keyboard.press(']')
  release()
  await expect(page.getByRole('link', { name: 'root' })).toBeVisible()
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await prev.click()
  await expect(page.getByRole('link', { name: 'data-00' })).toBeVisible()
  await expect(prev).toBeDisabled()

  await next.click()
  await expect(page.getByRole('link', { name: 'root' })).toBeVisible()
  await request.post(`/v1/disks/${id}/bulk-write-start`)
  await request.post(`/v1/disks/${id}/bulk-write-stop`)
  await request.post(`/v1/disks/${id}/finalize`, { data: {} })
  expect((await request.delete(`/v1/disks/${id}`)).status()).toBe(204)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('link', { name: 'data-00' })).toBeVisible()
  await expect(prev).toBeDisabled()
})

test('a failed refresh keeps the rows; a list has a name, and reads names one by one if needed', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('unread')
  await makeDisks(request, project, ['data'])
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('link', { name: 'data' })).toBeVisible()
  await page.route(/\/v1\/disks\?/, (route) => route.fulfill(failure))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Could not be refreshed: Out of order')).toBeVisible()
  await expect(page.getByRole('link', { name: 'data' })).toBeVisible()
  await page.unroute(/\/v1\/disks\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Could not be refreshed')).toHaveCount(0)

  const about = page.getByRole('button', { name: 'About Disks' })
  await about.click()
  await expect(page.getByRole('dialog', { name: 'Disks' })).toContainText('A disk stores data for an instance')
  await page.keyboard.press('Escape')
  await expect(about).toBeFocused()

  const data = { name: 'db1', description: '', hostname: 'db1', ncpus: 1, memory: 2 ** 30, start: false }
  const blank = { type: 'blank', block_size: 512 }
  const disks = [{ type: 'create', name: 'own', description: '', size: 2 ** 30, disk_source: blank }]
  expect((await request.post(`/v1/instances?project=${project}`, { data: { ...data, disks } })).status()).toBe(201)

  // If the list of names cannot be read, each name is.
  const names = /\/v1\/instances\?.*limit=1000/
  await page.route(names, (route) => route.fulfill(failure))
  await page.reload()
  await expect(page.getByRole('row', { name: 'own' }).getByRole('link', { name: 'db1' })).toBeVisible()
  await page.unroute(names)

  await page.goto(`/projects/${project}/instances/db1/storage`)
  const card = page.getByRole('region', { name: 'Additional disks' })
  const leftOf = (text: string) =>
    card.getByText(text, { exact: true }).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left
    })
  await expect(card.getByRole('link', { name: 'own' })).toBeVisible()
  expect(await leftOf('own')).toBe(await leftOf('Additional disks'))
})

test('a failed cell has its own retry', async ({ page, request, makeProject }) => {
  const project = await makeProject('beside')
  await makeDisks(request, project, ['data'])
  const group = { name: 'apart', description: '', policy: 'allow', failure_domain: 'sled' }
  expect((await request.post(`/v1/anti-affinity-groups?project=${project}`, { data: group })).status()).toBe(201)
  const members = /\/v1\/anti-affinity-groups\/[^/]+\/members/
  await leaveOut(page, '**/v1/anti-affinity-groups?*', 'member_count')
  await page.route(members, (route) => route.fulfill(failure))
  await page.goto(`/projects/${project}/affinity`)
  const cell = page.getByRole('row', { name: 'apart' }).getByRole('button', { name: 'Try again' })
  await expect(cell).toHaveAccessibleDescription('Could not be read: out of order')
  await page.unroute(members)
  await cell.click()
  await expect(page.getByRole('row', { name: 'apart' }).getByRole('cell', { name: '0', exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('together')
  await expect(page.getByText('No matches')).toBeVisible()
  await expect(page.getByText('No affinity groups')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('row', { name: 'apart' })).toBeVisible()

  const disks = /\/v1\/disks\?.*limit=1000/
  await page.route(disks, (route) => route.fulfill(failure))
  await page.goto(`/projects/${project}/snapshots-new`)
  const panel = page.getByRole('dialog', { name: 'Create snapshot' })
  await expect(panel.getByText('Could not be read: Out of order')).toBeVisible()
  await page.unroute(disks)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByLabel('Disk').click()
  await expect(page.getByRole('option', { name: /data/ })).toBeVisible()
})

test('a page token that the server no longer knows leads back to the first page', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('expired')
  await makeDisks(request, project, numbered('data', 60))
  await page.goto(`/projects/${project}/disks`)
  const rows = page.getByRole('table', { name: 'Disks' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'next' }).click()
  await expect(rows).toHaveCount(11)
  const refusal = { error_code: 'InvalidRequest', message: 'unable to parse page token', request_id: 'r' }
  await page.route(/page_token=/, (route) => route.fulfill({ status: 400, json: refusal }))
  await page.reload()
  await expect(rows).toHaveCount(51)
  await expect(page.getByRole('button', { name: 'prev' })).toHaveAccessibleDescription('This is the first page')
})
