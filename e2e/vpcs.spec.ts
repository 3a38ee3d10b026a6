import type { APIRequestContext, Route } from '@playwright/test'
import { makeInstance } from './instance.ts'
import { choose, get, leaveOut, notifications, mayOnlyLook, post } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

const makeVpc = (request: APIRequestContext, project: string, name: string) =>
  post(request, `/v1/vpcs?project=${project}`, { name, description: '', dns_name: name })

async function removeSubnets(request: APIRequestContext, project: string, vpc: string): Promise<void> {
  const { items } = await get<{ items: { id: string }[] }>(request, `/v1/vpc-subnets?vpc=${vpc}&project=${project}`)
  for (const { id } of items) expect((await request.delete(`/v1/vpc-subnets/${id}`)).status()).toBe(204)
}

test('a VPC is created, viewed, renamed and deleted; the field reports a taken name', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('net')
  await page.goto(`/projects/${project}`)
  await page.getByRole('link', { name: 'VPCs' }).click()
  await expect(page).toHaveTitle(`VPCs / ${project} / Projects / Skerry`)
  const table = page.getByRole('table', { name: 'VPCs' })
  await expect(table.getByRole('row', { name: 'default' }).getByRole('cell').nth(2)).toHaveText('3')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'New VPC' }).click()
  const panel = page.getByRole('dialog', { name: 'Create VPC' })
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  const create = panel.getByRole('button', { name: 'Create VPC' })
  const name = panel.getByLabel('Name', { exact: true })
  const dnsName = panel.getByLabel('DNS name')
  await create.click()
  await expect(name).toHaveAccessibleDescription('Name is required')
  await name.fill('default')
  await dnsName.fill('default')
  await create.click()
  await expect(panel.getByRole('alert')).toContainText('Vpc name already exists')
  await expect(name).toHaveAccessibleDescription('Vpc name already exists')
  await name.fill('quay')
  await dnsName.fill('Quay')
  await expect(panel.getByText('DNS name can only contain lower-case letters, digits and hyphens')).toBeVisible()
  await dnsName.fill('quay')
  const prefix = panel.getByLabel('IPv6 prefix')
  for (const [text, problem] of [
    ['fd00', 'Must contain an IP address and a width, separated by a /'],
    ['fd00::/129', 'Max width for IPv6 is 128'],
    ['10.0.0.0/8', 'IPv6 prefix must be an IPv6 network'],
    ['fd00::/64', 'IPv6 prefix must be a /48'],
    ['fc00::/48', 'IPv6 prefix must be in fd00::/8'],
    ['fd00:1:2:3::/48', 'IPv6 prefix has host bits set'],
  ] as const) {
    await prefix.fill(text)
    await create.click()
    await expect(prefix).toHaveAccessibleDescription(new RegExp(`^${problem}`))
  }
  await prefix.fill('fd12:3456:789a::/48')
  await create.click()
  await expect(notifications(page)).toContainText('VPC quay created')
  await expect(page).toHaveURL(`/projects/${project}/vpcs/quay/firewall-rules`)
  await expect(page).toHaveTitle(`Firewall Rules / quay / VPCs / ${project} / Projects / Skerry`)
  await expect(page.getByRole('definition').filter({ hasText: 'fd12:3456:789a::/48' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'VPCs' }).first()).toHaveAttribute('aria-current', 'page')

  // An edit that begins on a tab of the VPC ends there, under the new name.
  await page.getByRole('tab', { name: 'Subnets' }).click()
  await page.getByRole('button', { name: 'VPC actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit VPC' })
  await expect(page).toHaveTitle(`Edit VPC / VPCs / ${project} / Projects / Skerry`)
  await expect(edit).toBeVisible()
  await expectAccessible(page)
  await edit.getByLabel('Name', { exact: true }).fill('pier')
  await edit.getByLabel('Description').fill('Where ships tie up')
  await edit.getByRole('button', { name: 'Update VPC' }).click()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/pier/subnets`)
  await page.getByRole('button', { name: 'About VPCs' }).click()
  await expect(page.getByRole('dialog', { name: 'VPCs' })).toContainText('a private network of the project')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'VPC actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/pier/subnets`)
  await page.getByRole('link', { name: 'VPCs' }).first().click()
  const row = table.getByRole('row', { name: 'pier' })
  await expect(row.getByRole('cell').nth(2).getByRole('link')).toHaveAttribute('href', /pier\/firewall-rules$/)
  await expect(row).toContainText('Where ships tie up')

  await removeSubnets(request, project, 'pier')
  await choose(page, row, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete VPC' })
  await expect(question).toContainText('its routers, routes, internet gateways and firewall rules')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText('VPC pier deleted')
  await expect(row).toHaveCount(0)

  await removeSubnets(request, project, 'default')
  expect((await request.delete(`/v1/vpcs/default?project=${project}`)).status()).toBe(204)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No VPCs')).toBeVisible()
  await expectAccessible(page)
})

test('what is in the way of deleting a VPC is named and linked; its empty subnet goes along when the box is ticked', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('net')
  const instance = await makeInstance(request, project, { name: 'db1' })
  await page.goto(`/projects/${project}/vpcs/default/routers`)
  const ask = async () => {
    await page.getByRole('button', { name: 'VPC actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await ask()
  const question = page.getByRole('alertdialog', { name: 'Delete VPC' })
  const sure = question.getByRole('button', { name: 'Confirm' })
  const inTheWay = question.getByRole('region', { name: 'In the way' })
  await expect(inTheWay).toContainText('Network interface net0 of instance db1')
  await expect(sure).toHaveAccessibleDescription('Delete these first')
  await expectAccessible(page)
  await inTheWay.getByRole('link', { name: 'db1' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/db1/networking`)
  await expect(question).toBeHidden()
  await page.goBack()

  await ask()
  await expect(inTheWay).toContainText('of instance db1')
  const again = inTheWay.getByRole('button', { name: 'Check again' })
  // What was read before is shown while it is read again.
  await expect(again).toBeEnabled()
  expect((await request.delete(`/v1/instances/${instance.id}`)).status()).toBe(204)
  await again.click()
  const box = question.getByRole('checkbox', { name: 'Delete its empty subnet first: default' })
  await expect(box).not.toBeChecked()
  await expect(sure).toHaveAccessibleDescription('A VPC with subnets is not deleted: tick the box')
  await box.check()

  // The second of the two requests fails, after the question was closed: what is done by then is said.
  const answer = Promise.withResolvers<void>()
  const refuse = async (route: Route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await answer.promise
    await route.fulfill({ status: 503, json: { message: 'Out of order', request_id: '' } })
  }
  await page.route('**/v1/vpcs/*', refuse)
  await sure.click()
  await expect(question.getByRole('status')).toContainText('Waiting for the server')
  await question.getByRole('button', { name: 'Close' }).last().click()
  answer.resolve()
  const late = notifications(page).getByText('1 subnet (default) deleted, but not the VPC default: Out of order')
  await expect(late).toBeVisible()

  // While it is open the question says it, and no toast; then it is tried again.
  await ask()
  await sure.click()
  await expect(question.getByRole('alert')).toContainText('Out of order')
  await expect(box).toHaveCount(0)
  await page.unroute('**/v1/vpcs/*', refuse)
  await sure.click()
  await expect(notifications(page)).toContainText('VPC default deleted')
  // The late one, if it has not left yet.
  expect(await notifications(page).getByText('Could not delete VPC').count()).toBeLessThan(2)
  await expect(page).toHaveURL(`/projects/${project}/vpcs`)
})

test('rule counts come with the list or per row; viewers see why they cannot change anything', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('net')
  for (const name of ['one', 'two']) await makeVpc(request, project, name)
  const asked: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('/v1/vpc-firewall-rules')) asked.push(each.url())
  })
  const counts = page.getByRole('row').getByRole('cell', { name: '3', exact: true })
  await page.goto(`/projects/${project}/vpcs`)
  await expect(counts).toHaveCount(3)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])

  await leaveOut(page, '**/v1/vpcs?*', 'firewall_rule_count')
  await page.reload()
  await expect(counts).toHaveCount(3)
  expect(asked).toHaveLength(3)

  await mayOnlyLook(page, project)
  await page.reload()
  const create = page.getByRole('button', { name: 'New VPC' })
  await expect(create).toHaveAccessibleDescription('Needs project collaborator; you have viewer')
  await page.getByRole('row', { name: 'default' }).getByRole('button', { name: 'Row actions' }).click()
  for (const name of ['Edit', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
})
