import { readFile } from 'node:fs/promises'
import { test } from './demo.ts'
import { choose, post } from './network.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

test('the audit log is narrowed down, looked into and exported', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  const name = uniqueName('audited')
  const pool = await post(page.request, '/v1/system/ip-pools', { name, description: '' })
  expect((await page.request.post('/v1/system/ip-pools', { data: { name, description: '' } })).status()).toBe(400)
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page).toHaveTitle('Audit Log / Skerry')
  const entries = page.getByRole('table', { name: 'Audit Log' })
  const made = entries.getByRole('row').filter({ hasText: 'ip_pool_create' }).filter({ hasText: '201' })
  await expect(made.first()).toContainText(/Success.*astrid-berg.*default/)
  await expectAccessible(page)

  await choose(page, made.filter({ hasText: pool.id }).first(), 'Only this target')
  await expect(page).toHaveURL(`/system/audit-log?target=${pool.id}`)
  await expect(entries.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Actor ID').fill('astrid')
  await page.getByLabel('Operation').fill('ip_pool_create')
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByLabel('Actor ID')).toBeFocused()
  await expect(page.getByLabel('Actor ID')).toHaveAccessibleDescription('Must be an ID')
  await page.getByLabel('Actor ID').fill('')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/system/audit-log?operation=ip_pool_create&outcome=refused')
  await expect(entries.getByRole('row').nth(1)).toContainText('400')
  await expect(entries).not.toContainText('201')

  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  const file = await exported
  expect(file.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^timestamp,operation,outcome/)
  expect(lines.slice(1).every((line) => line.includes(',ip_pool_create,refused,400,astrid-berg,'))).toBe(true)

  await entries.getByRole('row').nth(1).getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'ip_pool_create' })
  await expect(panel).toContainText(/Request ID/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/system/audit-log?operation=ip_pool_create&outcome=refused')
  await page.reload()
  await expect(page.getByLabel('Operation')).toHaveValue('ip_pool_create')
  await page.getByLabel('Operation').fill('nothing_like_it')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No entries are left by these filters')).toBeVisible()
})

test('work that is under way is seen, and why it cannot be retried', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  await post(page.request, '/experimental/v1/system/support-bundles', {})
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Sagas' }).click()
  await expect(page).toHaveTitle('Sagas / Skerry')
  const row = page.getByRole('row', { name: 'support-bundle-collect' }).first()
  await expect(row).toContainText(/Running.*collect/)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Retry' })).toHaveAccessibleDescription(
    'Only a stuck saga can be retried',
  )
  await page.keyboard.press('Escape')
  // Read again by itself.
  await expect(page.getByText('Nothing is under way')).toBeVisible()
})
