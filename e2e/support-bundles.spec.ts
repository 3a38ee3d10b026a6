import { readFile } from 'node:fs/promises'
import { test } from './demo.ts'
import { notifications } from './network.ts'
import { expect, expectAccessible } from './test.ts'

test('a support bundle is collected, browsed, downloaded and deleted', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Support Bundles' }).click()
  await expect(page).toHaveTitle('Support Bundles / Skerry')
  const bundles = page.getByRole('table', { name: 'Support Bundles' })
  const failed = bundles.getByRole('row', { name: 'Failed' })
  await expect(failed).toContainText('No space is left where files are kept')
  await failed.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Download' })).toHaveAccessibleDescription(
    'Only an active support bundle can be downloaded',
  )
  await page.keyboard.press('Escape')

  await page.keyboard.press('c')
  const question = page.getByRole('alertdialog', { name: 'Create support bundle' })
  await expect(question).toContainText('It holds no secrets')
  await question.getByRole('button', { name: 'Create support bundle' }).click()
  await expect(notifications(page)).toContainText(/Support bundle \w{8} is being collected/)
  const toast = await notifications(page).textContent()
  const made = /Support bundle (\w{8}) is/.exec(toast ?? '')![1]!
  const row = bundles.getByRole('row', { name: made })
  await expect(row).toContainText('Collecting')
  await expectAccessible(page)
  // The page polls until it is complete.
  await expect(row).toContainText('Active')
  await row.getByRole('link').first().click()

  await expect(page).toHaveTitle(`${made} / Support Bundles / Skerry`)
  await expect(page.getByRole('definition').getByText(/^\d+(\.\d)? KiB$/)).toBeVisible()
  const files = page.getByRole('table', { name: 'Files' }).getByRole('row')
  await page.getByRole('searchbox', { name: 'Filter files' }).fill('Y/SLEDS.JSON')
  await expect(files).toHaveCount(2)
  await expect(files.nth(1)).toContainText(/sleds\.json\s*[\d.]+ KiB.*\d+:\d+:\d+/)
  const ofOne = page.waitForEvent('download')
  await page.getByRole('button', { name: 'View inventory/sleds.json' }).click()
  const view = page.getByRole('dialog', { name: 'inventory/sleds.json' })
  await expect(view.getByRole('region')).toContainText('"serial": "SL000001"')
  await expectAccessible(page)
  await view.getByRole('link', { name: 'Download' }).click()
  const sleds = await ofOne
  await view.getByRole('button', { name: 'Close' }).last().click()
  expect(sleds.suggestedFilename()).toBe('sleds.json')
  expect(JSON.parse(await readFile(await sleds.path(), 'utf8'))[0]).toMatchObject({ serial: 'SL000001' })
  await page.getByRole('searchbox', { name: 'Filter files' }).fill('no such file')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).last().click()
  const ofAll = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  const archive = await readFile(await (await ofAll).path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Support bundle actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveTitle('Support Bundles / Skerry')
  await expect(row).toBeHidden()
})

test('viewers download, and see why they cannot do more', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/support-bundles')
  const reason = 'Needs fleet admin; you have viewer'
  await expect(page.getByRole('button', { name: 'Create support bundle' })).toHaveAccessibleDescription(reason)
  const failed = page.getByRole('row', { name: 'Failed' })
  await failed.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(reason)
  await page.keyboard.press('Escape')
  await failed.getByRole('link').first().click()
  await expect(page.getByText('The bundle could not be collected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download' })).toHaveAccessibleDescription(
    'Only an active support bundle can be downloaded',
  )
})
