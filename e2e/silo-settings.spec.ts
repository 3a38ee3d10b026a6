import { makeCertificate } from '../control-plane/src/identity/certificates/self-signed.ts'
import { test } from './demo.ts'
import { choose, get, notifications } from './network.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

const names = ['default.sys.example.org', 'other.example.org']

test('a certificate is added, viewed and deleted; its key is never shown', async ({ openAs }) => {
  const page = await openAs('mara-lindqvist')
  const name = uniqueName('certificate')
  const { cert, key } = await makeCertificate({ names })
  await page.goto('/projects')
  await page.getByRole('navigation', { name: 'Silo' }).getByRole('link', { name: 'Certificates' }).click()
  await page.getByRole('link', { name: 'Add certificate' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Add certificate' })
  await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  await panel.getByRole('textbox', { name: 'Certificate' }).fill(key)
  await panel.getByRole('textbox', { name: 'Private key' }).fill((await makeCertificate()).key)
  await panel.getByRole('button', { name: 'Add certificate' }).click()
  await expect(panel.getByRole('textbox', { name: 'Certificate' })).toHaveAccessibleDescription(
    /It contains a private key/,
  )
  await panel.getByRole('textbox', { name: 'Certificate' }).fill(cert)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Add certificate' }).click()
  await expect(panel.getByRole('alert')).toContainText('Private key: it is not the key of the certificate')
  await expect(panel.getByRole('textbox', { name: 'Private key' })).toHaveAccessibleDescription(/it is not the key/)
  await panel.getByRole('textbox', { name: 'Private key' }).fill(key)
  await panel.getByRole('button', { name: 'Add certificate' }).click()
  await expect(notifications(page)).toContainText(`Certificate ${name} added`)

  const row = page.getByRole('row', { name })
  await expect(row).toContainText('default.sys.example.org')
  await expect(row).toContainText('External API')
  await expectAccessible(page)
  await row.getByRole('link', { name }).click()
  const details = page.getByRole('dialog', { name })
  await expect(details.getByRole('region', { name: 'Certificate' })).toContainText('BEGIN CERTIFICATE')
  await expect(details).toContainText('other.example.org')
  await expect(details).not.toContainText('PRIVATE KEY')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/certificates')

  await choose(page, row, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete certificate' })
  await expect(question).toContainText(`${name} is permanently deleted`)
  await expect(question).not.toContainText('the last valid certificate')
  await question.getByRole('button', { name: 'Cancel' }).click()
  for (const other of ['harbour', 'harbour-of-last-year'])
    expect((await page.request.delete(`/v1/certificates/${other}`)).status()).toBe(204)
  // The warning appears even if the dialog opens before its data is read.
  const unhurried = Promise.withResolvers<void>()
  await page.route(/\/v1\/certificates\?.*limit=1000/, async (route) => {
    await unhurried.promise
    await route.continue()
  })
  await page.reload()
  await choose(page, row, 'Delete')
  await expect(question).not.toContainText('the last valid certificate')
  unhurried.resolve()
  await expect(question).toContainText('This is the last valid certificate')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toHaveCount(0)
  await expect(row).toHaveCount(0)
})

test('the maximum lifetime of tokens is set without overwriting a change of another admin', async ({ openAs }) => {
  const page = await openAs('mara-lindqvist')
  const settings = () => get<{ device_token_max_ttl_seconds: number | null }>(page.request, '/v1/auth-settings')
  const life = async () => (await settings()).device_token_max_ttl_seconds
  await page.goto('/auth-settings')
  const form = page.getByRole('form', { name: 'Access tokens' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAccessibleDescription('Nothing has been changed')
  await expect(form.getByRole('radio', { name: 'No limit' })).toBeChecked()
  await form.getByRole('radio', { name: 'Limited' }).check()
  await expectAccessible(page)
  await form.getByRole('spinbutton', { name: 'Number' }).fill('0')
  await save.click()
  await expect(form.getByRole('spinbutton', { name: 'Number' })).toHaveAccessibleDescription(
    'Number must be at least 1',
  )
  await form.getByRole('spinbutton', { name: 'Number' }).fill('12')
  await form.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'hours' }).click()
  await save.click()
  await expect(notifications(page)).toContainText('Sign-in settings updated')
  expect(await life()).toBe(43_200)

  await form.getByRole('spinbutton', { name: 'Number' }).fill('24')
  await page.request.put('/v1/auth-settings', { data: { device_token_max_ttl_seconds: 60 } })
  await save.click()
  await expect(form).toContainText('Maximum lifetime: you set 1 day, someone else set 1 minute (it was 12 hours)')
  expect(await life()).toBe(60)
  await form.getByRole('button', { name: 'Reapply my change' }).click()
  await expect.poll(life).toBe(86_400)
  await form.getByRole('radio', { name: 'No limit' }).check()
  await save.click()
  await expect.poll(life).toBe(null)
})

test('only silo admins see certificates and sign-in settings in the navigation', async ({ openAs }) => {
  const page = await openAs('jonas-weber')
  await page.goto('/auth-settings')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAccessibleDescription('Needs silo admin; you have collaborator')
  const sidebar = page.getByRole('navigation', { name: 'Silo' })
  await expect(sidebar.getByRole('link', { name: 'Access' })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Certificates' })).toHaveCount(0)
  await expect(sidebar.getByRole('link', { name: 'Sign-in Settings' })).toHaveCount(0)
  await page.goto('/certificates')
  const refusal = page.getByRole('alert')
  await expect(refusal.getByRole('heading', { name: 'Action not authorized' })).toBeVisible()
  await expect(refusal).toContainText('You do not have the role that this page needs. Ask an administrator for it.')
  await expect(page).toHaveTitle('Action not authorized / Skerry')
  await expect(refusal).not.toContainText(/try again|You are not in any groups/)
})

test('users without a role are told on the list of projects who gives them one, and on other pages are refused', async ({
  openAs,
}) => {
  const page = await openAs('sam-okafor')
  const reads = ['/v1/me/groups', '/v1/policy'].map((path) => page.waitForResponse((each) => each.url().includes(path)))
  await page.goto('/projects')
  await Promise.all(reads)
  const main = page.getByRole('main')
  await expect(main).toContainText(/No projects yet.*Tell them your name: sam-okafor/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto('/images')
  // The reason comes first, and nothing advises to try again.
  await expect(page.getByRole('alert')).toHaveText(
    /^Action not authorized You do not have the role that this page needs\. Ask an administrator for it\./,
  )
  await expect(page.getByRole('alert')).not.toContainText(/try again|identity provider/)
  await expect(page.getByRole('link', { name: 'Back to console' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
})
