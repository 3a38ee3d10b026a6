import type { Page } from '@playwright/test'
import { makeDisk, makeInstance, reaches } from './instance.ts'
import { admin } from './server.ts'
import { settle } from './settle.ts'
import { expect, test, uniqueName } from './test.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test('the focus is at the title after signing in, and near what had it when that is gone', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  await makeDisk(page.request, project, 'one')
  await makeDisk(page.request, project, 'two')
  await page.context().clearCookies()
  await page.goto('/login/default/local?redirect_uri=%2Fprojects')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Projects')).toBeFocused()

  await page.goto(`/projects/${project}/disks-new`)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('three')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'three' })).toBeVisible()
  await expect(title(page, 'Disks')).toBeFocused()

  await page.goto(`/projects/${project}/disks`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).press('Space')
  await page.getByRole('button', { name: 'Delete 3 of 3' }).press('Enter')
  const report = page.getByRole('dialog', { name: 'Delete disks' })
  await expect(report).toContainText('The disks and all their data are permanently deleted.')
  await expect(report.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await report.getByRole('button', { name: 'Delete 3' }).press('Enter')
  await expect(report.getByRole('status')).toHaveText('3 done, 0 skipped, 0 failed')
  await expect(page.getByText('No disks')).toBeAttached()
  await report.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(title(page, 'Disks')).toBeFocused()
})

test('Enter confirms harmless questions, Ctrl+Enter all of them; the result is announced', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { name: 'db1' })
  await page.goto(`/projects/${project}/instances/db1`)
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter')
  const start = page.getByRole('alertdialog', { name: 'Start instance' })
  await expect(start.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(said(page, 'Starting instance db1')).toBeAttached()
  await expect(said(page, 'Start instance db1: done')).toBeAttached()
  await reaches(request, id, 'running')

  await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter')
  const stop = page.getByRole('alertdialog', { name: 'Stop instance' })
  await expect(stop.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await reaches(request, id, 'stopped')
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('alertdialog', { name: 'Delete instance' })
  await expect(remove.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(`/projects/${project}/instances`)
})

test('forms focus the first empty field or the chosen option, and announce added rows and why nothing is sent', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules-new`)
  const rule = page.getByRole('dialog')
  const name = rule.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.type('allow-web')
  await expect(name).toHaveValue('allow-web')
  const ports = rule.getByRole('group', { name: 'Ports' })
  await ports.getByRole('textbox').first().fill('443')
  await page.keyboard.press('Enter')
  await expect(said(page, '443 added, 1 in all')).toBeAttached()
  await ports.getByRole('button', { name: /^Remove 443/ }).press('Enter')
  await expect(said(page, '443 removed, 0 left')).toBeAttached()
  await expect(rule.locator(':focus')).toHaveCount(1)
  // The keys that submit the form work in all of its panel.
  await rule.getByRole('button', { name: 'Close' }).press('ControlOrMeta+Enter')
  await expect(rule).toContainText('Targets: at least one is required')
  await rule.getByRole('button', { name: 'Cancel' }).click()

  const user = uniqueName('clara')
  const users = '/v1/system/identity-providers/local/users?silo=default'
  const made = await request.post(users, { data: { external_id: user, password: { mode: 'login_disallowed' } } })
  const { id } = (await made.json()) as { id: string }
  const roles = [{ identity_type: 'silo_user', identity_id: id, role_name: 'collaborator' }]
  expect((await request.put(`/v1/projects/${project}/policy`, { data: { role_assignments: roles } })).ok()).toBe(true)
  await page.goto(`/projects/${project}/access`)
  const row = page.getByRole('row', { name: user })
  await row.getByRole('button', { name: 'Row actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Change role' }).press('Enter')
  const change = page.getByRole('dialog', { name: 'Change role' })
  await expect(change.getByRole('radio', { name: /^Collaborator/ })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(said(page, 'Nothing has been changed')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(change.getByRole('radio', { name: /^Admin/ })).toBeChecked()
})

test('the focus does not move to a toast when what had it is gone', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeDisk(request, project, 'one')
  await makeDisk(request, project, 'two')
  await page.goto(`/projects/${project}/disks`)
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('dialog')
  for (const name of ['one', 'two']) {
    await page.getByRole('row', { name }).getByRole('button', { name: 'Row actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('alertdialog', { name: 'Delete disk' }).press('ControlOrMeta+Enter')
    await expect(toasts.filter({ hasText: name })).toBeVisible()
    await expect(page.getByRole('row', { name })).toHaveCount(0)
    await expect(title(page, 'Disks')).toBeFocused()
  }
  await expect(toasts).toHaveCount(0)
})

test('selecting a row moves no row, and clearing gives the focus back', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeDisk(request, project, 'one')
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/projects/${project}/disks`)
    const row = page.getByRole('row', { name: 'one' })
    await settle(page)
    const before = await row.boundingBox()
    await row.getByRole('checkbox').check()
    await expect(page.getByRole('region', { name: 'Selected rows' })).toBeInViewport({ ratio: 1 })
    expect(await row.boundingBox()).toEqual(before)
    await page.getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(title(page, 'Disks')).toBeFocused()
  }
})
