import { choose, get, leaveOut, type Made, mayOnlyLook, notifications, post } from './network.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

const inVpc = (project: string) => `vpc=default&project=${project}`
const path = (project: string, rest = '') => `/projects/${project}/vpcs/default/internet-gateways${rest}`
type Request = Parameters<typeof post>[0]

/** A pool of the silo that is not its default. */
async function makePool(request: Request): Promise<string> {
  const pool = await post(request, '/v1/system/ip-pools', { name: uniqueName('pool'), description: '' })
  const linked = await request.post(`/v1/system/ip-pools/${pool.id}/silos`, {
    data: { silo: 'default', is_default: false },
  })
  expect(linked.status(), await linked.text()).toBe(201)
  return pool.name
}

async function makeGateway(request: Request, project: string, name: string, router = 'own') {
  const gateway = await post(request, `/v1/internet-gateways?${inVpc(project)}`, { name, description: '' })
  await post(request, `/v1/internet-gateway-ip-addresses?gateway=${gateway.id}`, {
    name: 'fixed',
    description: '',
    address: '203.0.113.77',
  })
  const { id } = await post(request, `/v1/vpc-routers?${inVpc(project)}`, { name: router, description: '' })
  await post(request, `/v1/vpc-router-routes?router=${id}`, {
    name: 'out',
    description: '',
    destination: { type: 'ip_net', value: '0.0.0.0/0' },
    target: { type: 'internet_gateway', value: name },
  })
  return gateway
}

test('a gateway is created; pools and addresses are attached and detached', async ({ page, request, makeProject }) => {
  const project = await makeProject('gateways')
  const pool = await makePool(request)
  await page.goto(`/projects/${project}/vpcs/default`)
  await page.getByRole('tab', { name: 'Internet Gateways' }).click()
  await expect(page).toHaveTitle(`Internet Gateways / default / VPCs / ${project} / Projects / Skerry`)
  await page.getByRole('link', { name: 'New internet gateway' }).click()
  const create = page.getByRole('dialog', { name: 'Create internet gateway' })
  await expect(create).toBeVisible()
  await expectAccessible(page)
  await create.getByLabel('Name').fill('default')
  await create.getByRole('button', { name: 'Create internet gateway' }).click()
  await expect(create.getByLabel('Name')).toHaveAccessibleDescription(/already exists/)
  await create.getByLabel('Name').fill('way-out')
  await create.getByRole('button', { name: 'Create internet gateway' }).click()
  await expect(notifications(page)).toContainText('Internet gateway way-out created')
  const row = page.getByRole('table', { name: 'Internet Gateways' }).getByRole('row', { name: 'way-out' })
  await expect(row.getByRole('cell', { name: '0', exact: true })).toHaveCount(3)

  await row.getByRole('link', { name: 'way-out' }).click()
  await expect(page).toHaveURL(path(project, '/way-out'))
  const panel = page.getByRole('dialog', { name: 'way-out' })
  await expect(panel.getByText('No addresses attached.')).toBeVisible()
  await panel.getByRole('button', { name: 'Attach IP pool' }).click()
  const attachPool = page.getByRole('dialog', { name: 'Attach IP pool' })
  await attachPool.getByLabel('Name').fill('second')
  await attachPool.getByRole('combobox', { name: 'IP pool' }).click()
  await page.getByRole('option', { name: pool }).click()
  await attachPool.getByRole('button', { name: 'Attach IP pool' }).click()
  await expect(notifications(page)).toContainText('IP pool second attached to way-out')
  const pools = panel.getByRole('table', { name: 'IP pools' })
  await expect(pools.getByRole('row', { name: 'second' })).toContainText(pool)

  await panel.getByRole('button', { name: 'Attach address' }).click()
  const attachAddress = page.getByRole('dialog', { name: 'Attach address' })
  await attachAddress.getByLabel('Name').fill('fixed')
  await attachAddress.getByRole('textbox', { name: 'Address' }).fill('203.0.113')
  await attachAddress.getByRole('button', { name: 'Attach address' }).click()
  await expect(attachAddress.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
    'Not a valid IP address',
  )
  await attachAddress.getByRole('textbox', { name: 'Address' }).fill('203.0.113.77')
  await attachAddress.getByRole('button', { name: 'Attach address' }).click()
  const addresses = panel.getByRole('table', { name: 'Addresses' })
  await expect(addresses.getByRole('row', { name: 'fixed' })).toContainText('203.0.113.77')

  await choose(page, pools.getByRole('row', { name: 'second' }), 'Detach')
  const detach = page.getByRole('dialog', { name: 'Detach IP pool' })
  await expect(detach.getByRole('button', { name: 'Detach IP pool' })).toBeVisible()
  await expect(detach.getByRole('checkbox')).toHaveCount(0)
  await detach.getByRole('button', { name: 'Detach IP pool' }).click()
  await expect(notifications(page)).toContainText('IP pool second detached from way-out')
  await expect(pools).toHaveCount(0)
  await panel.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(path(project))
  await expect(row.getByRole('cell', { name: '1', exact: true })).toHaveCount(1)
})

test('pools and addresses that routes use are detached only with the routes; a deleted gateway detaches everything', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('gateways')
  await makeGateway(request, project, 'way-out')
  const aside = await makeGateway(request, project, 'aside', 'second')
  await page.goto(path(project, '/way-out'))
  const panel = page.getByRole('dialog', { name: 'way-out' })
  await expect(panel.getByRole('table', { name: 'Routes that use it' }).getByRole('cell')).toHaveText(['own', 'out'])
  await expectAccessible(page)
  await choose(page, panel.getByRole('row', { name: 'fixed' }), 'Detach')
  const detach = page.getByRole('dialog', { name: 'Detach address' })
  const button = detach.getByRole('button', { name: 'Detach address' })
  await expect(button).toHaveAccessibleDescription('Routes use this gateway')
  await expect(detach).toContainText('out of router own')
  await expectAccessible(page)
  await detach.getByRole('button', { name: 'Cancel' }).click()
  await expect(detach).toHaveCount(0)

  await panel.getByRole('button', { name: 'Close' }).last().click()
  await expect(panel).toHaveCount(0)
  await expectAccessible(page)
  const row = page.getByRole('row', { name: 'way-out' })
  await choose(page, row, 'Delete')
  const remove = page.getByRole('dialog', { name: 'Delete internet gateway' })
  await expect(remove.getByRole('listitem')).toHaveText(['Address fixed, 203.0.113.77', 'Route out of router own'])
  await expectAccessible(page)
  await remove.getByRole('button', { name: 'Delete internet gateway' }).click()
  await expect(notifications(page)).toContainText('Internet gateway way-out deleted')
  await expect(row).toHaveCount(0)
  const routes = `/v1/vpc-router-routes?router=own&${inVpc(project)}`
  expect((await get<{ items: object[] }>(request, routes)).items).toEqual([])

  await page.getByRole('link', { name: 'aside' }).click()
  const second = page.getByRole('dialog', { name: 'aside' })
  await choose(page, second.getByRole('row', { name: 'fixed' }), 'Detach')
  await detach.getByRole('checkbox', { name: 'Also delete the routes that use this gateway' }).check()
  await detach.getByRole('button', { name: 'Detach address' }).click()
  await expect(notifications(page)).toContainText('Address fixed detached from aside')
  await expect(second.getByText('No routes use this gateway.')).toBeVisible()
  await second.getByRole('button', { name: 'Close' }).last().click()

  const own = await get<Made>(request, `/v1/internet-gateways/default?${inVpc(project)}`)
  for (const { id } of [aside, own])
    expect((await request.delete(`/v1/internet-gateways/${id}?cascade=true`)).status()).toBe(204)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No internet gateways')).toBeVisible()
  await expectAccessible(page)
})

test('pools and addresses of gateways are counted with the list or per row; viewers change nothing', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('gateways')
  await makeGateway(request, project, 'way-out')
  const asked: string[] = []
  page.on('request', (each) => {
    if (/internet-gateway-ip|router-routes/.test(each.url())) asked.push(each.url())
  })
  const cells = page.getByRole('row', { name: 'way-out' }).getByRole('cell')
  const counts = ['way-out', '', '0', '1', '1']
  await page.goto(path(project))
  await expect(cells).toContainText(counts)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await leaveOut(page, '**/v1/internet-gateways?*', 'ip_pool_count', 'ip_address_count', 'route_count')
  await page.reload()
  await expect(cells).toContainText(counts)
  // Pools and addresses of two gateways; the routes came with the routers.
  await expect.poll(() => asked.length).toBe(4)

  await mayOnlyLook(page, project)
  const reason = 'Needs project collaborator; you have viewer'
  await page.reload()
  await expect(page.getByRole('button', { name: 'New internet gateway' })).toHaveAccessibleDescription(reason)
  await page.getByRole('table').getByRole('link', { name: 'default' }).click()
  for (const name of ['Attach IP pool', 'Attach address'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(reason)
})
