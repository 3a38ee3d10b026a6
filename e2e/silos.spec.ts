import type { Page } from '@playwright/test'
import { makeCertificate } from '../control-plane/src/identity/certificates/self-signed.ts'
import { test } from './demo.ts'
import { choose, get, notifications, post } from './network.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

const phone = { width: 390, height: 844 }

/** A name of 63 characters that no other test has. */
const longName = (prefix: string) => {
  const name = uniqueName(prefix)
  return `${name}-${'x'.repeat(62 - name.length)}`
}

test('a silo is created with its quotas and certificate, viewed on a phone, deleted, and then not found', async ({
  page,
}) => {
  const name = longName('harbour')
  const [good, other] = [await makeCertificate(), await makeCertificate()]
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Area: Silo' }).click()
  await page.getByRole('menuitem', { name: 'System' }).click()
  await expect(page).toHaveTitle('Overview / Skerry')
  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Silos' }).click()
  await expect(page).toHaveTitle('Silos / Skerry')
  await page.getByRole('link', { name: 'New silo' }).click()
  await expect(page).toHaveTitle('New silo / Silos / Skerry')
  const form = page.getByRole('dialog', { name: 'Create silo' })
  const submit = form.getByRole('button', { name: 'Create silo' })
  await submit.click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Name is required/)
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  const certificate = form.getByRole('group', { name: 'TLS certificates (at least one)' })
  const noCertificate = certificate.getByText('TLS certificates: at least one is required')
  await expect(noCertificate).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('default')
  await submit.click()
  await expect(certificate.getByLabel('Certificate name')).toBeFocused()
  await expect(noCertificate).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await form.getByLabel('Description (Optional)', { exact: true }).fill('Those of the harbour')
  await form.getByRole('spinbutton', { name: 'CPU' }).fill('8')
  await form.getByRole('spinbutton', { name: 'Memory' }).fill('1.5')
  await expect(form.getByRole('spinbutton', { name: 'Memory' })).toHaveAccessibleDescription(/whole number/)
  await form.getByRole('spinbutton', { name: 'Memory' }).fill('32')
  await form.getByRole('spinbutton', { name: 'Storage' }).fill('500')
  const group = form.getByLabel('Admin group name')
  await group.fill('one,two')
  await submit.click()
  await expect(group).toHaveAccessibleDescription(/must not have commas/)
  await group.fill('harbour-masters')
  await form.getByLabel('Silo viewers are fleet viewers').check()
  await expect(form.getByText('The identity providers of the silo then decide who gets fleet access.')).toBeVisible()

  await certificate.getByLabel('Certificate name').fill('wildcard')
  await certificate.getByLabel('Certificate', { exact: true }).fill(good.cert)
  await certificate.getByLabel('Private key', { exact: true }).fill('no key')
  await certificate.getByRole('button', { name: 'Add certificate' }).click()
  await submit.click()
  await expect(certificate.getByLabel('Private key', { exact: true })).toBeFocused()
  await certificate.getByLabel('Private key', { exact: true }).fill(other.key)
  await certificate.getByRole('button', { name: 'Add certificate' }).click()
  await submit.click()
  await expect(form.getByRole('alert')).toContainText(/key.*\(certificate "wildcard"\)/)
  await certificate.getByRole('button', { name: 'Edit wildcard' }).click()
  await certificate.getByLabel('Private key', { exact: true }).fill(good.key)
  await certificate.getByRole('button', { name: 'Update' }).click()
  await submit.click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Silo name already exists/)
  await form.getByLabel('Name', { exact: true }).fill(name)
  await submit.click()

  await expect(notifications(page)).toContainText(`Silo ${name} created`)
  await expect(page).toHaveURL('/system/silos')
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Those of the harbour')
  await expect(row).toContainText('Yes')
  await expect(row).toContainText('SAML')
  await expectAccessible(page)
  await row.getByRole('link', { name }).click()
  await expect(page).toHaveTitle(`Identity Providers / ${name} / Silos / Skerry`)
  await tab(page, 'Users')
  await expect(page).toHaveTitle(`Users / ${name} / Silos / Skerry`)
  await expect(page.getByText('Users appear here after their first sign-in')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0)
  await expectAccessible(page)
  for (const name of ['Access', 'IP Pools']) {
    await tab(page, name)
    await expect(page).toHaveTitle(new RegExp(`^${name} / `))
    await expectAccessible(page)
  }
  await tab(page, 'Fleet Roles')
  await expect(page.getByRole('list', { name: 'Fleet roles' }).getByRole('listitem')).toHaveText([
    'Silo viewer → Fleet viewer',
  ])
  await expectAccessible(page)
  await tab(page, 'Quotas')
  const quotas = page.getByRole('table', { name: 'Quotas' })
  await expect(quotas.getByRole('row', { name: 'CPU' })).toContainText('8 vCPUs')
  await expect(quotas.getByRole('row', { name: 'Memory' })).toContainText('32 GiB')
  await expect(quotas.getByRole('row', { name: 'Storage' })).toContainText('500 GiB')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Silo actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm(page, 'Delete silo')
  await expect(page).toHaveURL('/system/silos')
  await expect(row).toHaveCount(0)
  await page.goto(`/system/silos/${name}/users`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('the confirmation to delete a silo shows what blocks it', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  await page.goto('/system/silos')
  await choose(page, page.getByRole('row', { name: /^north-quay/ }), 'Delete')
  await confirm(page, 'Delete silo')
  const question = page.getByRole('alertdialog', { name: 'Delete silo' })
  await expect(question.getByRole('alert')).toContainText(/project "[a-z-]+": delete it first/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row', { name: /^north-quay/ })).toBeVisible()
})

test('users of a local silo, which takes no provider, are added, given another password, and deleted', async ({
  page,
  request,
  playwright,
}) => {
  const silo = await makeSilo(request)
  await page.goto(`/system/silos/${silo.name}/users`)
  await expect(page.getByText('No users')).toBeVisible()
  await page.getByRole('button', { name: 'Add user' }).click()
  const add = page.getByRole('dialog', { name: 'Add user' })
  await add.getByRole('button', { name: 'Add user' }).click()
  await expect(add.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
  await expect(add.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Password is required/)
  await page.setViewportSize(phone)
  await expectAccessible(page)
  const name = longName('ada')
  await add.getByLabel('Name').fill(name)
  await add.getByLabel('Password', { exact: true }).fill('the first of her passwords')
  await add.getByRole('button', { name: 'Add user' }).click()
  await expect(notifications(page)).toContainText(`User ${name} added to ${silo.name}`)
  const row = page.getByRole('row', { name })
  await expect(row).toBeVisible()
  await expectAccessible(page)

  const signIn = async (password: string) => {
    const theirs = await playwright.request.newContext({ baseURL: process.env.SKERRY_E2E_ADDRESS! })
    const answer = await theirs.post(`/v1/login/${silo.name}/local`, { data: { username: name, password } })
    await theirs.dispose()
    return answer.status()
  }
  expect(await signIn('the first of her passwords')).toBe(204)
  await choose(page, row, 'Set password')
  const set = page.getByRole('dialog', { name: 'Set password' })
  await set.getByLabel('Password', { exact: true }).fill('another one of hers')
  await set.getByRole('button', { name: 'Set password' }).click()
  await expect(notifications(page)).toContainText(`Password of ${name} set`)
  expect(await signIn('another one of hers')).toBe(204)
  await choose(page, row, 'Set password')
  await set.getByRole('radio', { name: /No sign-in/ }).check()
  await expect(set.getByLabel('Password', { exact: true })).toHaveCount(0)
  await set.getByRole('button', { name: 'Set password' }).click()
  await expect(notifications(page)).toContainText(`User ${name} can no longer sign in`)
  expect(await signIn('another one of hers')).toBe(401)
  await choose(page, row, 'Delete')
  await confirm(page, 'Delete user')
  await expect(page.getByText('No users')).toBeVisible()
  await tab(page, 'Identity Providers')
  await expect(page.getByRole('button', { name: 'New identity provider' }).first()).toHaveAccessibleDescription(
    'Users of this silo sign in with passwords',
  )
})

test('users of several answers are one list by name, and no user deletes itself', async ({ page, request }) => {
  const silo = await makeSilo(request)
  for (let i = 0; i < 51; i++)
    await post(request, `/v1/system/identity-providers/local/users?silo=${silo.id}`, {
      external_id: `user-${i}`,
      password: { mode: 'login_disallowed' },
    })
  await page.route('**/v1/system/users?*limit=1000*', (route) =>
    route.continue({ url: route.request().url().replace('limit=1000', 'limit=20') }),
  )
  await page.goto(`/system/silos/${silo.id}/users`)
  const names = page.getByRole('table', { name: 'Users' }).locator('.name-cell')
  await expect(names).toHaveText(Array.from({ length: 51 }, (_, i) => `user-${i}`))
  await page.unrouteAll()

  await page.goto('/system/silos/default/users')
  await page
    .getByRole('row', { name: /^admin/ })
    .getByRole('button', { name: 'Row actions' })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription('You cannot delete yourself')
})

test('pools are linked to a silo, one by default, and unlinked', async ({ page, request }) => {
  const silo = await makeSilo(request)
  const [first, second] = [uniqueName('inner'), uniqueName('outer')]
  for (const name of [first, second]) await post(request, '/v1/system/ip-pools', { name, description: 'Of a test' })
  await page.goto(`/system/silos/${silo.name}/ip-pools`)
  await expect(page.getByText('No IP pools')).toBeVisible()
  await page.getByRole('button', { name: 'Link pool' }).first().click()
  const link = page.getByRole('dialog', { name: 'Link pool' })
  const choosePool = async (name: string) => {
    await link.getByRole('combobox', { name: 'Pool' }).click()
    await link.getByRole('combobox', { name: 'Pool' }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  // By keyboard: the open list covers the button.
  await link.getByRole('combobox', { name: 'Pool' }).press('Control+Enter')
  await expect(link.getByRole('combobox', { name: 'Pool' })).toHaveAccessibleDescription(/Pool is required/)
  await choosePool(first)
  await page.setViewportSize(phone)
  await expectAccessible(page)
  // The first is most often meant to be the default.
  await expect(link.getByRole('switch', { name: /default pool/ })).toBeChecked()
  await link.getByRole('button', { name: 'Link pool' }).click()
  const row = (name: string) => page.getByRole('table', { name: 'IP pools' }).getByRole('row', { name })
  await expect(row(first)).toContainText('default')
  await expectAccessible(page)

  // The link is created, and stays when making it the default fails.
  await page.route('**/v1/system/ip-pools/*/silos/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Link pool' }).click()
  await choosePool(second)
  await link.getByRole('switch', { name: new RegExp(`default pool`) }).click()
  await expect(link.getByText(`Replaces ${first}`)).toBeVisible()
  await link.getByRole('button', { name: 'Link pool' }).click()
  await expect(link.getByRole('alert')).toContainText(`${silo.name} is linked, but ${second} is not its default`)
  await page.unroute('**/v1/system/ip-pools/*/silos/*')
  await link.getByRole('button', { name: 'Link pool' }).click()
  await expect(row(second)).toContainText('default')

  await choose(page, row(first), 'Make default')
  await expect(page.getByRole('alertdialog')).toContainText(
    `${first} becomes the default pool of ${silo.name}, replacing ${second}`,
  )
  await confirm(page, 'Make default')
  await expect(row(first)).toContainText('default')
  await choose(page, row(first), 'Clear default')
  await confirm(page, 'Clear default')
  await expect(row(first)).not.toContainText('default')
  for (const name of [first, second]) {
    await choose(page, row(name), 'Unlink')
    await confirm(page, 'Unlink pool')
    await expect(row(name)).toHaveCount(0)
  }
  await expect(page.getByText('No IP pools')).toBeVisible()
})

test('quotas are edited without overwriting others', async ({ page, request }) => {
  const silo = await makeSilo(request, { quotas: { cpus: 4, memory: 2 ** 30, storage: 2 ** 30 } })
  await page.goto(`/system/silos/${silo.name}/quotas`)
  await page.getByRole('button', { name: 'Edit quotas' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit quotas' })
  const submit = edit.getByRole('button', { name: 'Update quotas' })
  await expect(submit).toHaveAccessibleDescription('Nothing has been changed')
  const cpus = edit.getByRole('spinbutton', { name: 'CPU' })
  await cpus.fill('')
  await submit.click()
  await expect(cpus).toHaveAccessibleDescription(/CPU is required/)
  await cpus.fill('6')
  const path = `/v1/system/silos/${silo.id}/quotas`
  await request.put(path, { data: { cpus: 5, memory: 2 ** 31 } })
  await submit.click()
  await expect(edit.getByRole('alert')).toContainText('Changed by someone else')
  await expect(edit.getByRole('listitem')).toHaveText([
    'CPU: you set 6 vCPUs, someone else set 5 vCPUs (it was 4 vCPUs)',
  ])
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Reapply my change' }).click()
  await expect(page.getByRole('table', { name: 'Quotas' }).getByRole('row', { name: 'CPU' })).toContainText('6 vCPUs')
  expect(await get<object>(request, path)).toMatchObject({ cpus: 6, memory: 2 ** 31, storage: 2 ** 30 })
})

test('a fleet viewer sees a silo, and the roles that changes need', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/silos')
  await expect(page.getByRole('button', { name: 'New silo' })).toHaveAccessibleDescription(
    'Needs fleet collaborator; you have viewer',
  )
  await page.getByRole('link', { name: 'north-quay' }).click()
  await page.getByRole('button', { name: 'Silo actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    'Needs fleet collaborator; you have viewer',
  )
  await page.keyboard.press('Escape')
  await tab(page, 'Users')
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveAccessibleDescription(
    'Needs fleet admin; you have viewer',
  )
  await tab(page, 'IP Pools')
  await expect(page.getByRole('button', { name: 'Link pool' })).toHaveAccessibleDescription(
    'Needs fleet admin; you have viewer',
  )
  await tab(page, 'Quotas')
  await expect(page.getByRole('button', { name: 'Edit quotas' })).toHaveAccessibleDescription(
    'Needs fleet collaborator; you have viewer',
  )
  await tab(page, 'Fleet Roles')
  await expect(page.getByText('No role in this silo gives a fleet role.')).toBeVisible()
  await page.goto('/settings/profile')
  await expect(page.getByText('viewer', { exact: true })).toBeVisible()
})
