import type { Page } from '@playwright/test'
import { makeInstance } from './instance.ts'
import { confirm, makeDisk, openMenu } from './storage.ts'
import { expect, test } from './test.ts'

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('Back closes the dialogs of the page that is left', async ({ page, request, makeProject }) => {
  const project = await makeProject('left')
  await makeDisk(request, project, 'one', 1)
  await makeInstance(request, project)
  await page.goto(`/projects/${project}/instances`)
  const openOnDisks = async (
    open: () => Promise<unknown>,
    title: string,
    role: 'dialog' | 'alertdialog' = 'dialog',
  ) => {
    await link(page, 'Disks').click()
    await expect(page.getByRole('row', { name: 'one' })).toBeVisible()
    await open()
    const dialog = page.getByRole(role, { name: title })
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Instances')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  const choose = (item: string) => async () => {
    await openMenu(page, 'one')
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await openOnDisks(choose('Delete'), 'Delete disk', 'alertdialog')
  await openOnDisks(choose('Attach'), 'Attach disk one')
  await openOnDisks(choose('History'), 'History')
  await openOnDisks(() => page.keyboard.press('Control+k'), 'Quick actions')
  await openOnDisks(() => page.keyboard.press('?'), 'Keyboard map')
  await openOnDisks(async () => {
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
  }, 'Delete disks')
  expect((await request.get(`/v1/disks/one?project=${project}`)).status()).toBe(200)
})

test('Back to what was deleted or renamed says that it is not found', async ({ page, request, makeProject }) => {
  const project = await makeProject('ghost')
  await makeDisk(request, project, 'one', 1)
  await page.goto(`/projects/${project}/disks`)
  await page.getByRole('row', { name: 'one' }).getByRole('link', { name: 'one' }).click()
  await page.getByRole('button', { name: 'Disk actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await confirm(page, 'Delete disk')
  await expect(page.getByText('No disks')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Page not found')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('There is no disk "one". It may have been deleted or renamed.')
  // It is known by the page, whatever words the server has for it.
  const reworded = { error_code: 'ObjectNotFound', message: 'gone', request_id: 'of-a-test' }
  await page.route('**/v1/disks/one?*', (route) => route.fulfill({ status: 404, json: reworded }))
  await page.reload()
  await expect(page.getByRole('main')).toContainText('There is no disk "one". It may have been deleted or renamed.')

  await page.goto(`/projects/${project}/vpcs`)
  await page.getByRole('row', { name: 'default' }).getByRole('link', { name: 'default' }).click()
  await page.getByRole('button', { name: 'VPC actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit VPC' })
  await panel.getByLabel('Name', { exact: true }).fill('main')
  await panel.getByRole('button', { name: 'Update VPC' }).click()
  await expect(heading(page, 'main')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Page not found')).toBeVisible()
})

test('a page whose thing someone else deleted says so, and leads to the list', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('gone')
  await makeDisk(request, project, 'one', 1)
  await page.goto(`/projects/${project}/disks/one`)
  await expect(heading(page, 'one')).toBeVisible()
  expect((await request.delete(`/v1/disks/one?project=${project}`)).status()).toBe(204)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const note = page.getByRole('main').getByRole('status').filter({ hasText: 'one no longer exists' })
  await expect(note).toBeVisible()
  await expect(note.getByRole('button')).toHaveCount(0)
  await note.getByRole('link', { name: 'Go to Disks' }).click()
  await expect(page.getByText('No disks')).toBeVisible()
})

test('what was deleted by someone else is disabled on its page, with its rows', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('gone')
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  const main = page.getByRole('main')
  const table = main.getByRole('table', { name: 'Firewall rules' })
  await expect(table).toContainText('allow-ssh')
  for (const path of ['vpc-subnets/default?vpc=default&', 'vpcs/default?'])
    expect((await request.delete(`/v1/${path}project=${project}`)).status()).toBe(204)
  await main.getByRole('button', { name: 'Refresh' }).click()
  await expect(main.getByRole('link', { name: 'Go to VPCs' })).toBeVisible()
  for (const disabled of [table, main.getByText('New firewall rule'), main.getByLabel('VPC actions')])
    expect(await disabled.evaluate((element) => element.closest('[inert]') !== null)).toBe(true)
  await main.getByRole('link', { name: 'Go to VPCs' }).click()
  await expect(heading(page, 'VPCs')).toBeVisible()
  await expect(main.locator('[inert]')).toHaveCount(0)
})

test('a panel that was closed leaves no entry in the history', async ({ page, request, makeProject }) => {
  const project = await makeProject('panels')
  await makeDisk(request, project, 'one', 1)
  const list = `/projects/${project}/disks`
  await page.goto(`/projects/${project}/instances`)
  await link(page, 'Disks').click()
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  for (const close of [
    () => panel.getByRole('button', { name: 'Cancel' }).click(),
    () => panel.getByRole('button', { name: 'Cancel' }).dblclick(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.getByRole('link', { name: 'New disk' }).click()
    await expect(panel).toBeVisible()
    await close()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(list)
  }
  await page.getByRole('link', { name: 'New disk' }).click()
  await panel.getByLabel('Name').fill('two')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByRole('row', { name: 'two' })).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Instances')).toBeVisible()

  await link(page, 'Images').click()
  await page.getByRole('link', { name: 'Upload image' }).first().click()
  await page.getByRole('dialog', { name: 'Upload image' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
  await page.goBack()
  await expect(heading(page, 'Instances')).toBeVisible()

  // Opened by its address, it still leads to its list.
  await page.goto(`${list}-new`)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('row', { name: 'one' })).toBeVisible()
})
