import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { test } from './demo.ts'
import { makeInstance, withRealMachines } from './instance.ts'
import { expect, expectAccessible } from './test.ts'

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function choose(page: Page, row: Locator, item: string) {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()

async function post(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const makeSubnet = (request: APIRequestContext, project: string, name: string, ipv4_block: string) =>
  post(request, `/v1/vpc-subnets?project=${project}&vpc=default`, { name, description: '', ipv4_block })

test('addresses are attached to an instance and detached', async ({ page, context, request, makeProject }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const project = await makeProject('external')
  await makeInstance(request, project, { name: 'web1' })
  const pools = '**/v1/ip-pools?*'
  await page.route(pools, (route) => route.fulfill({ status: 500, json: {} }))
  await withRealMachines(page)
  await page.goto(`/projects/${project}/instances/web1/connect`)
  await page.getByRole('link', { name: 'Attach one' }).click()
  await expect(page).toHaveTitle(`Networking / web1 / Instances / ${project} / Projects / Skerry`)
  const card = page.getByRole('region', { name: 'External IPs' })
  await expect(card).toContainText('Outbound traffic uses a shared address')
  const attachFloating = card.getByRole('button', { name: 'Attach floating IP' })
  await expect(attachFloating).toHaveAccessibleDescription('This project has no unattached floating IPs')

  await card.getByRole('button', { name: 'Attach ephemeral IP' }).click()
  const ephemeral = page.getByRole('dialog', { name: 'Attach ephemeral IP' })
  await expect(ephemeral.getByRole('alert')).toContainText('Could not be read')
  await page.unroute(pools)
  await ephemeral.getByRole('button', { name: 'Try again' }).click()
  await expect(ephemeral.getByRole('combobox', { name: 'IP pool' })).toContainText('default')
  await ephemeral.getByRole('button', { name: 'Attach ephemeral IP' }).click()
  await expect(notifications(page)).toContainText('Instance web1 has the address 198.18.')
  const row = card.getByRole('row', { name: 'Ephemeral' })
  await expect(row).toContainText('default')
  const ip = /198\.18\.\d+\.\d+/.exec((await row.textContent()) ?? '')![0]
  await expect(card.getByRole('button', { name: 'Attach ephemeral IP' })).toHaveAccessibleDescription(
    'The instance already has an ephemeral IP',
  )
  await choose(page, row, 'Copy IP')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ip)

  await post(request, `/v1/floating-ips?project=${project}`, { name: 'site', description: 'Known to everybody' })
  await page.reload()
  await attachFloating.click()
  const floating = page.getByRole('dialog', { name: 'Attach floating IP' })
  await floating.getByRole('combobox', { name: 'Floating IP' }).fill('site')
  await page.getByRole('option', { name: 'site' }).click()
  await floating.getByRole('button', { name: 'Attach floating IP' }).click()
  const site = card.getByRole('row', { name: 'site' })
  await expect(site).toContainText('Known to everybody')
  await expect(attachFloating).toHaveAccessibleDescription('This project has no unattached floating IPs')
  await post(request, `/v1/floating-ips?project=${project}`, { name: 'spare', description: '' })
  await page.getByRole('button', { name: /^Refresh/ }).click()
  await expect(attachFloating).toHaveAccessibleDescription('')

  await choose(page, site, 'Detach')
  await expect(page.getByRole('alertdialog')).toContainText('web1 is no longer reachable at')
  await confirm(page, 'Detach floating IP')
  await expect(site).toHaveCount(0)
  await choose(page, row, 'Detach')
  await expect(page.getByRole('alertdialog')).toContainText(`web1 is no longer reachable at ${ip}`)
  await confirm(page, 'Detach ephemeral IP')
  await expect(card).toContainText('Outbound traffic uses a shared address')
})

test('an instance without an interface shows why it can have no address', async ({ page, request, makeProject }) => {
  const project = await makeProject('lonely')
  await makeInstance(request, project, { name: 'alone', network_interfaces: { type: 'none' } })
  await page.goto(`/projects/${project}/instances/alone/networking`)
  for (const name of ['Attach ephemeral IP', 'Attach floating IP'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
      'An external IP needs a network interface',
    )
  await expect(page.getByText('Add one to connect the instance to a VPC')).toBeVisible()
})

test('interfaces are added, made primary, changed and deleted', async ({ page, request, makeProject }) => {
  const project = await makeProject('interfaces')
  await makeInstance(request, project, { name: 'router' })
  await makeSubnet(request, project, 'back', '172.30.4.0/24')
  await page.goto(`/projects/${project}/instances/router/networking`)
  const card = page.getByRole('region', { name: 'Network interfaces' })
  const first = card.getByRole('row', { name: 'net0' })
  await expect(first).toContainText('primary')
  await expect(first).toContainText('172.30.0.5')
  await expect(first.getByRole('cell', { name: 'default' })).toHaveCount(2)

  await card.getByRole('button', { name: 'Add network interface' }).click()
  const panel = page.getByRole('dialog', { name: 'Add network interface' })
  await expect(panel.getByRole('combobox', { name: 'VPC' })).toContainText('default')
  await panel.getByRole('combobox', { name: 'Subnet' }).click()
  await expect(page.getByRole('option', { name: /^default/ })).toContainText(
    'The instance already has an interface in this subnet',
  )
  await page.getByRole('option', { name: /^back/ }).click()
  const submit = panel.getByRole('button', { name: 'Add network interface' })
  const address = panel.getByRole('textbox', { name: 'IP address' })
  await address.fill('172.30.4')
  await submit.click()
  await expect(panel.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
  await expect(address).toHaveAccessibleDescription(/Not a valid IP address/)
  await panel.getByLabel('Name').fill('net1')
  await address.fill('172.30.4.1')
  await submit.click()
  await expect(panel.getByRole('alert')).toContainText('reserved')
  await address.fill('')
  await submit.click()
  await expect(notifications(page)).toContainText('Network interface net1 added to router')
  const second = card.getByRole('row', { name: 'net1' })
  await expect(second).toContainText('172.30.4.5')

  await choose(page, second, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit network interface' })
  const net = edit.getByRole('textbox', { name: 'IP network' })
  await net.fill('10.1.0.0/33')
  await edit.getByRole('button', { name: 'Add network', exact: true }).click()
  await expect(net).toHaveAccessibleDescription(/Max width for IPv4 is 32/)
  await net.fill('10.1.0.0/16')
  await page.keyboard.press('Enter')
  await net.fill('10.1.2.0/24')
  await page.keyboard.press('Enter')
  const update = edit.getByRole('button', { name: 'Update network interface' })
  await update.click()
  await expect(edit.getByRole('alert')).toContainText('10.1.2.0/24 overlaps 10.1.0.0/16')
  await edit.getByRole('button', { name: 'Remove 10.1.2.0/24' }).click()
  await update.click()
  await expect(notifications(page)).toContainText('Network interface net1 updated')
  await expect(second).toContainText('10.1.0.0/16')

  await first.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Make primary' })).toHaveAccessibleDescription(
    'Already the primary interface',
  )
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    'Make another interface primary first',
  )
  await page.keyboard.press('Escape')
  await choose(page, second, 'Make primary')
  await confirm(page, 'Make primary')
  await expect(notifications(page)).toContainText('Network interface net1 is now primary')
  await expect(second).toContainText('primary')
  await expect(second).toContainText('10.1.0.0/16')
  await choose(page, first, 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText('router is no longer reachable at 172.30.0.5')
  await confirm(page, 'Delete network interface')
  await expect(first).toHaveCount(0)
})

test('interfaces of a running instance cannot be changed', async ({ page, request, makeProject }) => {
  const project = await makeProject('running')
  await makeInstance(request, project, { name: 'web1', start: true })
  await page.goto(`/projects/${project}/instances/web1/networking`)
  const card = page.getByRole('region', { name: 'Network interfaces' })
  await expect(card.getByRole('button', { name: 'Add network interface' })).toHaveAccessibleDescription(
    'Only a creating or stopped instance can have a network interface added',
  )
  await card.getByRole('row', { name: 'net0' }).getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAccessibleDescription(
    'Only a stopped instance can have its network interfaces changed',
  )
})

test('an instance is created with custom interfaces and a floating IP', async ({ page, request, makeProject }) => {
  const project = await makeProject('custom')
  await makeSubnet(request, project, 'back', '172.30.4.0/24')
  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  const networking = form.getByRole('region', { name: 'Networking' })
  await expect(networking).toContainText('This project has no unattached floating IPs')
  await post(request, `/v1/floating-ips?project=${project}`, { name: 'site', description: '' })
  await page.reload()
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('router')
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /alpine/ }).click()
  await networking.getByRole('radio', { name: /^Custom/ }).check()
  const submit = form.getByRole('button', { name: 'Create instance' })
  await submit.click()
  await expect(networking.getByText('Network interfaces: at least one is required')).toBeVisible()

  const add = networking.getByRole('button', { name: 'Add network interface' })
  const addTo = async (name: string, subnet: string) => {
    await networking.getByRole('textbox', { name: 'Name' }).fill(name)
    await networking.getByRole('combobox', { name: 'Subnet' }).click()
    await page.getByRole('option', { name: new RegExp(`^${subnet}`) }).click()
  }
  await addTo('front', 'default')
  await add.click()
  await networking.getByRole('combobox', { name: 'Subnet' }).click()
  await expect(page.getByRole('option', { name: /^default/ })).toContainText(
    'The instance already has an interface in this subnet',
  )
  await page.keyboard.press('Escape')
  await addTo('back', 'back')
  await networking.getByRole('textbox', { name: 'IP address' }).fill('172.30.4.77')
  await page.keyboard.press('Enter')
  await networking.getByRole('radio', { name: /^None/ }).check()
  const ephemeral = networking.getByRole('switch', { name: 'Ephemeral IP' })
  await expect(ephemeral).not.toBeChecked()
  await expect(ephemeral).toHaveAccessibleDescription('An external IP needs a network interface')
  await networking.getByRole('radio', { name: /^Custom/ }).check()
  await expect(ephemeral).toBeChecked()
  await networking.getByRole('checkbox', { name: /site/ }).check()
  await submit.click()
  await expect(page).toHaveURL(`/projects/${project}/instances/router/storage`)
  await page.getByRole('tab', { name: 'Networking' }).click()
  const interfaces = page.getByRole('region', { name: 'Network interfaces' })
  await expect(interfaces.getByRole('row', { name: 'front' })).toContainText('primary')
  await expect(interfaces.getByRole('row', { name: '172.30.4.77' })).toContainText('back')
  await expect(page.getByRole('row', { name: 'site' })).toBeVisible()
})

test('a viewer sees the addresses of an instance, and why nothing can be changed', async ({ openAs }) => {
  const page = await openAs('ines-costa')
  await page.goto('/projects/harbour-logistics/instances/berth-api-1/networking')
  const needs = 'Needs project collaborator; you have viewer'
  for (const name of ['Attach ephemeral IP', 'Attach floating IP', 'Add network interface'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(needs)
  const row = page.getByRole('region', { name: 'External IPs' }).getByRole('row', { name: 'berths' })
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Detach' })).toHaveAccessibleDescription(needs)
})

test('the networking of an instance is accessible', async ({ page, request, makeProject }) => {
  const project = await makeProject('axe')
  await makeInstance(request, project, { name: 'web1', external_ips: [{ type: 'ephemeral' }] })
  await page.setViewportSize({ width: 390, height: 844 })
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/vpc-firewall-rules?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/projects/${project}/instances/web1/networking`)
  const rules = page.getByRole('table', { name: 'Firewall rules that apply' })
  await expect(rules).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)
  held.resolve()
  await expect(rules).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('row', { name: 'primary' })).toContainText('default')
  await expect(page.getByRole('row', { name: 'Ephemeral' })).toContainText('default')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add network interface' }).click()
  await expect(page.getByRole('dialog', { name: 'Add network interface' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Check traffic' }).click()
  await page.getByLabel('Source').fill('198.51.100.9')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Allowed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await choose(page, page.getByRole('row', { name: 'primary' }), 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit network interface' })).toBeVisible()
  await expectAccessible(page)
})

test('what an instance takes stays in its form until the next page is there', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('kept')
  await post(request, `/v1/floating-ips?project=${project}`, { name: 'front', description: '' })
  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('web1')
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /alpine/ }).click()
  const front = form.getByRole('checkbox', { name: 'front' })
  await front.check()
  const isLetOn = Promise.withResolvers<void>()
  await page.route('**/v1/instances/**', async (route) => {
    await isLetOn.promise
    await route.fallback()
  })
  const readAgain = page.waitForResponse(async (response) => {
    if (!response.url().includes('/v1/floating-ips?')) return false
    const { items } = await response.json()
    return items.some(({ instance_id }: { instance_id: string | null }) => instance_id !== null)
  })
  await form.getByRole('button', { name: 'Create instance' }).click()
  await readAgain
  await expect(notifications(page)).toContainText('Instance web1')
  await expect(front).toBeChecked()
  await expect(form).not.toContainText('no unattached floating IPs')
  isLetOn.resolve()
  await expect(page).toHaveURL(`/projects/${project}/instances/web1/storage`)
})
