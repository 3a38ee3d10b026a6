import type { APIRequestContext } from '@playwright/test'
import { choose, get, notifications, mayOnlyLook } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

interface Rule {
  name: string
  status: string
  priority: number
}

const api = (project: string) => `/v1/vpc-firewall-rules?vpc=default&project=${project}`
const rulesOf = async (request: APIRequestContext, project: string) =>
  (await get<{ rules: Rule[] }>(request, api(project))).rules

/** What somebody else does meanwhile. */
async function writeRules(request: APIRequestContext, project: string, change: (rules: Rule[]) => Rule[]) {
  const answer = await request.put(api(project), { data: { rules: change(await rulesOf(request, project)) } })
  expect(answer.status(), await answer.text()).toBe(200)
}

const path = (project: string, rest = '') => `/projects/${project}/vpcs/default/firewall-rules${rest}`

test('a rule is created with targets and filters, edited, cloned, disabled and deleted', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  await page.goto(path(project))
  const table = page.getByRole('table', { name: 'Firewall rules' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await page.getByRole('link', { name: 'New firewall rule' }).click()
  await expect(page).toHaveTitle(`New firewall rule / Firewall Rules / default / VPCs / ${project} / Projects / Skerry`)
  const panel = page.getByRole('dialog', { name: 'Create firewall rule' })
  const create = panel.getByRole('button', { name: 'Create firewall rule' })
  await expect(panel.getByText('A rule without targets applies to nothing.')).toBeVisible()
  await panel.getByLabel('Name').fill('web')
  await panel.getByText('Deny').click()
  await panel.getByRole('spinbutton', { name: 'Priority' }).fill('70000')
  await create.click()
  await expect(panel.getByRole('spinbutton', { name: 'Priority' })).toHaveAccessibleDescription(
    /^Priority must be between 0 and 65535/,
  )
  await expect(panel.getByText('Targets is required')).toBeVisible()
  await panel.getByRole('spinbutton', { name: 'Priority' }).fill('100')

  const targets = panel.getByRole('group', { name: 'Targets' })
  await targets.getByRole('combobox', { name: 'VPC' }).fill('def')
  await page.getByRole('option', { name: 'default' }).click()
  await targets.getByRole('button', { name: 'Add target' }).click()
  await expect(targets.getByRole('cell', { name: 'default', exact: true })).toBeVisible()
  await targets.getByRole('combobox', { name: 'Target type' }).click()
  await page.getByRole('option', { name: 'IP network' }).click()
  await targets.getByLabel('IP network').last().fill('10.0.0.0/33')
  await page.keyboard.press('Enter')
  await expect(targets.getByText('Max width for IPv4 is 32')).toBeVisible()
  await targets.getByLabel('IP network').last().fill('10.0.0.0/8')
  await page.keyboard.press('Enter')
  await expect(targets.getByRole('button', { name: 'Remove IP network 10.0.0.0/8' })).toBeVisible()

  const ports = panel.getByRole('group', { name: 'Ports' })
  for (const [text, problem] of [
    ['http', 'Must be a port or a range of ports, such as 80 or 8000-8100'],
    ['99999', 'Port must be at most 65535'],
    ['90-80', 'The end of a range must not be lower than its start'],
  ] as const) {
    await ports.getByLabel('Port or range').fill(text)
    await page.keyboard.press('Enter')
    await expect(ports.getByLabel('Port or range')).toHaveAccessibleDescription(problem)
  }
  await ports.getByLabel('Port or range').fill('8000-8100')
  await page.keyboard.press('Enter')
  await expect(ports.getByRole('button', { name: 'Remove 8000-8100' })).toBeVisible()
  await ports.getByLabel('Port or range').fill('8000-8100')
  await page.keyboard.press('Enter')
  await expect(ports.getByText('Items must be unique')).toBeVisible()
  await ports.getByRole('button', { name: 'Clear' }).click()

  const protocols = panel.getByRole('group', { name: 'Protocols' })
  await protocols.getByRole('button', { name: 'Add protocol' }).click()
  await protocols.getByRole('combobox', { name: 'Protocol' }).click()
  await page.getByRole('option', { name: 'ICMP' }).click()
  await expect(protocols.getByLabel('ICMP code')).toHaveCount(0)
  await protocols.getByRole('combobox', { name: 'ICMP type' }).fill('Unreach')
  await page.getByRole('option', { name: '3 Destination Unreachable' }).click()
  await protocols.getByLabel('ICMP code').fill('256')
  await page.keyboard.press('Enter')
  await expect(protocols.getByText('ICMP code must be at most 255')).toBeVisible()
  await protocols.getByLabel('ICMP code').fill('0 – 4')
  await page.keyboard.press('Enter')
  await expect(
    protocols.getByRole('button', { name: 'Remove ICMP type 3 Destination Unreachable, code 0-4' }),
  ).toBeVisible()

  const hosts = panel.getByRole('group', { name: 'Hosts' })
  await hosts.getByRole('combobox', { name: 'Host type' }).click()
  await page.getByRole('option', { name: 'Instance' }).click()
  await hosts.getByRole('combobox', { name: 'Instance' }).fill('yet-to-come')
  await page.getByRole('option', { name: 'Custom: yet-to-come' }).click()
  await create.click()
  await expect(hosts.getByText('Add the row that is filled in, or clear it')).toBeVisible()
  await hosts.getByRole('button', { name: 'Add host' }).click()
  const sent = page.waitForRequest((each) => each.method() === 'PUT')
  await create.click()
  const { rules } = (await sent).postDataJSON()
  expect(rules.map(({ name }: Rule) => name)).toEqual(['allow-icmp', 'allow-internal-inbound', 'allow-ssh', 'web'])
  expect(rules.at(-1)).toEqual({
    name: 'web',
    description: '',
    action: 'deny',
    direction: 'inbound',
    priority: 100,
    status: 'enabled',
    targets: [
      { type: 'vpc', value: 'default' },
      { type: 'ip_net', value: '10.0.0.0/8' },
    ],
    filters: {
      ports: ['8000-8100'],
      protocols: [{ type: 'tcp' }, { type: 'icmp', value: { icmp_type: 3, code: '0-4' } }],
      hosts: [{ type: 'instance', value: 'yet-to-come' }],
    },
  })
  await expect(notifications(page)).toContainText('Firewall rule web created')
  await expect(page).toHaveURL(path(project))
  await expect(table.getByRole('row').nth(1)).toContainText('web')

  await table.getByRole('link', { name: 'web' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
  await expect(page).toHaveURL(path(project, '/web/edit'))
  await edit.getByLabel('Name').fill('allow-ssh')
  await edit.getByRole('button', { name: 'Update firewall rule' }).click()
  await expect(edit.getByLabel('Name')).toHaveAccessibleDescription('Firewall rule name already exists')
  await edit.getByLabel('Name').fill('site')
  await edit.getByRole('switch', { name: 'Enabled' }).click()
  await edit.getByRole('button', { name: 'Update firewall rule' }).click()
  const row = table.getByRole('row', { name: /^site / })
  await expect(row).toContainText('Disabled')
  await expect(table.getByRole('row')).toHaveCount(5)

  await choose(page, row, 'Clone')
  await expect(page).toHaveURL(`/projects/${project}/vpcs/default/firewall-rules-new/site`)
  await expect(panel.getByLabel('Name')).toHaveValue('site-copy')
  await expect(panel.getByRole('button', { name: 'Remove IP network 10.0.0.0/8' })).toBeVisible()
  await create.click()
  await expect(table.getByRole('row')).toHaveCount(6)

  await choose(page, row, 'Enable')
  await expect(notifications(page)).toContainText('Firewall rule site enabled')
  await expect(row).toContainText('Enabled')
  await choose(page, table.getByRole('row', { name: 'site-copy' }), 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete firewall rule' })
  await expect(question).toContainText('site-copy is deleted for good')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(table.getByRole('row')).toHaveCount(5)
  expect((await rulesOf(request, project)).map(({ name }) => name)).toEqual([
    'allow-icmp',
    'allow-internal-inbound',
    'allow-ssh',
    'site',
  ])
})

test('a form keeps the rules that others write meanwhile, and never writes over one', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  await page.goto(path(project, '/allow-ssh/edit'))
  const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
  const update = edit.getByRole('button', { name: 'Update firewall rule' })
  await edit.getByRole('spinbutton', { name: 'Priority' }).fill('10')
  await writeRules(request, project, (rules) => [...rules, { ...rules[0]!, name: 'theirs' }])
  await update.click()
  await expect(notifications(page)).toContainText('Firewall rule allow-ssh updated')
  const priorities = async () =>
    Object.fromEntries((await rulesOf(request, project)).map(({ name, priority }) => [name, priority]))
  expect(await priorities()).toMatchObject({ theirs: 65_534, 'allow-ssh': 10 })

  await page.goto(path(project, '/allow-ssh/edit'))
  await edit.getByLabel('Description').fill('Mine')
  await writeRules(request, project, (rules) =>
    rules.map((rule) => (rule.name === 'allow-ssh' ? { ...rule, priority: 11 } : rule)),
  )
  await update.click()
  await expect(edit.getByRole('alert')).toContainText(
    'Changed by someone else while this form was open. Nothing was saved.',
  )
  await expect(edit.getByRole('listitem')).toHaveText('Priority: 10 is now 11')
  expect(await priorities()).toMatchObject({ 'allow-ssh': 11 })
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Reapply my change' }).click()
  await expect(edit).toHaveCount(0)
  expect(await priorities()).toMatchObject({ 'allow-ssh': 10 })
})

test('what a row does is held to what its rule was', async ({ page, request, makeProject }) => {
  const project = await makeProject('rules')
  await page.goto(path(project))
  const row = page.getByRole('row', { name: 'allow-ssh' })
  await expect(row).toBeVisible()
  await writeRules(request, project, (rules) =>
    rules.map((rule) => (rule.name === 'allow-ssh' ? { ...rule, priority: 11 } : rule)),
  )
  await choose(page, row, 'Disable')
  const question = page.getByRole('alertdialog', { name: 'Changed by someone else' })
  await expect(question.getByRole('listitem')).toHaveText('Priority: 65534 is now 11')
  await question.getByRole('button', { name: 'Reapply my change' }).click()
  await expect(row).toContainText('Disabled')
  const ssh = (await rulesOf(request, project)).find(({ name }) => name === 'allow-ssh')
  expect(ssh).toMatchObject({ status: 'disabled', priority: 11 })

  await writeRules(request, project, (rules) => rules.map((rule) => ({ ...rule, priority: 5 })))
  await choose(page, row, 'Delete')
  await page.getByRole('alertdialog', { name: 'Delete firewall rule' }).getByRole('button', { name: 'Confirm' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(question).toHaveCount(0)
  expect(await rulesOf(request, project)).toHaveLength(3)
})

test('a write between reading and writing is refused by its ETag, and tried again', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  await page.goto(path(project, '/allow-ssh/edit'))
  const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
  await edit.getByRole('spinbutton', { name: 'Priority' }).fill('10')
  const answers: number[] = []
  await page.route('**/v1/vpc-firewall-rules?*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    if (answers.length === 0)
      await writeRules(request, project, (rules) => [...rules, { ...rules[0]!, name: 'theirs' }])
    const response = await route.fetch()
    answers.push(response.status())
    await route.fulfill({ response })
  })
  await edit.getByRole('button', { name: 'Update firewall rule' }).click()
  await expect(notifications(page)).toContainText('Firewall rule allow-ssh updated')
  expect(answers).toEqual([412, 200])
  expect((await rulesOf(request, project)).map(({ name }) => name)).toContain('theirs')
})

test('another server without ETags is written to all the same', async ({ page, request, makeProject }) => {
  const project = await makeProject('rules')
  await page.route('**/v1/vpc-firewall-rules?*', async (route) => {
    const response = await route.fetch()
    const { etag: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(path(project, '/allow-ssh/edit'))
  const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
  await edit.getByRole('spinbutton', { name: 'Priority' }).fill('10')
  const sent = page.waitForRequest((each) => each.method() === 'PUT')
  await edit.getByRole('button', { name: 'Update firewall rule' }).click()
  expect((await sent).headers()).not.toHaveProperty('if-match')
  await expect(notifications(page)).toContainText('Firewall rule allow-ssh updated')
  expect((await rulesOf(request, project)).find(({ name }) => name === 'allow-ssh')).toMatchObject({ priority: 10 })
})

test('rules are filtered, and none is said', async ({ page, request, makeProject }) => {
  const project = await makeProject('rules')
  await page.goto(path(project))
  const filter = page.getByRole('searchbox', { name: 'Filter firewall rules' })
  await filter.fill('tcp')
  await expect(page.getByText('1 of 3')).toBeVisible()
  await filter.fill('nothing has this')
  await expect(page.getByText('No matches')).toBeVisible()
  await writeRules(request, project, () => [])
  await page.goto(path(project))
  await expect(page.getByText('No firewall rules')).toBeVisible()
  await expectAccessible(page)
})

test('a rule that is not there is not found, to edit or to clone', async ({ page, makeProject }) => {
  const project = await makeProject('rules')
  for (const url of [path(project, '/nowhere/edit'), `/projects/${project}/vpcs/default/firewall-rules-new/nowhere`]) {
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('whoever may only look cannot change rules', async ({ page, makeProject }) => {
  const project = await makeProject('rules')
  await mayOnlyLook(page)
  await page.goto(path(project))
  const reason = 'Needs project collaborator; you have viewer'
  await expect(page.getByRole('button', { name: 'New firewall rule' })).toHaveAccessibleDescription(reason)
  await page.getByRole('row', { name: 'allow-ssh' }).getByRole('button', { name: 'Row actions' }).click()
  for (const name of ['Edit', 'Clone', 'Disable', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(reason)
  await page.goto(path(project, '/allow-ssh/edit'))
  const update = page.getByRole('button', { name: 'Update firewall rule' })
  await expect(update).toHaveAccessibleDescription(reason)
})

test('the screens of firewall rules are accessible', async ({ page, makeProject }) => {
  const project = await makeProject('rules')
  for (const url of [path(project), `/projects/${project}/vpcs/default/firewall-rules-new/allow-icmp`]) {
    await page.goto(url)
    await expect(page.getByRole('button', { name: url.includes('new') ? 'Add protocol' : 'VPC actions' })).toBeVisible()
    await expectAccessible(page)
  }
})
