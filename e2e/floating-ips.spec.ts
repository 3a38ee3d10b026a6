import type { APIRequestContext } from '@playwright/test'
import { makeInstance } from './instance.ts'
import { choose, mayOnlyLook, notifications } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

interface MadeFloatingIp {
  id: string
  name: string
  ip: string
}

async function makeFloatingIp(request: APIRequestContext, project: string, name: string): Promise<MadeFloatingIp> {
  const answer = await request.post(`/v1/floating-ips?project=${project}`, { data: { name, description: 'Of a test' } })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as MadeFloatingIp
}

test('a floating IP is allocated from a pool, renamed, attached, detached and deleted', async ({
  page,
  context,
  request,
  makeProject,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const project = await makeProject('floating')
  await makeInstance(request, project, { name: 'web1' })
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'Floating IPs' }).click()
  await expect(page).toHaveTitle(`Floating IPs / ${project} / Projects / Skerry`)
  await expect(page.getByText('No floating IPs')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('a pool without a free address is refused beside its field', async () => {
    await page.route(/\/v1\/ip-pools\?/, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { items: { utilization: object }[] }
      const none = { allocated: '0', capacity: '0' }
      for (const item of json.items) item.utilization = { ipv4: { allocated: 16, capacity: 16 }, ipv6: none }
      await route.fulfill({ response, json })
    })
    await page.goto(`/projects/${project}/floating-ips-new`)
    await page.getByLabel('Name').fill('site')
    await page.getByRole('button', { name: 'Create floating IP' }).click()
    await expect(page.getByRole('combobox', { name: 'IP pool' })).toHaveAccessibleDescription(
      /^No address is left: 0 of 16 free/,
    )
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(`/projects/${project}/floating-ips`)
  })
  await page.getByRole('link', { name: 'New floating IP' }).first().click()
  await expect(page).toHaveTitle(`New floating IP / Floating IPs / ${project} / Projects / Skerry`)
  const panel = page.getByRole('dialog', { name: 'Create floating IP' })
  const pool = panel.getByRole('combobox', { name: 'IP pool' })
  await expect(pool).toContainText('default')
  await pool.click()
  const option = page.getByRole('option', { name: 'default' })
  await expect(option).toContainText(/[\d,]+ of [\d,]+ free/)
  await option.click()
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('site')
  await panel.getByLabel('Description').fill('Known to everybody')
  const sent = page.waitForRequest((each) => each.method() === 'POST')
  await panel.getByRole('button', { name: 'Create floating IP' }).click()
  expect((await sent).postDataJSON()).toEqual({ name: 'site', description: 'Known to everybody', pool: 'default' })
  await expect(notifications(page)).toContainText('Floating IP site created')
  await expect(page).toHaveURL(`/projects/${project}/floating-ips`)
  const row = page.getByRole('row', { name: 'site' })
  await expect(row).toContainText('Known to everybody')
  await expect(row).toContainText('default')
  await expectAccessible(page)
  const ip = /198\.18\.\d+\.\d+/.exec((await row.textContent()) ?? '')![0]
  await row.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ip)

  await row.getByRole('link', { name: 'site' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit floating IP' })
  await expect(edit).toContainText(ip)
  await expect(edit.getByText('default')).toBeVisible()
  await expectAccessible(page)
  await edit.getByLabel('Name').fill('shop')
  await edit.getByRole('button', { name: 'Update floating IP' }).click()
  await expect(notifications(page)).toContainText('Floating IP shop updated')
  const renamed = page.getByRole('row', { name: 'shop' })
  await expect(renamed).toBeVisible()

  const instancesRead = Promise.withResolvers<void>()
  await page.route('**/v1/instances?*', async (route) => {
    await instancesRead.promise
    await route.continue()
  })
  await page.reload()
  await choose(page, renamed, 'Attach')
  const attach = page.getByRole('dialog', { name: 'Attach floating IP shop' })
  await expect(attach).toContainText(`reachable at ${ip}`)
  const instance = attach.getByRole('combobox', { name: 'Instance' })
  await instance.fill('web')
  await page.keyboard.press('Enter')
  // Its instances are not loaded yet.
  await expect(instance).toHaveValue('web')
  instancesRead.resolve()
  await expect(instance).toHaveValue('web1')
  await attach.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(notifications(page)).toContainText(`Instance web1 has the address ${ip}`)
  await expect(renamed.getByRole('link', { name: 'web1' })).toBeVisible()

  await renamed.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    'Detach the floating IP first',
  )
  await page.getByRole('menuitem', { name: 'Detach', exact: true }).click()
  const detach = page.getByRole('alertdialog', { name: 'Detach floating IP' })
  await expect(detach).toContainText(`web1 is no longer reachable at ${ip}`)
  await detach.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText('Floating IP shop detached')
  await expect(renamed.getByRole('link', { name: 'web1' })).toHaveCount(0)

  await choose(page, renamed, 'Delete')
  const remove = page.getByRole('alertdialog', { name: 'Delete floating IP' })
  await expect(remove).toContainText(`${ip} returns to its pool`)
  await remove.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No floating IPs')).toBeVisible()
})

test('a specific address is requested; invalid and taken addresses are refused', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('certain')
  const free = `198.18.15.${77 + test.info().repeatEachIndex}`
  const { ip } = await makeFloatingIp(request, project, 'first')
  await page.goto(`/projects/${project}/floating-ips-new`)
  const panel = page.getByRole('dialog', { name: 'Create floating IP' })
  const submit = panel.getByRole('button', { name: 'Create floating IP' })
  await panel.getByText('This address').click()
  const address = panel.getByLabel('IP address')
  await submit.click()
  await expect(panel.getByLabel('Name')).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/IP address is required/)
  await address.fill('198.18.15')
  await expect(address).toHaveAccessibleDescription(/Not a valid IP address/)
  await panel.getByLabel('Name').fill('second')
  await address.fill(ip)
  await submit.click()
  await expect(panel.getByRole('alert')).toContainText(ip)
  await panel.getByLabel('Name').fill('first')
  await address.fill(free)
  await submit.click()
  await expect(panel.getByRole('alert')).toContainText('Floating ip name already exists')
  await expect(panel.getByLabel('Name')).toBeFocused()
  await panel.getByLabel('Name').fill('third')
  await submit.click()
  await expect(page.getByRole('row', { name: 'third' })).toContainText(free)
})

test('the list reads each kind of name once, shows when nothing matches, and shows a viewer why nothing can be changed', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('names')
  const { id } = await makeInstance(request, project, { name: 'web1' })
  for (const name of ['one', 'two', 'three']) {
    const made = await makeFloatingIp(request, project, name)
    const data = { kind: 'instance', parent: id }
    expect((await request.post(`/v1/floating-ips/${made.id}/attach`, { data })).status()).toBe(202)
  }
  const asked: string[] = []
  page.on('request', (each) => {
    const { pathname } = new URL(each.url())
    if (pathname.startsWith('/v1/')) asked.push(pathname)
  })
  await page.goto(`/projects/${project}/floating-ips`)
  await expect(page.getByRole('link', { name: 'web1' })).toHaveCount(3)
  await expect(page.getByRole('cell', { name: 'default' })).toHaveCount(3)
  expect(asked.filter((path) => path === '/v1/ip-pools')).toHaveLength(1)
  expect(asked.filter((path) => path === '/v1/instances')).toHaveLength(1)
  expect(asked.filter((path) => /^\/v1\/(ip-pools|instances)\//.test(path))).toEqual([])
  await page.getByRole('searchbox', { name: 'Filter floating IPs', exact: true }).fill('nothing like it')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('link', { name: 'web1' })).toHaveCount(3)

  await makeFloatingIp(request, project, 'free')
  await mayOnlyLook(page, project)
  await page.reload()
  const needs = 'Needs project collaborator; you have viewer'
  await expect(page.getByRole('button', { name: 'New floating IP' })).toHaveAccessibleDescription(needs)
  const row = page.getByRole('row', { name: 'free' })
  await row.getByRole('button', { name: 'Row actions' }).click()
  for (const name of ['Edit', 'Attach', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(needs)
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: 'free' }).click()
  await expect(page.getByRole('button', { name: 'Update floating IP' })).toHaveAccessibleDescription(needs)
})

test('attaching an address that was moved meanwhile is refused, and the form stays', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('moved')
  await makeInstance(request, project, { name: 'web1' })
  const other = await makeInstance(request, project, { name: 'web2' })
  await makeInstance(request, project, { name: 'lonely', network_interfaces: { type: 'none' } })
  const made = await makeFloatingIp(request, project, 'site')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${project}/floating-ips`)
  await choose(page, page.getByRole('row', { name: 'site' }), 'Attach')
  const attach = page.getByRole('dialog', { name: 'Attach floating IP site' })
  await expect(page.getByRole('option', { name: /web1/ })).toBeVisible()
  await expectAccessible(page)
  await attach.getByRole('combobox', { name: 'Instance' }).fill('lonely')
  await page.keyboard.press('Enter')
  await attach.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(attach.getByRole('alert')).toContainText('no network interface')
  const data = { kind: 'instance', parent: other.id }
  expect((await request.post(`/v1/floating-ips/${made.id}/attach`, { data })).status()).toBe(202)
  await attach.getByRole('combobox', { name: 'Instance' }).fill('web1')
  await page.keyboard.press('Enter')
  await attach.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(attach.getByRole('alert')).toContainText('is attached to instance "web2": detach it first')
})
