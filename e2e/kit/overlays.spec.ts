import { expect, test } from './gallery.ts'

test('disabled menu items and buttons show their reason; results are announced', async ({ page, gallery }) => {
  await page.goto(gallery)
  const row = page.getByRole('row', { name: /api-3/ })
  const button = row.getByRole('button', { name: 'Row actions' })
  await button.focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items).toHaveText(['Copy ID', /Stop/, 'Delete'])
  const stop = items.nth(1)
  await expect(stop).toHaveAttribute('aria-disabled', 'true')
  await expect(stop).toHaveAccessibleDescription('Only a running instance can be stopped')
  await stop.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Only a running instance can be stopped')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()

  const start = page.getByRole('button', { name: 'Start', exact: true })
  await start.focus()
  await expect(start).toBeFocused()
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await expect(start).toHaveAccessibleDescription('It is running already')

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Success Stopping instance api-1' })).toBeAttached()
})

test('confirm begins on Cancel, stays open with the message when it fails, and closes when it is done', async ({
  page,
  gallery,
}) => {
  await page.goto(gallery)
  const opener = page.getByRole('button', { name: 'Delete', exact: true })
  await opener.click()
  const modal = page.getByRole('alertdialog', { name: 'Delete disk' })
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await modal.getByRole('button', { name: 'Confirm' }).click()
  await expect(modal.getByRole('alert')).toContainText('Disk is attached')
  await modal.getByRole('button', { name: 'Confirm' }).click()
  await expect(modal).toBeHidden()
  // The open modal shows the failure: no toast repeats it.
  await expect(page.getByLabel('Notifications').getByText('Disk pg-data deleted')).toBeVisible()
  await expect(page.getByLabel('Notifications').getByText('Could not delete disk')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('Tab stays inside a panel, Esc closes the top layer only, and Cancel leaves a dirty form without a question', async ({
  page,
  gallery,
}) => {
  await page.goto(gallery)
  const opener = page.getByRole('button', { name: 'New disk' }).last()
  await opener.click()
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  const name = panel.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)

  await name.fill('pg')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave form?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(panel).toBeVisible()
  await expect(name).toHaveValue('pg')

  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave form' }).click()
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await name.fill('pg')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('toasts last 5 seconds, errors 15, and hovering pauses the clock', async ({ page, gallery }) => {
  await page.clock.install()
  await page.goto(gallery)
  await page.clock.pauseAt(Date.now() + 60_000)
  const all = page.getByLabel('Notifications')
  const stopping = all.getByText('Stopping instance')
  const failed = all.getByText('Could not stop instance')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Fail', exact: true }).click()
  await page.clock.runFor(4900)
  await expect(stopping).toBeVisible()
  await stopping.hover()
  await page.clock.runFor(20_000)
  await expect(stopping).toBeVisible()
  await expect(failed).toBeVisible()
  await page.mouse.move(0, 0)
  // A toast needs a few frames to leave, which a paused clock does not have.
  await page.clock.resume()
  await expect(stopping).toBeHidden()
  await page.clock.fastForward(15_000)
  await expect(failed).toBeHidden()
})
