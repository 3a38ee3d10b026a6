import type { Page } from '@playwright/test'
import { expect, test } from './gallery.ts'

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Create disk' })
const nameOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Name', exact: true })
const submitOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Create disk' })

test('fields are validated on submit, then while typing; errors of the API appear above the form and at the field', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}?panel`)
  await nameOf(page).fill('Pg')
  await expect(panelOf(page).getByText(/can only contain/)).toBeHidden()
  await submitOf(page).click()
  await expect(nameOf(page)).toBeFocused()
  await expect(nameOf(page)).toHaveAccessibleDescription('Name can only contain lower-case letters, digits and hyphens')
  await nameOf(page).fill('')
  await expect(nameOf(page)).toHaveAccessibleDescription('Name is required')
  await nameOf(page).fill('pg')
  await expect(nameOf(page)).not.toHaveAttribute('aria-invalid', 'true')

  await nameOf(page).fill('taken')
  await submitOf(page).click()
  await expect(panelOf(page).getByRole('alert')).toContainText('Disk name already exists')
  await expect(nameOf(page)).toBeFocused()
  await expect(nameOf(page)).toHaveAccessibleDescription('Disk name already exists')

  await nameOf(page).fill('many')
  await submitOf(page).click()
  await expect(panelOf(page).getByRole('alert')).toContainText('Errors2 issues:')
  await expect(panelOf(page).getByRole('alert').getByRole('listitem')).toHaveCount(2)
})

test('a form is sent once, and its fields are disabled while it is sent', async ({ page, gallery }) => {
  await page.clock.install()
  await page.goto(`${gallery}?panel`)
  await page.clock.pauseAt(Date.now() + 60_000)
  await nameOf(page).fill('pg')
  await nameOf(page).press('ControlOrMeta+Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(submitOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(nameOf(page)).toBeDisabled()
  await page.clock.runFor(1000)
  await expect(page.getByLabel('Notifications').getByText('Disk pg created')).toHaveCount(1)
  await expect(panelOf(page)).toBeHidden()
})

test('a number out of bounds is an error and never changed; a listbox shows the default and why an item is disabled', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}?panel`)
  const size = panelOf(page).getByRole('spinbutton', { name: 'Size (GiB)' })
  await size.fill('1024')
  await size.blur()
  await expect(size).toHaveValue('1024')
  await nameOf(page).fill('pg')
  await submitOf(page).click()
  await expect(size).toHaveAccessibleDescription(/^Size must be at most 1,023/)
  await size.press('ArrowDown')
  await expect(size).toHaveValue('1023')
  await size.fill('ten')
  await expect(size).toHaveAccessibleDescription(/^Size must be a whole number/)

  const empty = panelOf(page).getByRole('combobox', { name: 'Empty pool' })
  await expect(empty).toBeDisabled()
  await expect(empty).toHaveText('No items')

  const pool = panelOf(page).getByRole('combobox', { name: 'IP pool' })
  await pool.click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveText([/defaultdefault203\.0\.113\.0\/24/, 'other', /fullNo addresses left/])
  await options.nth(1).click()
  await expect(pool).toHaveText('other')
})

test('the combobox opens on focus, ignores case and spaces, selects the highlighted item, and restores it', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}?panel`)
  const image = panelOf(page).getByRole('combobox', { name: 'Image' })
  const options = page.getByRole('listbox').getByRole('option')
  await image.focus()
  await expect(image).toHaveAttribute('aria-expanded', 'true')
  expect(await options.count()).toBeLessThan(60)
  await image.fill('DEBIAN2999')
  await expect(options.first()).toHaveText('Debian 2999')
  await image.press('Enter')
  await expect(image).toHaveValue('Debian 2999')
  await expect(image).toHaveAttribute('aria-expanded', 'false')
  await image.press('Enter')
  await expect(submitOf(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(panelOf(page).getByText('Name is required')).toBeHidden()

  await image.fill('debian 7')
  await image.press('Enter')
  await expect(image).toHaveValue('Debian 7')
  await image.fill('zzz')
  await expect(page.getByRole('option', { name: 'Custom: zzz' })).toBeVisible()
  await image.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(panelOf(page)).toBeVisible()
  await image.blur()
  await expect(image).toHaveValue('Debian 7')
  await image.fill('own one')
  await image.press('Enter')
  await expect(image).toHaveValue('own one')
})

test('a sub-form adds rows with Enter, refuses duplicates and unfinished rows; a file is chosen and cleared', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}?panel`)
  await panelOf(page)
    .getByLabel('User data')
    .setInputFiles({ name: 'init.sh', mimeType: 'text/plain', buffer: Buffer.alloc(2048) })
  await expect(panelOf(page).getByText('init.sh')).toBeVisible()
  await expect(panelOf(page).getByText('2 KiB')).toBeVisible()
  await panelOf(page).getByRole('button', { name: 'Clear file' }).click()
  await expect(panelOf(page).getByText('Choose a file or drop it here')).toBeVisible()

  const port = panelOf(page).getByRole('textbox', { name: 'Port range' })
  await port.fill('80')
  await port.press('Enter')
  await expect(panelOf(page).getByRole('cell', { name: '80', exact: true })).toBeVisible()
  await expect(port).toHaveValue('')
  await expect(port).toBeFocused()
  await port.fill('80')
  await port.press('Enter')
  await expect(port).toHaveAccessibleDescription('Items must be unique')
  await port.fill('81')
  await port.press('Enter')
  await port.fill('82')
  await port.press('Enter')
  await expect(port).toHaveAccessibleDescription('At most 2 can be added')
  await expect(port).toBeFocused()
  await nameOf(page).fill('pg')
  await submitOf(page).click()
  await expect(port).toHaveAccessibleDescription('At most 2 can be added')
  await expect(port).toBeFocused()
  await panelOf(page).getByRole('button', { name: 'Remove 81' }).click()
  await submitOf(page).click()
  await expect(panelOf(page)).toBeHidden()
})
