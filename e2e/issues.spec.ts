import { test } from './demo.ts'
import { expect, expectAccessible } from './test.ts'

test('issues are listed and link to the pages of their subjects', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/silos')
  // Every screen of the system area shows the number of issues.
  await page.getByRole('link', { name: /^Issues \d+ issues, \d+ critical$/ }).click()
  await expect(page).toHaveTitle('Issues / Skerry')
  const issues = page.getByRole('table', { name: 'Issues' })
  const sled = issues.getByRole('row', { name: 'SL000005' })
  await expect(sled).toContainText(/Warning.*Expunged: it runs no instances.*Sled.*1mo/)
  await expectAccessible(page)
  // Issues of other silos name whom to contact.
  await expect(issues.getByRole('link', { name: 'gauge-spool' })).toHaveAttribute(
    'href',
    '/system/silos/default/access',
  )

  await page.getByRole('searchbox', { name: 'Filter issues' }).fill('nothing like it')
  await page.getByRole('main').getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: /^Sled \d+$/ }).click()
  await expect(issues.getByRole('row')).toHaveCount(2)
  await sled.getByRole('link', { name: 'SL000005' }).click()
  await expect(page).toHaveTitle(/^Instances \/ .* \/ Sleds \/ Inventory \/ Skerry$/)
})
