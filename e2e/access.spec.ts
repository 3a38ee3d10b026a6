import type { Page } from '@playwright/test'
import { test } from './demo.ts'
import { choose, get, notifications } from './network.ts'
import { demoPassword } from './server.ts'
import { expect, expectAccessible, test as plain } from './test.ts'

interface Policy {
  role_assignments: { identity_id: string; identity_type: string; role_name: string }[]
}

const policyOf = (page: Page, path = '/v1/policy') => get<Policy>(page.request, path)

const idOf = async (page: Page, name: string) => {
  const { items } = await get<{ items: { id: string; display_name: string }[] }>(page.request, '/v1/users?limit=1000')
  return items.find(({ display_name }) => display_name === name)!.id
}

/** Writes one role of a policy by the API, as another user would; no role where `role` is undefined. */
async function assign(page: Page, path: string, identity_id: string, role?: string): Promise<void> {
  const { role_assignments } = await policyOf(page, path)
  const others = role_assignments.filter((line) => line.identity_id !== identity_id)
  const own = role ? [{ identity_id, identity_type: 'silo_user', role_name: role }] : []
  const answer = await page.request.put(path, { data: { role_assignments: [...others, ...own] } })
  expect(answer.status(), await answer.text()).toBe(200)
}

const roleIn = async (page: Page, path: string, id: string) =>
  (await policyOf(page, path)).role_assignments.find((line) => line.identity_id === id)?.role_name

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

test('a silo admin gives a role, changes it and takes it away', async ({ openAs }) => {
  const page = await openAs('mara-lindqvist')
  const id = await idOf(page, 'sam-okafor')
  await page.goto('/projects')
  await page.getByRole('navigation', { name: 'Silo' }).getByRole('link', { name: 'Access' }).click()
  await expect(page).toHaveTitle('Access / Skerry')
  await expect(page.getByRole('group', { name: 'Role' }).getByRole('button')).toHaveText([
    /^All/,
    /^Admin/,
    /^Collaborator/,
    /^Viewer/,
  ])
  await page.getByRole('button', { name: 'Add user or group' }).click()
  const add = page.getByRole('dialog', { name: 'Add user or group' })
  const who = add.getByRole('combobox', { name: 'User or group' })
  await who.click()
  await expect(page.getByRole('option', { name: /sam-okafor/ })).toBeVisible()
  const candidates = await page.getByRole('option', { name: /User$/ }).allTextContents()
  expect(candidates.length).toBeGreaterThan(3)
  expect(candidates).toEqual(candidates.toSorted())
  await expect(page.getByRole('option', { name: /mara-lindqvist/ })).toHaveCount(0)
  await page.getByRole('option', { name: /sam-okafor/ }).click()
  await expect(add.getByRole('radio', { name: /^Viewer/ })).toBeChecked()
  await expectAccessible(page)
  await add.getByRole('button', { name: 'Add user or group' }).click()
  await expect(notifications(page)).toContainText('User sam-okafor is now viewer of this silo')
  await expect(rowOf(page, 'sam-okafor')).toContainText('Viewer')
  expect(await roleIn(page, '/v1/policy', id)).toBe('viewer')

  await choose(page, rowOf(page, 'sam-okafor'), 'Change role')
  const change = page.getByRole('dialog', { name: 'Change role' })
  await change.getByRole('radio', { name: /^Collaborator/ }).check()
  await change.getByRole('button', { name: 'Update role' }).click()
  await expect(rowOf(page, 'sam-okafor')).toContainText('Collaborator')

  await choose(page, rowOf(page, 'sam-okafor'), 'Remove')
  const remove = page.getByRole('alertdialog', { name: 'Remove role' })
  await expect(remove).toContainText('User sam-okafor is no longer collaborator of this silo')
  await expect(remove).not.toContainText('your own role')
  await expectAccessible(page)
  await remove.getByRole('button', { name: 'Confirm' }).click()
  await expect(remove).toHaveCount(0)
  await expect(rowOf(page, 'sam-okafor')).toHaveCount(0)
  expect(await roleIn(page, '/v1/policy', id)).toBeUndefined()
})

test('lowering or removing your own admin role asks first', async ({ openAs }) => {
  const admin = await openAs('mara-lindqvist')
  const id = await idOf(admin, 'pavel-ivanov')
  await assign(admin, '/v1/policy', id, 'admin')
  const page = await openAs('pavel-ivanov')
  await page.goto('/access')
  const own = rowOf(page, 'pavel-ivanov')
  await expect(own).toContainText('you')
  await choose(page, own, 'Remove')
  const remove = page.getByRole('alertdialog', { name: 'Remove role' })
  await expect(remove).toContainText('You will no longer be admin of this silo')
  await remove.getByRole('button', { name: 'Cancel' }).click()

  await choose(page, own, 'Change role')
  const change = page.getByRole('dialog', { name: 'Change role' })
  await change.getByRole('radio', { name: /^Viewer/ }).check()
  await change.getByRole('button', { name: 'Update role' }).click()
  const question = page.getByRole('alertdialog', { name: 'Lower your own role' })
  await question.getByRole('button', { name: 'Keep admin' }).click()
  await expect(question).toBeHidden()
  await expect(change.getByRole('button', { name: 'Update role' })).toBeEnabled()
  await expect(change.getByRole('alert')).toBeHidden()
  expect(await roleIn(page, '/v1/policy', id)).toBe('admin')
  await change.getByRole('button', { name: 'Update role' }).click()
  await question.getByRole('button', { name: 'Lower my role' }).click()
  await expect(own).toContainText('Viewer')
  await expect(page.getByRole('button', { name: 'Add user or group' })).toBeDisabled()
  await assign(admin, '/v1/policy', id)
})

test('a role that another admin changed meanwhile is not overwritten, and other roles are kept', async ({ openAs }) => {
  const page = await openAs('tomas-novak')
  const path = '/v1/projects/tide-gauges/policy'
  const [sam, pavel] = [await idOf(page, 'sam-okafor'), await idOf(page, 'pavel-ivanov')]
  await assign(page, path, sam, 'viewer')
  await page.goto('/projects/tide-gauges/access')
  await choose(page, rowOf(page, 'sam-okafor'), 'Change role')
  const change = page.getByRole('dialog', { name: 'Change role' })
  await change.getByRole('radio', { name: /^Admin/ }).check()
  await assign(page, path, sam, 'collaborator')
  await assign(page, path, pavel, 'viewer')
  await change.getByRole('button', { name: 'Update role' }).click()
  await expect(change.getByRole('alert')).toContainText('Changed by someone else while this form was open')
  await expect(change).toContainText('Role of sam-okafor: you set admin, someone else set collaborator (it was viewer)')
  expect(await roleIn(page, path, sam)).toBe('collaborator')
  await change.getByRole('button', { name: 'Reapply my change' }).click()
  await expect(rowOf(page, 'sam-okafor')).toContainText('Admin of the project')
  expect([await roleIn(page, path, sam), await roleIn(page, path, pavel)]).toEqual(['admin', 'viewer'])

  await expect(rowOf(page, 'pavel-ivanov')).toContainText('Viewer')
  await choose(page, rowOf(page, 'pavel-ivanov'), 'Remove')
  const question = page.getByRole('alertdialog', { name: 'Remove role' })
  await expect(question).toBeVisible()
  await assign(page, path, pavel, 'collaborator')
  await question.getByRole('button', { name: 'Confirm' }).click()
  const conflict = page.getByRole('alertdialog', { name: 'Changed by someone else' })
  await expect(conflict).toContainText(
    'Role of pavel-ivanov: you set no role, someone else set collaborator (it was viewer)',
  )
  await conflict.getByRole('button', { name: 'Reapply my change' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(rowOf(page, 'pavel-ivanov')).toHaveCount(0)
  await assign(page, path, sam)
})

test('silo roles count in a project too, and the strongest wins', async ({ openAs }) => {
  const page = await openAs('mara-lindqvist')
  const path = '/v1/projects/weather/policy'
  const id = await idOf(page, 'jonas-weber')
  await assign(page, path, id, 'viewer')
  await page.goto('/projects/weather/access')
  const both = rowOf(page, 'jonas-weber')
  await expect(both).toContainText('Admin as silo collaborator')
  await both.getByText('+1').hover()
  await expect(page.getByRole('tooltip')).toContainText('Viewer of the project')
  await rowOf(page, 'ines-costa').getByRole('button', { name: 'Row actions' }).click()
  const item = page.getByRole('menuitem', { name: 'Change role' })
  await expect(item).toBeDisabled()
  await expect(item).toHaveAccessibleDescription('No role at this level')
  await page.keyboard.press('Escape')
  await assign(page, path, id)
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page)
})

test('users and groups are shown with their members and roles, in the silo and in each project', async ({ openAs }) => {
  const page = await openAs('mara-lindqvist')
  await page.goto('/access')
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByRole('tab', { name: 'Users' })).toBeFocused()
  await expect(rowOf(page, 'jonas-weber')).toContainText('Collaborator, direct')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'jonas-weber' }).click()
  await expect(page).toHaveTitle('jonas-weber / Users / Access / Skerry')
  await expect(page.getByRole('definition').filter({ hasText: 'Collaborator, direct' })).toBeVisible()
  // Roles in projects are read for the rows in view.
  await rowOf(page, 'weather').scrollIntoViewIfNeeded()
  await expect(rowOf(page, 'weather')).toContainText('Admin, as silo collaborator')
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('tab', { name: 'Groups' }).click()
  await expect(rowOf(page, 'night-watch')).toContainText('Viewer, direct')
  await page.getByRole('link', { name: 'summer-interns' }).click()
  await expect(page.getByText('No members')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'night-watch' }).click()
  await expect(page).toHaveTitle('night-watch / Groups / Access / Skerry')
  await expect(rowOf(page, 'pavel-ivanov')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/access/users/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a silo admin sees where a user is signed in, ends it and deletes the user; an operator does so in any silo', async ({
  openAs,
}) => {
  const page = await openAs('mara-lindqvist')
  const name = `leaver-${crypto.randomUUID().slice(0, 8)}`
  const users = '/v1/system/identity-providers/local/users?silo=default'
  const secret = { mode: 'password', value: demoPassword }
  const made = await page.request.post(users, { data: { external_id: name, password: secret } })
  const { id } = (await made.json()) as { id: string }
  const signIn = () =>
    page.request.fetch('/v1/login/default/local', {
      method: 'POST',
      data: { username: name, password: demoPassword },
      headers: { cookie: '' },
    })
  // The session of the user must not replace that of the page.
  const own = await page.context().cookies()
  expect((await signIn()).status()).toBe(204)
  await page.context().clearCookies()
  await page.context().addCookies(own)

  await page.goto(`/access/users/${id}`)
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('No access tokens')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End all sessions and tokens' }).click()
  const end = page.getByRole('alertdialog', { name: 'End all sessions and tokens' })
  await expect(end).toContainText(`${name} is signed out everywhere`)
  await end.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText(`All sessions and tokens of ${name} ended`)
  await expect(page.getByText('No sessions')).toBeVisible()

  await page.goto(`/system/silos/default/users/${id}`)
  await expect(page).toHaveTitle(`${name} / Users / default / Silos / Skerry`)
  await expect(page.getByText('No sessions')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'User actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('alertdialog', { name: 'Delete user' })
  await expect(remove).toContainText('permanently deleted from default')
  await remove.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/system/silos/default/users')
  expect((await page.request.get(`/v1/system/users/${id}?silo=default`)).status()).toBe(404)
})

test('users who cannot give roles see why, in the silo and in projects', async ({ openAs }) => {
  const page = await openAs('sam-okafor')
  for (const [who, path, reason] of [
    ['sam-okafor', '/access', 'Needs silo admin; you have none'],
    ['ines-costa', '/access', 'Needs silo admin; you have viewer'],
    ['ines-costa', '/projects/weather/access', 'Needs project admin; you have viewer'],
    ['jonas-weber', '/access', 'Needs silo admin; you have collaborator'],
    ['leila-haddad', '/projects/tide-gauges/access', 'Needs project admin; you have collaborator'],
    ['pavel-ivanov', '/projects/weather/access', 'Needs project admin; you have viewer'],
  ] as const)
    await test.step(`${who} at ${path}`, async () => {
      const signIn = { username: who, password: demoPassword }
      expect((await page.request.post('/v1/login/default/local', { data: signIn })).status()).toBe(204)
      await page.goto(path)
      const add = page.getByRole('button', { name: 'Add user or group' })
      await expect(add).toBeDisabled()
      await expect(add).toHaveAccessibleDescription(reason)
      await page.getByRole('row').nth(1).getByRole('button', { name: 'Row actions' }).click()
      const remove = page.getByRole('menuitem', { name: 'Remove' })
      await expect(remove).toBeDisabled()
      await expect(remove).toHaveAccessibleDescription(reason)
    })
})

plain("a user's page asks for the policies of the projects in view alone", async ({ page, request, makeProject }) => {
  const me = await get<{ id: string }>(request, '/v1/me')
  const project = await get<object>(request, `/v1/projects/${await makeProject()}`)
  const projects = Array.from({ length: 90 }, (_, at) => ({
    ...project,
    id: crypto.randomUUID(),
    name: `project-${String(at).padStart(2, '0')}`,
  }))
  await page.route(/\/v1\/projects\?/, (route) => route.fulfill({ json: { items: projects, next_page: null } }))
  const asked = new Set<string>()
  await page.route(/\/v1\/projects\/[^/]+\/policy/, (route) => {
    asked.add(new URL(route.request().url()).pathname)
    return route.fulfill({ json: { role_assignments: [] } })
  })
  await page.goto(`/access/users/${me.id}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('table', { name: 'Roles in projects' }).getByRole('row')).toHaveCount(91)
  expect(asked.size).toBeLessThan(60)
  await page.getByRole('row', { name: 'project-89' }).scrollIntoViewIfNeeded()
  await expect.poll(() => asked.has(`/v1/projects/${projects[89]!.id}/policy`)).toBe(true)
})
