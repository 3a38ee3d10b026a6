import type { Page } from '@playwright/test'
import { untilHandled } from './answers.ts'
import { choose, notifications, post } from './network.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

const password = 'a password of the first day'

/** A silo of its own with one admin, who is signed in on the page and has no role in the fleet. */
async function signInAsSiloAdmin(page: Page, wish: object = {}): Promise<{ silo: string; admin: string }> {
  const { name: silo } = await makeSilo(page.request, wish)
  const admin = 'hanna'
  const { id } = await post(page.request, `/v1/system/identity-providers/local/users?silo=${silo}`, {
    external_id: admin,
    password: { mode: 'password', value: password },
  })
  const roles = [{ identity_type: 'silo_user', identity_id: id, role_name: 'admin' }]
  const answer = await page.request.put(`/v1/system/silos/${silo}/policy`, { data: { role_assignments: roles } })
  expect(answer.status(), await answer.text()).toBe(200)
  await signIn(page, silo, admin, password)
  return { silo, admin }
}

/** Over the session that there is: a page that polls meanwhile is never signed out. */
async function signIn(page: Page, silo: string, username: string, secret: string, status = 204): Promise<void> {
  const answer = await page.request.post(`/v1/login/${silo}/local`, { data: { username, password: secret } })
  expect(answer.status()).toBe(status)
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

test('a silo admin adds a user, who changes the password; sets another one, and deletes the user', async ({ page }) => {
  const { silo, admin } = await signInAsSiloAdmin(page)
  await page.goto('/access')
  await page.getByRole('button', { name: 'Add user or group' }).click()
  const roles = page.getByRole('dialog', { name: 'Add user or group' })
  await expect(roles).toContainText('All users and groups already have a role here')
  await expect(roles.getByRole('button', { name: 'Add user or group' })).toBeDisabled()
  await expectAccessible(page)
  await roles.getByRole('link', { name: 'Users of the silo' }).click()
  await expect(page).toHaveURL('/access/users')

  await page.getByRole('button', { name: 'Add user' }).click()
  const add = page.getByRole('dialog', { name: 'Add user' })
  await add.getByRole('textbox', { name: 'Name' }).fill('dora')
  const secret = add.getByRole('textbox', { name: 'Password' })
  await secret.fill('ab')
  await expect(secret).toHaveAccessibleDescription(/At least 8 characters/)
  await add.getByRole('button', { name: 'Add user' }).click()
  await expect(secret).toHaveAccessibleDescription(/Password must be at least 8 characters/)
  await secret.fill(password)
  // The least right, as what it means says.
  const none = add.getByRole('radio', { name: /^None/ })
  await expect(none).toBeChecked()
  await expect(none).toHaveAccessibleName(/sees only projects where the user, or a group of the user, has a role/)
  await add.getByRole('radio', { name: /^Collaborator/ }).check()
  await expect(add).not.toContainText('fleet')
  await expectAccessible(page)
  await add.getByRole('button', { name: 'Add user' }).click()
  await expect(notifications(page)).toContainText(`User dora added to ${silo} as collaborator`)
  await expect(rowOf(page, 'dora')).toContainText('Collaborator, direct')

  await signIn(page, silo, 'dora', password)
  await page.goto('/settings/profile')
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Change password' }).click()
  const change = page.getByRole('dialog', { name: 'Change password' })
  await change.getByRole('textbox', { name: 'New password', exact: true }).fill('a password of her own')
  await change.getByRole('textbox', { name: 'New password again' }).fill('a password of her ow')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(change).toContainText('The two passwords differ')
  await expectAccessible(page)
  await change.getByRole('textbox', { name: 'New password again' }).fill('a password of her own')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(notifications(page)).toContainText('Password changed')
  await expect(change).toHaveCount(0)
  await signIn(page, silo, 'dora', password, 401)
  await signIn(page, silo, 'dora', 'a password of her own')

  await signIn(page, silo, admin, password)
  await page.goto('/access/users')
  await choose(page, rowOf(page, 'dora'), 'Set password')
  const set = page.getByRole('dialog', { name: 'Set password' })
  await set.getByRole('textbox', { name: 'Password' }).fill('a password of the second day')
  await set.getByRole('button', { name: 'Set password' }).click()
  await expect(notifications(page)).toContainText('Password of dora set')
  await signIn(page, silo, 'dora', 'a password of the second day')

  await signIn(page, silo, admin, password)
  await page.goto('/access/users')
  await choose(page, rowOf(page, 'dora'), 'Delete')
  await page.getByRole('alertdialog', { name: 'Delete user' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText('User dora deleted')
  await expect(rowOf(page, admin)).toBeVisible()
  await expect(rowOf(page, 'dora')).toHaveCount(0)
})

test('who has a role in no silo is led to no images of it, and is refused nothing that a page asks', async ({
  page,
}) => {
  const { silo } = await signInAsSiloAdmin(page)
  await page.goto('/access/users')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Images' })).toBeVisible()
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('combobox', { name: 'Search actions and pages' })
  await search.fill('password')
  await expect(page.getByRole('option').first()).toHaveText('Profile')
  await search.fill('new user')
  await page.getByRole('option', { name: 'Add user to the silo' }).click()
  await expect(page).toHaveURL('/access/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const add = page.getByRole('dialog', { name: 'Add user' })
  await add.getByRole('textbox', { name: 'Name' }).fill('newcomer')
  await add.getByRole('textbox', { name: 'Password' }).fill(password)
  await add.getByRole('button', { name: 'Add user' }).click()
  await expect(rowOf(page, 'newcomer')).toBeVisible()

  await signIn(page, silo, 'newcomer', password)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname)
  })
  await page.goto('/projects')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(main).toContainText(`No projects yetAn administrator of the silo ${silo} gives you a role`)
  await expect(main).toContainText('Tell them your name: newcomer')
  await expect(main).not.toContainText('not authorized')
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/utilization')
  await expect(page.getByRole('heading', { level: 1, name: 'Utilization' })).toBeVisible()
  await expect(page.getByRole('meter', { name: 'CPU provisioned' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Images' })).toHaveCount(0)
  expect(refused).not.toContain('/v1/system/policy')
})

test('who has a role and is refused all the same gets the id of the request, and no advice to ask for a role', async ({
  page,
}) => {
  await signInAsSiloAdmin(page)
  await page.route('**/v1/projects?*', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'x-request-id': '8b801956-4248-4f60-95ae-db5db566933a' },
      json: { error_code: 'Forbidden', message: 'Forbidden', request_id: '8b801956-4248-4f60-95ae-db5db566933a' },
    }),
  )
  // Until the roles are known nothing is said about them.
  const known = Promise.withResolvers<void>()
  await page.route('**/v1/policy', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent
      if (text) document.documentElement.dataset['said'] ??= text
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const asked = page.waitForRequest('**/v1/policy')
  const groups = page.waitForResponse('**/v1/me/groups*')
  await page.goto('/projects')
  await Promise.all([asked, groups])
  await untilHandled(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-said')
  known.resolve()
  const main = page.getByRole('main')
  await expect(main).toContainText('Your role or your network address may not be allowed here.')
  await expect(main).toContainText('Request id 8b801956-4248-4f60-95ae-db5db566933a')
  await expect(main).not.toContainText('No projects yet')
  await expectAccessible(page)
})

test('quick actions offer users of the own silo on the page of another one, too', async ({ page }) => {
  const { name: silo } = await makeSilo(page.request)
  await page.goto(`/system/silos/${silo}/users`)
  await expect(page.getByRole('button', { name: 'Add user' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('combobox', { name: 'Search actions and pages' })
  await search.fill('add user')
  await expect(page.getByRole('option', { name: 'Add user', exact: true })).toBeVisible()
  await page.getByRole('option', { name: 'Add user to the silo' }).click()
  await expect(page).toHaveURL('/access/users')
  await expect(page.getByRole('button', { name: 'Add user' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await search.fill('add user')
  await expect(page.getByRole('option', { name: 'Add user', exact: true })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Add user to the silo' })).toHaveCount(0)
})

test('the access page of a project leads a silo admin to where users are added', async ({ page }) => {
  await signInAsSiloAdmin(page)
  await post(page.request, '/v1/projects', { name: 'harbour', description: '' })
  await page.goto('/projects/harbour/access')
  await page.getByRole('button', { name: 'Add user or group' }).first().click()
  const roles = page.getByRole('dialog', { name: 'Add user or group' })
  // The list opens with the panel, and hides the rest of it.
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(roles.getByRole('link', { name: 'Users of the silo' })).toHaveAttribute('href', '/access/users')
  await expectAccessible(page)
  await roles.getByRole('button', { name: 'Cancel' }).click()
  await expect(roles).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search actions and pages' }).fill('add user')
  await expect(page.getByRole('option', { name: 'Add user to the silo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Users of the silo' }).click()
  await expect(page).toHaveURL('/access/users')
})

test('users of a silo with an identity provider are not added by hand, and the page says where they come from', async ({
  page,
}) => {
  const { name: silo } = await makeSilo(page.request, { identity_mode: 'saml_jit' })
  await page.route('**/v1/system/silos/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), identity_mode: 'saml_jit' } })
  })
  await page.goto('/access/users')
  await expect(page.getByText('Users appear here after their first sign-in through an identity provider')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0)
  await page.goto('/settings/profile')
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
  await page.goto(`/system/silos/${silo}/users`)
  await expect(page.getByText('Users appear here after their first sign-in')).toBeVisible()
})

test('a silo role that brings a fleet role shows it in the form, the confirmation and the toast', async ({ page }) => {
  const name = uniqueName('dora')
  await page.goto('/access/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const add = page.getByRole('dialog', { name: 'Add user' })
  await add.getByRole('textbox', { name: 'Name' }).fill(name)
  await add.getByRole('textbox', { name: 'Password' }).fill(password)
  await add.getByRole('radio', { name: /^Admin.*Also gives the fleet role admin/ }).check()
  await add.getByRole('button', { name: 'Add user' }).click()
  const question = page.getByRole('alertdialog', { name: 'Give a fleet role' })
  await expect(question).toContainText(`also makes ${name} admin of the fleet`)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(add.getByRole('alert')).toHaveCount(0)
  await add.getByRole('radio', { name: /^Viewer/ }).check()
  await add.getByRole('button', { name: 'Add user' }).click()
  await expect(notifications(page)).toContainText(`User ${name} added to default as viewer`)

  await page.goto('/access')
  await choose(page, rowOf(page, name), 'Change role')
  const change = page.getByRole('dialog', { name: 'Change role' })
  await change.getByRole('radio', { name: /^Admin.*Also gives the fleet role admin/ }).check()
  await change.getByRole('button', { name: 'Update role' }).click()
  await question.getByRole('button', { name: 'Give fleet admin' }).click()
  await expect(notifications(page)).toContainText(`User ${name} is now admin of this silo and admin of the fleet`)
})
