import { expect, test } from './gallery.ts'

test('headers sort a whole list, rows answer to the keyboard: j, k, x, shift+x, full stop, Enter', async ({
  page,
  gallery,
}) => {
  await page.goto(gallery)
  const table = page.getByRole('table', { name: 'Instances' })
  await table.getByRole('button', { name: 'CPU' }).click()
  await expect(table.getByRole('columnheader', { name: 'CPU' })).toHaveAttribute('aria-sort', 'ascending')
  await table.getByRole('button', { name: 'CPU' }).click()
  await expect(table.getByRole('row').nth(1)).toContainText('16 vCPUs')
  await expect(page.getByRole('table', { name: 'Loading' }).getByRole('columnheader', { name: /CPU/ })).toContainText(
    'More than one page: sorts by name or id',
  )

  const rows = table.getByRole('row')
  await expect(rows).toHaveCount(8)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('k')
  await expect(rows.nth(3)).toBeFocused()
  await page.keyboard.press('.')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Another page' })).toBeVisible()
})

test('rows that leave view leave the selection; a bulk run lists what it will do and skip, and retries what failed', async ({
  page,
  gallery,
}) => {
  await page.goto(gallery)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await expect(page.getByText('7 selected')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('API-1')
  await expect(page.getByText('1 of 7')).toBeVisible()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('link', { name: 'api-1' })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Stop 4 of 7' }).click()
  const modal = page.getByRole('dialog', { name: 'Stop instances' })
  await expect(modal.getByRole('status')).toHaveText('4 of 7 will be done')
  await expect(modal.getByRole('row').filter({ hasText: 'api-3' })).toContainText('Not running')
  await modal.getByRole('button', { name: 'Stop 4' }).click()
  await expect(modal.getByRole('status')).toHaveText('3 done, 3 skipped, 1 failed')
  await expect(modal.getByRole('row').filter({ hasText: 'api-2' })).toContainText('Host is away')
  await expect(modal.getByRole('button', { name: 'Retry failed' })).toBeVisible()
})

test('five thousand rows are drawn in view only, and the last can be reached', async ({ page, gallery }) => {
  await page.goto(`${gallery}?rows=5000`)
  const table = page.getByRole('table', { name: 'Instances' })
  await expect(table).toHaveAttribute('aria-rowcount', '5001')
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(80)
  // Content below moves to its place once the height of undrawn rows is reserved.
  await expect.poll(async () => (await table.boundingBox())?.height).toBeGreaterThan(5000 * 30)
  await page.getByRole('heading', { name: 'Additional disks' }).scrollIntoViewIfNeeded()
  await expect(table.getByRole('link', { name: 'api-5000', exact: true })).toBeVisible()
})

test('reading the same rows again renders none; a changed row renders alone, and its menu follows', async ({
  page,
  gallery,
}) => {
  await page.goto(gallery)
  const row = (name: string) =>
    page.getByRole('table', { name: 'Instances' }).getByRole('row').filter({ hasText: name })
  const drawn = (name: string) => row(name).getByRole('cell').nth(5)
  await expect(drawn('api-1')).toHaveText('1')
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText('Read 2 times')).toBeVisible()
  await expect(drawn('api-1')).toHaveText('1')
  await page.getByRole('button', { name: 'Read a change' }).click()
  await expect(row('api-2')).toContainText('Stopping')
  await expect(drawn('api-2')).toHaveText('2')
  await expect(drawn('api-1')).toHaveText('1')
  await row('api-2').getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: /^Stop/ })).toHaveAccessibleDescription(
    'Only a running instance can be stopped',
  )
})
