import { type Rule, rulesOf, rulesPath, writeRules } from './firewall.ts'
import { choose, mayOnlyLook, notifications, post } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a rule is created with targets and filters, edited, cloned, disabled and deleted', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  await page.goto(rulesPath(project))
  const table = page.getByRole('table', { name: 'Firewall rules' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New firewall rule' }).click()
  await expect(page).toHaveTitle(`New firewall rule / Firewall Rules / default / VPCs / ${project} / Projects / Skerry`)
  const panel = page.getByRole('dialog', { name: 'Create firewall rule' })
  const create = panel.getByRole('button', { name: 'Create firewall rule' })
  await expect(panel.getByText('A rule without targets applies to nothing.')).toBeVisible()
  // Pasted text may have blanks around it.
  await panel.getByLabel('Name').fill(' web ')
  await panel.getByText('Deny').click()
  await panel.getByRole('spinbutton', { name: 'Priority' }).fill('70000')
  await create.click()
  await expect(panel.getByRole('spinbutton', { name: 'Priority' })).toHaveAccessibleDescription(
    /^Priority must be between 0 and 65535/,
  )
  await expect(panel.getByText('Targets: at least one is required')).toBeVisible()
  await panel.getByRole('spinbutton', { name: 'Priority' }).fill('100')

  const targets = panel.getByRole('group', { name: 'Targets' })
  const vpc = targets.getByRole('combobox', { name: 'VPC' })
  await expect(vpc).toHaveAttribute('placeholder', 'Such as default, this VPC')
  await targets.getByRole('button', { name: 'Add target' }).click()
  await expect(vpc).toHaveAccessibleDescription('VPC is required')
  await expect(vpc).toBeFocused()
  await expect(vpc).toHaveAttribute('aria-expanded', 'false')
  await vpc.fill('def')
  await page.getByRole('option', { name: 'default' }).click()
  await targets.getByRole('button', { name: 'Add target' }).click()
  await expect(targets.getByRole('cell', { name: 'default', exact: true })).toBeVisible()
  await targets.getByRole('combobox', { name: 'Target type' }).click()
  await page.getByRole('option', { name: 'IP network' }).click()
  await targets.getByLabel('IP network').last().fill('10.0.0.0/33')
  await page.keyboard.press('Enter')
  await expect(targets.getByText('Max width for IPv4 is 32')).toBeVisible()
  await targets.getByLabel('IP network').last().fill('10.0.0.0/8 ')
  await page.keyboard.press('Enter')
  await expect(targets.getByRole('button', { name: 'Remove IP network 10.0.0.0/8' })).toBeVisible()
  await expect(targets.getByRole('combobox', { name: 'Target type' })).toHaveText('IP network')

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
  await ports.getByLabel('Port or range').fill(' 8000-8100')
  await page.keyboard.press('Enter')
  await expect(ports.getByRole('button', { name: 'Remove 8000-8100' })).toBeVisible()
  await ports.getByLabel('Port or range').fill('8000-8100')
  await page.keyboard.press('Enter')
  await expect(ports.getByText('Items must be unique')).toBeVisible()
  await ports.getByRole('button', { name: 'Clear' }).click()

  // A list may be pasted: each of it is checked, and is a row of its own.
  await ports.getByLabel('Port or range').fill('53, 70000')
  await page.keyboard.press('Enter')
  await expect(ports.getByLabel('Port or range')).toHaveAccessibleDescription('70000: Port must be at most 65535')
  await ports.getByLabel('Port or range').fill('53, 5000 – 5010  8000-8100')
  await page.keyboard.press('Enter')
  await expect(ports.getByText('Items must be unique')).toBeVisible()
  await ports.getByLabel('Port or range').fill('53, 5000 – 5010')
  await page.keyboard.press('Enter')
  for (const port of ['53', '5000-5010']) {
    await ports.getByRole('button', { name: `Remove ${port}`, exact: true }).click()
    await expect(ports.getByRole('button', { name: `Remove ${port}`, exact: true })).toHaveCount(0)
  }

  const protocols = panel.getByRole('group', { name: 'Protocols' })
  const chosen = protocols.getByRole('combobox', { name: 'Protocol' })
  // None is chosen before it is added, or it would look as if it were sent.
  await expect(chosen).toHaveText('Choose one')
  await protocols.getByRole('button', { name: 'Add protocol' }).click()
  await expect(protocols.getByText('Protocol is required')).toBeVisible()
  await chosen.click()
  await page.getByRole('option', { name: 'TCP' }).click()
  await protocols.getByRole('button', { name: 'Add protocol' }).click()
  await expect(protocols.getByRole('button', { name: 'Remove TCP' })).toBeVisible()
  await chosen.click()
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

  const note = panel.getByRole('status').filter({ hasText: 'ICMP' })
  await expect(note).toHaveText('ICMP has no ports: the rule matches it whatever the ports.')
  await protocols.getByRole('button', { name: 'Remove TCP' }).click()
  await expect(note).toContainText('these have no effect, and the rule matches ICMP only')
  await protocols.getByRole('combobox', { name: 'Protocol' }).click()
  await page.getByRole('option', { name: 'TCP' }).click()
  await protocols.getByRole('button', { name: 'Add protocol' }).click()

  const hosts = panel.getByRole('group', { name: 'Hosts' })
  await hosts.getByRole('combobox', { name: 'Host type' }).click()
  await page.getByRole('option', { name: 'Instance' }).click()
  await hosts.getByRole('combobox', { name: 'Instance' }).fill('yet-to-come')
  await page.getByRole('option', { name: 'Custom: yet-to-come' }).click()
  await ports.getByLabel('Port or range').fill('90-80')
  await create.click()
  await expect(ports.getByLabel('Port or range')).toHaveAccessibleDescription(/The end of a range must not be lower/)
  await expect(ports.getByLabel('Port or range')).toBeFocused()
  // What was valid is added, and is not added twice.
  await expect(hosts.getByRole('button', { name: 'Remove Instance yet-to-come' })).toBeVisible()
  await ports.getByLabel('Port or range').fill('80-90')
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
      ports: ['8000-8100', '80-90'],
      protocols: [{ type: 'icmp', value: { icmp_type: 3, code: '0-4' } }, { type: 'tcp' }],
      hosts: [{ type: 'instance', value: 'yet-to-come' }],
    },
  })
  await expect(notifications(page)).toContainText('Firewall rule web created')
  await expect(page).toHaveURL(rulesPath(project))
  await expect(table.getByRole('row').nth(1)).toContainText('web')
  await expect(table.getByRole('row', { name: /^allow-ssh / })).toContainText(
    /VPC default\s*TCP 22 from anywhere\s*Enabled/,
  )

  await table.getByRole('link', { name: 'web' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
  await expect(page).toHaveURL(rulesPath(project, '/web/edit'))
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
  await expectAccessible(page)
  await create.click()
  await expect(table.getByRole('row')).toHaveCount(6)

  await choose(page, row, 'Enable')
  await expect(notifications(page)).toContainText('Firewall rule site enabled')
  await expect(row).toContainText('Enabled')
  await choose(page, table.getByRole('row', { name: 'site-copy' }), 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete firewall rule' })
  await expect(question).toContainText('site-copy is permanently deleted')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(table.getByRole('row')).toHaveCount(5)
  expect((await rulesOf(request, project)).map(({ name }) => name)).toEqual([
    'allow-icmp',
    'allow-internal-inbound',
    'allow-ssh',
    'site',
  ])
})

test('rules are filtered, with a text for no match; a missing rule is not found, to edit or to clone', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  await page.goto(rulesPath(project))
  const filter = page.getByRole('searchbox', { name: 'Filter firewall rules' })
  await filter.fill('tcp')
  await expect(page.getByText('1 of 3')).toBeVisible()
  await filter.fill('nothing has this')
  await expect(page.getByText('No matches')).toBeVisible()
  await writeRules(request, project, () => [])
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No firewall rules')).toBeVisible()
  await expectAccessible(page)

  for (const url of [
    rulesPath(project, '/nowhere/edit'),
    `/projects/${project}/vpcs/default/firewall-rules-new/nowhere`,
  ]) {
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('what a rule names and is not there is marked; a new name of the VPC is in its rules', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  const [gone, nobody, elsewhere] = ['subnet', 'instance', 'vpc'].map((type) => ({ type, value: 'not-yet' }))
  await writeRules(request, project, ([first, ...rest]) => [
    { ...first, name: 'targets', targets: [{ type: 'subnet', value: 'default' }, gone, elsewhere], filters: {} },
    { ...first, name: 'hosts', filters: { hosts: [nobody, { type: 'ip', value: '192.0.2.1' }] } },
    ...rest,
  ])
  await page.goto(rulesPath(project))
  const table = page.getByRole('table', { name: 'Firewall rules' })
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) })
  await expect(row('targets')).toContainText('Not found: Subnet not-yet, VPC not-yet')
  await expect(row('hosts')).toContainText('Not found: Instance not-yet')
  await expect(row('targets')).toContainText('Enabled, in part')
  await expect(row('hosts')).toContainText('Enabled, in part')
  for (const name of ['targets', 'hosts']) await expect(row(name).locator('time')).toBeInViewport({ ratio: 1 })
  await expect(row('allow-ssh')).not.toContainText('Not found')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter firewall rules' }).fill('not found')
  await expect(page.getByText('2 of 4')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row('targets').getByText('Not found')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })

  const data = { name: 'not-yet', description: '', ipv4_block: '10.1.0.0/24' }
  await post(request, `/v1/vpc-subnets?project=${project}&vpc=default`, data)
  const renamed = await request.put(`/v1/vpcs/default?project=${project}`, { data: { name: 'harbour' } })
  expect(renamed.status()).toBe(200)
  await page.goto(`/projects/${project}/vpcs/harbour/firewall-rules`)
  await expect(row('targets')).toContainText('Not found: VPC not-yet')
  await expect(row('targets')).toContainText('Enabled, in part')
  await expect(row('allow-ssh')).toContainText('VPC harbour')
  await expect(row('allow-ssh')).not.toContainText('Not found')
})

test('the longest name leaves room for the other columns', async ({ page, request, makeProject }) => {
  const project = await makeProject('rules')
  const name = 'n'.repeat(63)
  await writeRules(request, project, ([first, ...rest]) => [{ ...first, name }, ...rest])
  await page.goto(rulesPath(project))
  const row = page.getByRole('table', { name: 'Firewall rules' }).getByRole('row', { name })
  await expect(row.locator('time')).toBeInViewport({ ratio: 1 })
  expect(await page.getByRole('table').evaluate((table) => table.clientWidth <= table.parentElement!.clientWidth)).toBe(
    true,
  )
})

test('viewers cannot change rules', async ({ page, makeProject }) => {
  const project = await makeProject('rules')
  await mayOnlyLook(page, project)
  await page.goto(rulesPath(project))
  const reason = 'Needs project collaborator; you have viewer'
  await expect(page.getByRole('button', { name: 'New firewall rule' })).toHaveAccessibleDescription(reason)
  await page.getByRole('row', { name: 'allow-ssh' }).getByRole('button', { name: 'Row actions' }).click()
  for (const name of ['Edit', 'Clone', 'Disable', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(reason)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'allow-ssh' }).click()
  const update = page.getByRole('button', { name: 'Update firewall rule' })
  await expect(update).toHaveAccessibleDescription(reason)
})
