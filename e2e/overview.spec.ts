import { test as demoTest } from './demo.ts'
import { makeInstance } from './instance.ts'
import { makeMember } from './live.ts'
import { mayOnlyLook, post } from './network.ts'
import { makeSilo } from './silo.ts'
import { makeDisk } from './storage.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

const steps = 'Three steps to a running machine'

demoTest('a project’s overview has its counts, failures and usage, each with a link to it', async ({ openAs }) => {
  const page = await openAs('mara-lindqvist')
  await page.goto('/projects/tide-gauges/instances')
  await page.getByRole('navigation', { name: 'tide-gauges' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveTitle('Overview / tide-gauges / Projects / Skerry')
  const main = page.getByRole('main')
  const attention = main.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('listitem').first()).toContainText('Critical')
  await expect(attention.getByRole('listitem').filter({ hasText: 'Disk faulted' })).toContainText(/gauge-spool\d+mo$/)
  await expect(attention.getByRole('link', { name: 'gauge-spool' })).toHaveAttribute(
    'href',
    '/projects/tide-gauges/disks/gauge-spool',
  )
  await expect(main.getByRole('meter', { name: 'CPU provisioned by the project' })).toHaveAttribute(
    'aria-valuetext',
    /^\d+ of 512 vCPUs quota, [\d.]+%$/,
  )
  await expect(main.getByRole('img', { name: /^Storage in the last seven days: at most [\d.]+ TiB$/ })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')).toHaveCount(8)
  await expectAccessible(page)

  await main
    .getByRole('region', { name: 'Disks' })
    .getByRole('link', { name: /^Faulted \d+$/ })
    .click()
  await expect(page).toHaveURL('/projects/tide-gauges/disks?state=faulted')
  const disks = page.getByRole('table', { name: 'Disks' })
  await expect(disks.getByRole('row')).toHaveCount(2)
  await expect(disks.getByRole('row', { name: 'gauge-spool' })).toBeVisible()
  await expect(main).toContainText(/Faulted only\s*\d+ searched/)
  await main.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/projects/tide-gauges/disks')
  await expect(disks.getByRole('row', { name: 'gauge-series-2003' })).toBeVisible()
})

demoTest(
  'the system’s overview has its hardware, issues and activity; a failed part leaves the rest',
  async ({ openAs }) => {
    const page = await openAs('astrid-berg')
    await page.goto('/system')
    await expect(page).toHaveURL('/system/overview')
    const main = page.getByRole('main')
    await expect(main.getByRole('region', { name: 'Sleds' })).toContainText(/In service\d+Expunged\d+/)
    const attention = main.getByRole('region', { name: 'Needs attention' })
    await expect(attention.getByRole('link', { name: 'SL000005' })).toBeVisible()
    await expect(main.getByRole('region', { name: 'Recent activity' }).getByRole('link').nth(1)).toBeVisible()
    await expect(main.getByRole('meter', { name: 'Memory provisioned by all silos' })).toBeVisible()
    await expectAccessible(page)

    await page.route('**/v1/system/issues', (route) =>
      route.fulfill({ status: 500, json: { message: 'out of order' } }),
    )
    await page.route('**/v1/system/audit-log?*', (route) => route.fulfill({ status: 501, json: {} }))
    await page.reload()
    await expect(attention).toContainText('out of order')
    await expect(main).toContainText('This server does not offer audit_log_list')
    await expect(main.getByRole('region', { name: 'Silos' }).getByRole('link')).toHaveAttribute('href', '/system/silos')
    await page.unroute('**/v1/system/issues')
    await attention.getByRole('button', { name: 'Try again' }).click()
    await expect(attention.getByRole('link', { name: 'SL000005' })).toBeVisible()
  },
)

test('a server without overviews has no link to them, and its system begins with the silos', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  await page.route('**/v1/**/overview', (route) => route.fulfill({ status: 501, json: {} }))
  await page.goto(`/projects/${project}/overview`)
  await expect(page.getByRole('main')).toContainText('This server does not offer project_overview')
  await page.goto('/system')
  await expect(page).toHaveURL('/system/silos')
  const system = page.getByRole('navigation', { name: 'System' })
  await expect(system.getByRole('link', { name: 'Silos' })).toBeVisible()
  await expect(system.getByRole('link', { name: 'Overview' })).toHaveCount(0)
})

test('a young project’s overview counts one as one and tells of lines only where there are some', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeInstance(request, project)
  await page.goto(`/projects/${project}/overview`)
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Instances' }).getByRole('link').first()).toHaveText('1Instance')
  await expect(main.getByRole('region', { name: 'VPCs' }).getByRole('link')).toHaveText('1VPC')
  await expect(main.getByRole('region', { name: 'Disks' }).getByRole('link').first()).toHaveText('0Disks')
  await expect(main.getByRole('meter', { name: 'CPU provisioned by the project' })).toBeVisible()

  const overview = (await (await request.get(`/v1/projects/${project}/overview`)).json()) as { usage: object }
  const since = (minute: number) => ({ ...overview.usage, timestamp: new Date(minute * 60_000) })
  let trend = [since(1)]
  await page.route('**/v1/projects/*/overview', (route) => route.fulfill({ json: { ...overview, trend } }))
  const lines = main.getByRole('img', { name: /in the last seven days/ })
  for (const [points, resources] of [
    [1, 0],
    [2, 3],
  ] as const) {
    trend = [since(1), since(2)].slice(0, points)
    await page.reload()
    await expect(main.getByRole('meter')).toHaveCount(3)
    await expect(lines).toHaveCount(resources)
    await expect(main.getByText('Lines show the last seven days')).toHaveCount(Math.min(resources, 1))
  }
})

test('a project without anything shows the steps to its first instance, and says what blocks them', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('main').getByRole('link', { name: 'First steps' }).click()
  await expect(page).toHaveURL(`/projects/${project}/overview`)
  const card = page.getByRole('region', { name: steps })
  const step = (name: string) => card.getByRole('listitem', { name })
  await expect(step('Project')).toContainText('Done')
  const next = card.locator('[aria-current=step]')
  await expect(next).toHaveCount(1)
  await expect(next).toContainText('Next')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(step('Instance').getByRole('link', { name: 'New instance' })).toBeVisible()
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)

  await mayOnlyLook(page, project)
  await page.reload()
  await expect(next).toContainText('Blocked')
  await expect(step('Instance')).toContainText('Needs project collaborator; you have viewer')
  await expect(step('Instance').getByRole('button', { name: 'New instance' })).toHaveAttribute('aria-disabled', 'true')
})

test('a silo without projects shows the steps to its first instance instead', async ({ browser, request, baseURL }) => {
  const silo = await makeSilo(request)
  const user = { username: uniqueName('first'), password: 'begins with an empty silo' }
  const { id } = await post(request, `/v1/system/identity-providers/local/users?silo=${silo.name}`, {
    external_id: user.username,
    password: { mode: 'password', value: user.password },
  })
  const admin = { identity_type: 'silo_user', identity_id: id, role_name: 'admin' }
  const policy = await request.put(`/v1/system/silos/${silo.name}/policy`, { data: { role_assignments: [admin] } })
  expect(policy.status()).toBe(200)
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
  expect((await context.request.post(`/v1/login/${silo.name}/local`, { data: user })).status()).toBe(204)
  const page = await context.newPage()
  await page.goto('/projects')
  const card = page.getByRole('region', { name: steps })
  const step = (name: string) => card.getByRole('listitem', { name })
  await expect(step('Project')).toContainText('Next')
  await expect(step('Image')).toContainText('Done')
  await expect(step('Instance')).toContainText('The silo has no quota of memory. Ask an operator for it.')
  await expect(step('Instance')).toContainText('The silo has no default IP pool. Ask an operator to link one.')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: 'New project' })).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await step('Project').getByRole('link', { name: 'New project' }).click()
  const form = page.getByRole('dialog', { name: 'Create project' })
  await form.getByLabel('Name').fill('first')
  await form.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL('/projects/first/instances')
  await page.getByRole('main').getByRole('link', { name: 'First steps' }).click()
  await expect(step('Project')).toContainText('Done')
  await expect(step('Instance')).toContainText(/Blocked.*The silo has no default IP pool/)
  await context.close()
})

test('a meter that is red on the overview is red on the utilization page, and the other way round', async ({
  browser,
  request,
  baseURL,
}) => {
  const gib = 2 ** 30
  const silo = await makeSilo(request, { quotas: { cpus: 8, memory: 8 * gib, storage: 10 * gib } })
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
  await (await makeMember(request, silo.name)).signIn(context)
  await post(context.request, '/v1/projects', { name: 'full', description: '' })
  const page = await context.newPage()
  const colourOf = (name: string) =>
    page
      .getByRole('meter', { name })
      .locator(':scope > :first-child')
      .evaluate((bar) => getComputedStyle(bar).backgroundColor)
  const colours: string[] = []
  for (const name of ['first', 'second']) {
    await makeDisk(context.request, 'full', name, 4)
    await page.goto('/projects/full/overview')
    const colour = await colourOf('Storage provisioned by the project')
    await page.goto('/utilization')
    expect(await colourOf('Storage provisioned')).toBe(colour)
    colours.push(colour)
  }
  expect(new Set(colours).size).toBe(2)
  await context.close()
})
