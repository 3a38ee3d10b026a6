import { test } from './demo.ts'
import { choose, notifications } from './network.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

test('an address lot is created with blocks, viewed and deleted', async ({ page }) => {
  const name = uniqueName('lot')
  // No two address lots overlap.
  const net = `10.81.${test.info().repeatEachIndex}`
  await page.goto('/system/networking/ip-pools')
  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Address Lots' }).click()
  await expect(page).toHaveTitle('Address Lots / Skerry')
  await page.getByRole('link', { name: 'New address lot' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create address lot' })
  const [first, last] = [panel.getByLabel('First address'), panel.getByLabel('Last address')]
  const submit = panel.getByRole('button', { name: 'Create address lot' })
  await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  await submit.click()
  await expect(panel.getByText('Blocks: at least one is required')).toBeVisible()

  await first.fill(`${net}.9`)
  await last.fill(`${net}.1`)
  await panel.getByRole('button', { name: 'Add block' }).click()
  await expect(last).toHaveAccessibleDescription(/Last address must not be lower than the first/)
  await first.fill(`${net}.1`)
  await last.fill(`${net}.9`)
  await last.press('Enter')
  await expect(panel.getByRole('row', { name: `${net}.1 ${net}.9` })).toBeVisible()
  await first.fill(`${net}.9`)
  await last.fill(`${net}.20`)
  await last.press('Enter')
  await expect(last).toHaveAccessibleDescription(new RegExp(`Block ${net}.9-${net}.20 overlaps ${net}.1-${net}.9`))
  await submit.click()
  await expect(last).toHaveAccessibleDescription(new RegExp(`overlaps ${net}.1-${net}.9`))
  await expect(last).toBeFocused()
  await first.fill(`${net}.10`)
  await expectAccessible(page)
  await submit.click()
  await expect(notifications(page)).toContainText(`Address lot ${name} created`)

  await expect(page).toHaveTitle(`${name} / Address Lots / Skerry`)
  await expect(page.getByRole('table', { name: 'Blocks' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row', { name: `${net}.10 ${net}.20` })).toBeVisible()

  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Address Lots' }).click()
  await page.getByRole('link', { name: 'New address lot' }).first().click()
  await panel.getByRole('textbox', { name: 'Name' }).fill(uniqueName('other'))
  await first.fill(`${net}.5`)
  await last.fill(`${net}.6`)
  await last.press('Enter')
  await submit.click()
  const words = `block ${net}.5-${net}.6 overlaps ${net}.1-${net}.9 of address lot "${name}"`
  await expect(panel.getByRole('alert')).toContainText(words)
  await expect(panel.getByRole('group', { name: 'Blocks' })).toHaveAccessibleDescription(new RegExp(words))
  await panel.getByRole('button', { name: 'Cancel' }).click()

  await expectAccessible(page)
  const row = page.getByRole('row', { name })
  await choose(page, row, 'Delete')
  await page.getByRole('alertdialog', { name: 'Delete address lot' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`/system/networking/address-lots/${name}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a lot with many blocks is read page by page, also by viewers; a lot in use cannot be deleted', async ({
  openAs,
}) => {
  const admin = await openAs('astrid-berg')
  const name = 'l'.repeat(63)
  const blocks = Array.from({ length: 100 }, (_, at) => ({
    first_address: `10.82.${at}.0`,
    last_address: `10.82.${at}.255`,
  }))
  const data = { name, description: '', kind: 'infra', blocks }
  expect((await admin.request.post('/v1/system/networking/address-lot', { data })).status()).toBe(201)
  await admin.goto('/system/networking/address-lots')
  const used = admin.getByRole('row', { name: 'rack-uplinks' })
  await expect(used).toContainText(/\d+ of \d+/)
  await used.getByRole('button', { name: 'Row actions' }).click()
  await expect(admin.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    /^\d+ addresses of the lot are assigned$/,
  )
  await admin.keyboard.press('Escape')
  await used.getByRole('link').click()
  await admin
    .getByRole('table', { name: 'Blocks' })
    .getByRole('link', { name: /^uplink-a \(192\.0\.2\.1\)$/ })
    .click()
  await expect(admin).toHaveTitle(/^uplink-a \/ Switch Port Settings/)

  const page = await openAs('nils-aker')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/system/networking/address-lots')
  await expect(page.getByRole('button', { name: 'New address lot' })).toHaveAccessibleDescription(
    'Needs fleet collaborator; you have viewer',
  )
  await page.getByRole('link', { name }).click()
  const rows = page.getByRole('table', { name: 'Blocks' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'next' }).click()
  await expect(page.getByRole('button', { name: 'next' })).toBeDisabled()
  await expect(rows).toHaveCount(51)
  await expectAccessible(page)
})
