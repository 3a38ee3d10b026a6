import { test } from './demo.ts'
import { choose, get } from './network.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible } from './test.ts'

test('all quotas are in one list, also those of undiscoverable silos', async ({ page, request }) => {
  const hidden = await makeSilo(request, { discoverable: false })
  const shown = await makeSilo(request, { quotas: { cpus: 10, memory: 2 ** 31, storage: 2 ** 40 } })
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Quotas' }).click()
  await expect(page).toHaveTitle('Quotas / Skerry')
  const row = page.getByRole('table', { name: 'Quotas' }).getByRole('row', { name: shown.name })
  await expect(row).toContainText('0 vCPUs / 10 vCPUs')
  await expect(row).toContainText('0 B / 1 TiB')
  await expect(page.getByRole('link', { name: hidden.name })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await choose(page, row, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit quotas' })
  await edit.getByRole('spinbutton', { name: 'Memory' }).fill('3')
  await edit.getByRole('button', { name: 'Update quotas' }).click()
  await expect(row).toContainText('0 B / 3 GiB')
  expect(await get<object>(request, `/v1/system/silos/${shown.id}/quotas`)).toMatchObject({
    cpus: 10,
    memory: 3 * 2 ** 30,
  })
})

test('a quota below the current use shows that it blocks new provisioning', async ({ openAs }) => {
  const page = await openAs('freja-lund')
  await page.goto('/system/quotas')
  await choose(page, page.getByRole('row', { name: /^default/ }), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit quotas' })
  await edit.getByRole('spinbutton', { name: 'CPU' }).fill('1')
  await expect(edit.getByRole('spinbutton', { name: 'CPU' })).toHaveAccessibleDescription(
    /Below the \d+ vCPUs in use: blocks new provisioning/,
  )
})

test('a fleet viewer sees quotas, and the role that an edit needs', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/quotas')
  await page
    .getByRole('row', { name: /^default/ })
    .getByRole('button', { name: 'Row actions' })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAccessibleDescription(
    'Needs fleet collaborator; you have viewer',
  )
})
