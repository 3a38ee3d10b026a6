import { makeInstance } from './instance.ts'
import { expect, test } from './test.ts'

const ruleOf = (name: string, more: object = {}) => ({
  name,
  description: '',
  status: 'enabled',
  action: 'allow',
  direction: 'inbound',
  priority: 100,
  targets: [{ type: 'vpc', value: 'default' }],
  filters: {},
  ...more,
})

test('the rules that apply are shown with their reason and their result for given traffic', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  await makeInstance(request, project, { name: 'web1', external_ips: [{ type: 'ephemeral' }] })
  await makeInstance(request, project, { name: 'db1' })
  const rules = [
    ruleOf('allow-ssh', { priority: 200, filters: { protocols: [{ type: 'tcp' }], ports: ['22'] } }),
    ruleOf('from-db', { priority: 150, filters: { hosts: [{ type: 'instance', value: 'db1' }] } }),
    ruleOf('no-office', {
      action: 'deny',
      targets: [{ type: 'instance', value: 'web1' }],
      filters: { hosts: [{ type: 'ip_net', value: '203.0.113.0/24' }] },
    }),
    ruleOf('asleep', { status: 'disabled', priority: 1 }),
    ruleOf('elsewhere', { targets: [{ type: 'instance', value: 'db1' }] }),
    ruleOf('no-mail', { direction: 'outbound', action: 'deny', filters: { ports: ['25'] } }),
  ]
  const saved = await request.put(`/v1/vpc-firewall-rules?project=${project}&vpc=default`, { data: { rules } })
  expect(saved.status(), await saved.text()).toBe(200)
  await page.goto(`/projects/${project}/instances/web1/networking`)
  const card = page.getByRole('region', { name: 'Firewall rules that apply' })
  const links = card.getByRole('table').getByRole('link')
  await expect(links).toHaveText(['no-mail', 'no-office', 'from-db', 'allow-ssh'])
  await expect(card.getByRole('row', { name: 'no-office' })).toContainText('Instance web1')
  await expect(card.getByRole('row', { name: 'allow-ssh' })).toContainText('VPC default')
  await expect(card).toContainText('Traffic that matches no rule: inbound denied, outbound allowed.')
  await card.getByRole('button', { name: 'Show 1 disabled' }).click()
  await expect(links.first()).toHaveText('asleep')

  await card.getByRole('button', { name: 'Check traffic' }).click()
  const form = card.getByRole('form', { name: 'Check traffic' })
  const check = form.getByRole('button', { name: 'Check' })
  const answer = form.getByRole('status')
  await expect(form.getByLabel('Destination', { exact: true })).toHaveValue('172.30.0.5')
  await check.click()
  await expect(form.getByLabel('Source')).toHaveAccessibleDescription(/Source is required/)
  await form.getByLabel('Source').fill('203.0.113.9')
  await check.click()
  await expect(answer).toContainText('Denied')
  await expect(answer).toContainText('Inbound at net0, by no-office, priority 100')
  await form.getByLabel('Source').fill('198.51.100.9')
  await check.click()
  await expect(answer).toContainText('Allowed')
  await expect(answer).toContainText('by allow-ssh, priority 200')
  await form.getByText('UDP').click()
  // A result for TCP does not apply to UDP.
  await expect(answer).toBeEmpty()
  await check.click()
  await expect(answer).toContainText('Inbound at net0, no rule matches')
  await form.getByLabel('Source').fill('172.30.0.6')
  await form.getByText('ICMP').click()
  await check.click()
  await expect(answer).toContainText('by from-db, priority 150')
  await form.getByLabel('Source').fill('172.30.0.5')
  await form.getByLabel('Destination', { exact: true }).fill('198.51.100.9')
  await form.getByText('TCP').click()
  await form.getByRole('spinbutton', { name: 'Destination port' }).fill('25')
  await check.click()
  await expect(answer).toContainText('Outbound at net0, by no-mail, priority 100')
  await form.getByLabel('Source').fill('198.51.100.1')
  await check.click()
  await expect(answer).toContainText('Neither address belongs to web1')
  await links.last().click()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/default/firewall-rules/allow-ssh/edit`)
})
