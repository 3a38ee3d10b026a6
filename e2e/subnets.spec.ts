import { choose, get, leaveOut, mayOnlyLook, notifications, post } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

const path = (project: string, rest = '') => `/projects/${project}/vpcs/default/subnets${rest}`
const inVpc = (project: string) => `vpc=default&project=${project}`

const makeInstance = (request: Parameters<typeof post>[0], project: string, name: string) =>
  post(request, `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: 'host',
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    network_interfaces: { type: 'default' },
  })

test('a subnet is created with its own router, edited and deleted; the field reports a taken name', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('subnets')
  await post(request, `/v1/vpc-routers?${inVpc(project)}`, { name: 'own', description: 'By hand' })
  await page.goto(`/projects/${project}/vpcs/default`)
  await page.getByRole('tab', { name: 'Subnets' }).click()
  await expect(page).toHaveTitle(`Subnets / default / VPCs / ${project} / Projects / Skerry`)
  await page.getByRole('link', { name: 'New subnet' }).click()
  await expect(page.getByRole('tab', { name: 'Subnets', includeHidden: true })).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('dialog', { name: 'Create subnet' })
  const create = panel.getByRole('button', { name: 'Create subnet' })
  await expect(create).toBeVisible()
  await expectAccessible(page)
  const ipv4 = panel.getByLabel('IPv4 block')
  await create.click()
  await expect(ipv4).toHaveAccessibleDescription(/^IPv4 block is required/)
  for (const [text, problem] of [
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['fd00::/64', 'IPv4 block must be an IPv4 network'],
    ['10.0.0.0/27', 'IPv4 block must be from /8 to /26'],
    ['10.0.0.1/24', 'IPv4 block has host bits set'],
    ['8.8.8.0/24', 'IPv4 block must be private'],
  ] as const) {
    await ipv4.fill(text)
    await expect(ipv4).toHaveAccessibleDescription(new RegExp(`^${problem}`))
  }
  await panel.getByLabel('Name').fill('default')
  await ipv4.fill('10.20.0.0/20')
  await create.click()
  await expect(panel.getByLabel('Name')).toHaveAccessibleDescription(/already exists/)
  await panel.getByLabel('Name').fill('yard')
  await ipv4.fill('172.30.2.0/24')
  await panel.getByLabel('IPv6 block').fill('fd00::/64')
  await create.click()
  await expect(panel.getByLabel('IPv6 block')).toHaveAccessibleDescription(/^IPv6 block must be in the VPC's prefix/)
  await panel.getByLabel('IPv6 block').fill('')
  await create.click()
  await expect(panel.getByRole('alert')).toContainText('172.30.2.0/24')
  await expect(ipv4).toHaveAccessibleDescription(/^172\.30\.2\.0\/24 overlaps 172\.30\.0\.0\/22 of subnet "default"/)
  await expect(ipv4).toBeFocused()
  await ipv4.fill('10.20.0.0/20')
  await panel.getByRole('combobox', { name: 'Custom router' }).click()
  await page.getByRole('option', { name: 'own' }).click()
  await create.click()
  await expect(notifications(page)).toContainText('Subnet yard created')
  await expect(page).toHaveURL(path(project))
  const row = page.getByRole('table', { name: 'Subnets' }).getByRole('row', { name: 'yard' })
  await expect(row).toContainText('10.20.0.0/20')
  await expect(row.getByRole('link', { name: 'own' })).toHaveAttribute(
    'href',
    `/projects/${project}/vpcs/default/routers/own`,
  )
  await expectAccessible(page)

  await row.getByRole('link', { name: 'yard' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit subnet' })
  await expect(edit.getByRole('combobox', { name: 'Custom router' })).toContainText('own')
  await expectAccessible(page)
  // Another subnet is opened over it, then the first one again: the form follows.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('option', { name: 'default', exact: true }).first().click()
  await expect(page).toHaveURL(path(project, '/default/edit'))
  await expect(edit.getByLabel('Name')).toHaveValue('default')
  await page.goBack()
  await expect(edit.getByLabel('Name')).toHaveValue('yard')
  await edit.getByLabel('Name').fill('depot')
  await edit.getByRole('combobox', { name: 'Custom router' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  const sent = page.waitForRequest((each) => each.method() === 'PUT')
  await edit.getByRole('button', { name: 'Update subnet' }).click()
  expect((await sent).postDataJSON()).toEqual({ name: 'depot', description: '', custom_router: null })
  const renamed = page.getByRole('row', { name: 'depot' })
  await expect(renamed).not.toContainText('own')
  await choose(page, renamed, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete subnet' })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText('Subnet depot deleted')
  await expect(renamed).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Filter subnets' }).fill('nothing has this')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  const { items } = await get<{ items: { id: string }[] }>(request, `/v1/vpc-subnets?${inVpc(project)}`)
  for (const { id } of items) expect((await request.delete(`/v1/vpc-subnets/${id}`)).status()).toBe(204)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No subnets')).toBeVisible()
  await expectAccessible(page)
})

test('a subnet with interfaces cannot be deleted; interfaces are counted with the list or per row; viewers change nothing', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('subnets')
  await makeInstance(request, project, 'inside')
  const asked: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('/network-interfaces')) asked.push(each.url())
  })
  await page.goto(path(project))
  const row = page.getByRole('row', { name: 'default' })
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  expect(asked).toEqual([])
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    '1 network interface uses this subnet. Delete it first.',
  )
  await page.keyboard.press('Escape')

  await leaveOut(page, '**/v1/vpc-subnets?*', 'network_interface_count')
  await page.reload()
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  expect(asked).toHaveLength(1)
  await choose(page, row, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete subnet' })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toContainText('has network interface "net0" of instance "inside"')

  await mayOnlyLook(page, project)
  await page.reload()
  const reason = 'Needs project collaborator; you have viewer'
  await expect(page.getByRole('button', { name: 'New subnet' })).toHaveAccessibleDescription(reason)
  await row.getByRole('button', { name: 'Row actions' }).click()
  for (const name of ['Edit', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(reason)
})
