import type { Page } from '@playwright/test'
import { makeDisk, openMenu } from './storage.ts'
import { expect, test } from './test.ts'

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('Back closes the dialogs of the page that is left', async ({ page, request, makeProject }) => {
  const project = await makeProject('left')
  await makeDisk(request, project, 'one', 1)
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
  await openOnDisks(choose('History'), 'History')
  await openOnDisks(() => page.keyboard.press('Control+k'), 'Quick actions')
  await openOnDisks(() => page.keyboard.press('?'), 'Keyboard map')
  await openOnDisks(async () => {
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
  }, 'Delete disks')
  expect((await request.get(`/v1/disks/one?project=${project}`)).status()).toBe(200)
})
