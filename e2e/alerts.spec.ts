import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { choose, notifications, post } from './network.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible, test as base, uniqueName } from './test.ts'

interface ReceiverBeside {
  url: string
  /** The status that it answers from now on. */
  status: number
  arrived: { body: string; signatures: string[] }[]
}

const test = base.extend<{ beside: ReceiverBeside }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  beside: async ({}, give) => {
    const http = createServer(async (request, response) => {
      let body = ''
      for await (const part of request.setEncoding('utf8')) body += part as string
      beside.arrived.push({ body, signatures: request.headersDistinct['x-skerry-signature'] ?? [] })
      response.writeHead(beside.status).end()
    })
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`
    const beside: ReceiverBeside = { url, status: 204, arrived: [] }
    await give(beside)
    http.closeAllConnections()
    http.close()
  },
})

const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()

/** An instance that is created but not started, since its silo has no quota. */
async function failToStart(admin: APIRequestContext, other: APIRequestContext) {
  const silo = await makeSilo(admin)
  const password = 'a-long-password-for-tests'
  const body = { external_id: 'somebody', password: { mode: 'password', value: password } }
  const user = await post(admin, `/v1/system/identity-providers/local/users?silo=${silo.name}`, body)
  const roles = [{ identity_id: user.id, identity_type: 'silo_user', role_name: 'admin' }]
  await admin.put(`/v1/system/silos/${silo.name}/policy`, { data: { role_assignments: roles } })
  const link = await admin.post('/v1/system/ip-pools/default/silos', { data: { silo: silo.id, is_default: true } })
  expect(link.status(), await link.text()).toBe(201)
  const signIn = await other.post(`/v1/login/${silo.name}/local`, { data: { username: 'somebody', password } })
  expect(signIn.status()).toBe(204)
  await post(other, '/v1/projects', { name: 'small', description: '' })
  await post(other, '/v1/instances?project=small', {
    name: 'too-much',
    description: '',
    hostname: 'too-much',
    ncpus: 2,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
  })
}

test('a receiver is created, probed, sent an alert, sent it again, changed and deleted', async ({
  page,
  request,
  playwright,
  beside,
}) => {
  const name = uniqueName('pager')
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await expect(page).toHaveTitle('Alerts / Skerry')
  await page.getByRole('link', { name: 'New receiver' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create alert receiver' })
  const submit = create.getByRole('button', { name: 'Create alert receiver' })
  await submit.click()
  await expect(create.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
  await create.getByLabel('Name').fill(name)
  const endpoint = create.getByLabel('Endpoint')
  await endpoint.fill('ftp://nowhere')
  await expect(endpoint).toHaveAccessibleDescription(/Endpoint must be an http or https URL/)
  await endpoint.fill('http://10.0.0.1/hook')
  await create.getByLabel('Secret', { exact: true }).fill('a shared secret')
  await create.getByRole('button', { name: 'Add secret' }).click()
  await expect(create.getByRole('table', { name: 'Secrets' })).toContainText('15 characters')
  await expect(create.getByRole('table', { name: 'Secrets' })).not.toContainText('a shared secret')
  const pattern = create.getByRole('combobox', { name: 'Pattern' })
  await pattern.fill('start_fai')
  await page.getByRole('option', { name: 'instance.start_failed' }).click()
  await expect(pattern).toHaveAccessibleDescription('Covers 1 class')
  await create.getByRole('button', { name: 'Add subscription' }).click()
  // It has the focus again, so its list is open.
  await expect(pattern).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await submit.click()
  await expect(create.getByRole('alert')).toContainText('SKERRY_OUTBOUND_NETWORKS')
  await expectAccessible(page)
  await endpoint.fill(beside.url)
  await submit.click()
  await expect(page).toHaveTitle(`Deliveries / ${name} / Alerts / Skerry`)
  await expect(page.getByText('No deliveries')).toBeVisible()

  await page.getByRole('button', { name: 'Send probe' }).click()
  const probe = page.getByRole('dialog', { name: 'Send probe' })
  await probe.getByRole('checkbox', { name: 'Resend failed alerts' }).check()
  await probe.getByRole('button', { name: 'Send probe' }).click()
  await expect(probe).toContainText(/received the probe.*Succeeded: HTTP 204 in \d+ ms.*No alerts to resend/)
  await probe.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => beside.arrived.length).toBe(2)
  await expect(probe.getByRole('button', { name: 'Send again' })).toBeEnabled()
  await expectAccessible(page)
  await probe.getByRole('button', { name: 'Close' }).last().click()
  const [{ body, signatures }] = beside.arrived.splice(0) as [ReceiverBeside['arrived'][number]]
  await page.getByRole('tab', { name: 'Probes' }).click()
  await expect(
    page.getByRole('table', { name: 'Probes' }).getByRole('row', { name: /Delivered.*HTTP 204/ }),
  ).toHaveCount(2)
  await page.getByRole('tab', { name: 'Alerts' }).click()
  expect(JSON.parse(body)).toMatchObject({ alert_class: 'probe' })
  expect(signatures).toHaveLength(1)
  expect(new URLSearchParams(signatures[0]).get('s')).toBe(
    createHmac('sha256', 'a shared secret').update(body).digest('hex'),
  )

  beside.status = 500
  const other = await playwright.request.newContext({ baseURL: process.env.SKERRY_E2E_ADDRESS! })
  await failToStart(request, other)
  await other.dispose()
  // The page polls.
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  const pending = deliveries.getByRole('row', { name: 'Pending' }).filter({ hasText: 'Refused: HTTP 500' }).first()
  await expect(pending).toBeVisible()
  await expect(pending).toContainText(/next at .*\d+:\d+:\d+/)
  await choose(page, pending, 'View attempts')
  const attempts = page.getByRole('dialog', { name: 'Attempts' })
  await expect(attempts.getByRole('table', { name: 'Attempts' }).getByRole('row').nth(1)).toContainText(/Refused.*500/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // While the receiver refuses, the row stays pending: the queue may try it again at any time.
  await choose(page, pending, 'Resend')
  beside.status = 204
  await confirm(page, 'Resend alert')
  await expect(deliveries.getByRole('row', { name: 'Resend' }).first()).toContainText('Succeeded: HTTP 204')

  await page
    .getByRole('tab', { name: 'Subscriptions' })
    .or(page.getByRole('link', { name: 'Subscriptions' }))
    .click()
  await page.getByRole('button', { name: 'Add subscription' }).click()
  const add = page.getByRole('dialog', { name: 'Add subscription' })
  await add.getByRole('combobox', { name: 'Pattern' }).fill('sled.*')
  await page.keyboard.press('Enter')
  await add.getByRole('button', { name: 'Add subscription' }).click()
  const added = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row', { name: 'sled.*' })
  await expect(added).toContainText('sled.added')
  await choose(page, added, 'Remove')
  await confirm(page, 'Remove subscription')
  await expect(added).toHaveCount(0)

  await page
    .getByRole('tab', { name: 'Secrets' })
    .or(page.getByRole('link', { name: 'Secrets' }))
    .click()
  const secrets = page.getByRole('table', { name: 'Secrets' }).getByRole('row')
  await page.getByRole('button', { name: 'Add secret' }).click()
  const secret = page.getByRole('dialog', { name: 'Add secret' })
  await secret.getByLabel('Secret', { exact: true }).fill('another')
  await secret.getByRole('button', { name: 'Add secret' }).click()
  await expect(secrets).toHaveCount(3)
  for (const left of [2, 0]) {
    await choose(page, secrets.nth(1), 'Delete')
    await confirm(page, 'Delete secret')
    await expect(secrets).toHaveCount(left)
  }
  await expect(page.getByText('No secrets')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send probe' })).toHaveAccessibleDescription(
    /no secret to sign a probe/,
  )
  await expectAccessible(page)
  await page
    .getByRole('tab', { name: 'Deliveries' })
    .or(page.getByRole('link', { name: 'Deliveries' }))
    .click()
  await choose(page, deliveries.getByRole('row', { name: 'Resend' }).first(), 'Resend')
  await confirm(page, 'Resend alert')
  await expect(deliveries.getByRole('row', { name: 'Failed' }).first()).toContainText(
    'Not sent: the receiver had no secret',
  )

  await page.getByRole('button', { name: 'Alert receiver actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit alert receiver' })
  await edit.getByLabel('Description').fill('Changed')
  await edit.getByRole('button', { name: 'Update alert receiver' }).click()
  await expect(notifications(page)).toContainText(`Alert receiver ${name} updated`)
  await expect(page).toHaveURL(/\/system\/alerts\/[^/]+\/\w+$/)
  await page.getByRole('link', { name: 'Alerts' }).first().click()
  const row = page.getByRole('table', { name: 'Alert Receivers' }).getByRole('row', { name })
  await expect(row).toContainText(/Failed.*\d.*Changed/)
  await choose(page, row, 'Delete')
  await confirm(page, 'Delete alert receiver')
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Alert classes' }).first().click()
  await expect(page).toHaveTitle('Alert Classes / Skerry')
  const classes = page.getByRole('table', { name: 'Alert classes' }).getByRole('row')
  await page.getByRole('searchbox', { name: 'Filter alert classes' }).fill('*.failed')
  await expect(classes).toHaveCount(4)
  await page.getByRole('searchbox', { name: 'Filter alert classes' }).fill('unreachable')
  await expect(classes).toHaveCount(2)
  await expectAccessible(page)
})
