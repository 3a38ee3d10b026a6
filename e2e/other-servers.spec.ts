import type { Page } from '@playwright/test'
import { goWithin } from './answers.ts'
import { makeDisk } from './instance.ts'
import { choose, notifications, post } from './network.ts'
import { startPlainProxy } from './plain-proxy.ts'
import { expect, expectAccessible, test as base } from './test.ts'

type Proxy = Awaited<ReturnType<typeof startPlainProxy>>

const test = base.extend<{ lacks: Proxy['lacks'] }, { plain: Proxy }>({
  plain: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, give) => {
      const proxy = await startPlainProxy(process.env.SKERRY_E2E_ADDRESS!)
      await give(proxy)
      await proxy.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ plain }, give) => give(plain.address),
  lacks: async ({ plain: { lacks } }, give) => {
    await give(lacks)
    lacks(501)
  },
})

/** All errors that a page logs or throws. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

test('with another server the screens of a project show as much, without errors', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('plain')
  const inVpc = `vpc=default&project=${project}`
  const named = (name: string, more: object = {}) => ({ name, description: '', ...more })
  await post(request, `/v1/vpc-routers?${inVpc}`, named('own'))
  const target = { type: 'internet_gateway', value: 'default' }
  const way = { destination: { type: 'ip_net', value: '203.0.113.0/24' }, target }
  await post(request, `/v1/vpc-router-routes?router=own&${inVpc}`, named('abroad', way))
  await post(request, `/v1/floating-ips?project=${project}`, named('beacon'))
  const external_ips = [{ type: 'floating', floating_ip: 'beacon' }]
  const machine = { hostname: 'web', ncpus: 1, memory: 2 ** 30, start: false, external_ips }
  await post(request, `/v1/instances?project=${project}`, named('web', machine))
  await makeDisk(request, project, 'data')
  await post(request, `/v1/snapshots?project=${project}`, named('kept', { disk: 'data' }))
  const group = named('apart', { policy: 'allow', failure_domain: 'sled' })
  await post(request, `/v1/anti-affinity-groups?project=${project}`, group)
  await post(request, `/v1/anti-affinity-groups/apart/members/instance/web?project=${project}`, {})

  const errors = errorsOf(page)
  const [vpcs, vpc] = [`/projects/${project}/vpcs`, `/projects/${project}/vpcs/default`]
  const pools = '/system/networking/ip-pools'
  const rows: [path: string, row: string | RegExp, text: string | RegExp][] = [
    [vpcs, /^default/, /default.*3/],
    [`${vpc}/firewall-rules`, /^allow-ssh/, 'Allow'],
    [`${vpc}/subnets`, /^default/, /172\.30\.0\.0\/22.*1/],
    [`${vpc}/routers`, /^own/, 'custom'],
    [`${vpc}/routers/own`, /^abroad/, '203.0.113.0/24'],
    [`${vpc}/internet-gateways`, /^default/, /1.*0.*3/],
    [`${vpc}/internet-gateways/default`, /^own/, 'abroad'],
    [`${vpc}/topology`, /route abroad/, 'Router own'],
    [`/projects/${project}/floating-ips`, /^beacon/, 'web'],
    [`/projects/${project}/instances`, /web/, /198\.18\./],
    [`/projects/${project}/instances/web/networking`, /^net0/, '172.30.0.5'],
    [`/projects/${project}/instances/web/settings`, /^apart/, 'Allow'],
    [`/projects/${project}/affinity`, /^apart/, /Anti-affinity.*1/],
    [`/projects/${project}/affinity/apart`, /^web/, 'Stopped'],
    [`/projects/${project}/disks`, /data/, 'Detached'],
    [`/projects/${project}/snapshots`, /kept/, 'Ready'],
    [pools, /^default/, /\d+ \/ 4,094/],
    [`${pools}/default`, /^198\.18\.0\.1/, '198.18.15.254'],
    [`${pools}/default?tab=silos`, /^default/, /Yes|No/],
  ]
  await page.goto(vpcs)
  for (const [path, name, text] of rows) {
    await goWithin(page, path)
    await expect(page.getByRole('row', { name }).first()).toContainText(text)
    expect(errors, path).toEqual([])
  }
  await goWithin(page, `${pools}-service`)
  await expect(page.getByRole('heading', { name: 'Service IP Pool' })).toBeVisible()

  const panels: [path: string, title: string][] = [
    [`${vpcs}-new`, 'Create VPC'],
    [`${vpc}/edit`, 'Edit VPC'],
    [`${vpc}/firewall-rules-new`, 'Create firewall rule'],
    [`${vpc}/firewall-rules-new/allow-ssh`, 'Create firewall rule'],
    [`${vpc}/firewall-rules/allow-ssh/edit`, 'Edit firewall rule'],
    [`${vpc}/subnets-new`, 'Create subnet'],
    [`${vpc}/subnets/default/edit`, 'Edit subnet'],
    [`${vpc}/routers-new`, 'Create router'],
    [`${vpc}/routers/own/edit`, 'Edit router'],
    [`${vpc}/routers/own/routes-new`, 'Create route'],
    [`${vpc}/routers/own/routes/abroad/edit`, 'Edit route'],
    [`${vpc}/internet-gateways-new`, 'Create internet gateway'],
    [`/projects/${project}/floating-ips-new`, 'Create floating IP'],
    [`/projects/${project}/floating-ips/beacon/edit`, 'Edit floating IP'],
    [`${pools}-new`, 'Create IP pool'],
    [`${pools}/default/edit`, 'Edit IP pool'],
    [`${pools}/default/ranges-add`, 'Add range'],
    [`${pools}-service/ranges-add`, 'Add range'],
  ]
  for (const [path, title] of panels) {
    await goWithin(page, path)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    expect(errors, path).toEqual([])
  }

  await page.goto(`/projects/${project}/instances/web/networking`)
  await page.getByRole('button', { name: 'Check traffic' }).click()
  await page.getByLabel('Source').fill('203.0.113.9')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('by allow-ssh, priority 65534')).toBeVisible()
  expect(errors).toEqual([])

  await page.goto(`${vpc}/firewall-rules`)
  await choose(page, page.getByRole('row', { name: 'allow-ssh' }), 'Disable')
  await expect(page.getByRole('row', { name: 'allow-ssh' })).toContainText('Disabled')
  await page.goto(`${vpc}/firewall-rules/allow-ssh/edit`)
  const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
  await edit.getByRole('spinbutton', { name: 'Priority' }).fill('7')
  await edit.getByRole('button', { name: 'Update firewall rule' }).click()
  await expect(notifications(page)).toContainText('allow-ssh')
  await expect(page.getByRole('row', { name: 'allow-ssh' })).toContainText('7')
  expect(errors).toEqual([])
})

for (const status of [501, 404] as const)
  test(`a missing operation (${status}) is named, and navigation to it is hidden`, async ({ page, lacks }) => {
    lacks(status, 'GET /v1/system/sagas', 'GET /v1/system/networking/address-lot', 'GET /v1/system/ip-pools')
    const errors = errorsOf(page)
    const system = page.getByRole('navigation', { name: 'System' })
    await page.goto('/system/silos')
    await system.getByRole('link', { name: 'Sagas' }).click()
    await expect(page.getByRole('heading', { name: 'Not offered by this server' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText('This server does not offer saga_list')
    await expect(main).not.toContainText('try again')
    await expectAccessible(page)
    await main.getByRole('button', { name: 'Go back' }).click()
    await expect(page).toHaveTitle('Silos / Skerry')
    await expect(system.getByRole('link', { name: 'Audit Log' })).toBeVisible()
    await expect(system.getByRole('link', { name: 'Sagas' })).toHaveCount(0)

    await system.getByRole('link', { name: 'Networking' }).click()
    await expect(main).toContainText('This server does not offer ip_pool_list')
    await goWithin(page, '/system/networking/address-lots')
    await expect(main).toContainText('This server does not offer networking_address_lot_list')
    await system.getByRole('link', { name: 'Networking' }).click()
    await expect(page).toHaveTitle(/^Configurations \/ BGP/)
    await expect(system.getByRole('link', { name: 'IP Pools' })).toHaveCount(0)
    await expect(system.getByRole('link', { name: 'Address Lots' })).toHaveCount(0)
    expect(errors.filter((error) => !/status of (404|501)|does not offer/.test(error))).toEqual([])
  })

const skeletonsInSight = () =>
  [...document.querySelectorAll('main .animate-breathe')].filter((skeleton) => {
    const { top, bottom } = skeleton.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }).length

test('pages leave out secondary parts that the server does not offer', async ({ page, lacks }) => {
  const { id } = (await (await page.request.get('/v1/me')).json()) as { id: string }
  const racks = (await (await page.request.get('/v1/system/hardware/racks')).json()) as { items: { id: string }[] }
  const rack = `/system/inventory/racks/${racks.items[0]!.id}`
  const errors = errorsOf(page)
  const pages: [path: string, heading: string | RegExp, lacking: string[]][] = [
    ['/system/access', 'Fleet Access', ['GET /v1/system/silos', 'GET /v1/system/users']],
    ['/system/access', 'Fleet Access', ['GET /v1/system/silo-quotas', 'GET /v1/groups']],
    [`/access/users/${id}`, 'Groups', ['GET /v1/groups', 'GET /v1/policy']],
    [`/access/users/${id}`, 'Sessions', ['GET /v1/users/', 'GET /v1/projects', 'GET /v1/me/groups']],
    ['/access/users', 'Users', ['GET /v1/groups', 'GET /v1/policy']],
    ['/access/groups', 'Groups', ['GET /v1/policy']],
    ['/system/quotas', 'Quotas', ['GET /v1/system/utilization']],
    ['/system/silos', 'Silos', ['GET /v1/system/issues']],
    [rack, /^Rack /, ['GET /v1/system/hardware/sleds', 'GET /v1/system/hardware/switches']],
  ]
  for (const [path, heading, lacking] of pages) {
    lacks(501, ...lacking)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    // No skeleton in sight stays for what does not come.
    await expect.poll(() => page.evaluate(skeletonsInSight), { message: path }).toBe(0)
    expect(
      errors.filter((error) => !/status of 501|does not offer/.test(error)),
      path,
    ).toEqual([])
  }
})

test('an instance is created without groups, addresses and keys that the server does not offer', async ({
  page,
  lacks,
  makeProject,
}) => {
  const project = await makeProject('plain')
  const lists = ['affinity-groups', 'anti-affinity-groups', 'floating-ips', 'ip-pools', 'me/ssh-keys']
  lacks(501, ...lists.map((list) => `GET /v1/${list}`))
  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('web')
  await form.getByRole('combobox', { name: 'Image' }).fill('alpine')
  await page.getByRole('option', { name: /^alpine/ }).click()
  await expect(form.getByText('No IP pool is linked to this silo').first()).toBeVisible()
  await form.getByRole('button', { name: 'Create instance' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/web/storage`)
})

test('a snapshot names its disk by the name', async ({ page, request, makeProject }) => {
  const project = await makeProject('plain')
  await makeDisk(request, project, 'data')
  await page.goto(`/projects/${project}/snapshots-new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('kept')
  await page.getByRole('combobox', { name: 'Disk' }).fill('data')
  await page.getByRole('option', { name: 'data' }).click()
  const sent = page.waitForRequest((each) => each.method() === 'POST')
  await page.getByRole('button', { name: 'Create snapshot' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ disk: 'data' })
  await page.goto(`/projects/${project}/disks`)
  const fromRow = page.waitForRequest((each) => each.method() === 'POST')
  await choose(page, page.getByRole('row', { name: /data/ }), 'Take snapshot')
  expect((await fromRow).postDataJSON()).toMatchObject({ disk: 'data' })
})
