import type { Page } from '@playwright/test'
import { test } from './demo.ts'
import { choose, get, notifications } from './network.ts'
import { expect, expectAccessible } from './test.ts'

const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()

test('sleds are viewed and made not provisionable', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Inventory' }).click()
  await expect(page).toHaveTitle('Sleds / Inventory / Skerry')
  const sleds = page.getByRole('table', { name: 'Sleds' })
  const row = (serial: string) => sleds.getByRole('row', { name: serial })
  for (const group of ['Baseboard', 'Policy'])
    await expect(sleds.getByRole('columnheader', { name: group, exact: true })).toBeVisible()
  await expect(row('SL000002')).toContainText(/In service.*Provisionable.*Active.*\d+ \/ 512/)
  await expectAccessible(page)
  await row('SL000005').getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Set provisionable' })).toHaveAccessibleDescription(
    'The sled is expunged',
  )
  await page.keyboard.press('Escape')

  await choose(page, row('SL000002'), 'Set not provisionable')
  const question = page.getByRole('alertdialog', { name: 'Set not provisionable' })
  await expect(question).toContainText('SL000002 accepts no more instances')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText('Sled SL000002 is not provisionable')
  await expect(row('SL000002')).toContainText('Not provisionable')
  await page.getByRole('button', { name: /^Not provisionable 1$/ }).click()
  await expect(sleds.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(1)
  await row('SL000002').getByRole('link').first().click()
  await expect(page).toHaveTitle('Instances / SL000002 / Sleds / Inventory / Skerry')
  await expect(page.getByRole('heading', { name: 'SL000002' })).toBeVisible()
  await page.getByRole('button', { name: 'Sled actions' }).click()
  await page.getByRole('menuitem', { name: 'Set provisionable' }).click()
  await confirm(page, 'Set provisionable')
  await expect(notifications(page)).toContainText('Sled SL000002 is provisionable')

  const instances = page.getByRole('table', { name: 'Instances' })
  await expect(instances.getByRole('row').nth(1)).toContainText(/\w+ \/ \w+.*\d vCPUs?, \d+ GiB/)
  await page.getByRole('tab', { name: 'Disks' }).click()
  const disk = page.getByRole('table', { name: 'Disks' }).getByRole('row', { name: 'SL000002-U2-0' })
  await expect(disk).toContainText(/U\.2.*Coldstore.*In service/)
  await disk.getByRole('link').first().click()
  await expect(page).toHaveTitle('SL000002-U2-0 / Disks / Inventory / Skerry')
  await expect(page.getByText('2.9 TiB')).toBeVisible()
})

test('a rack is drawn, and an uninitialized sled in it is added', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  const known = await get<{ items: unknown[] }>(page.request, '/v1/system/hardware/sleds')
  await page.goto('/system/inventory/racks')
  const rack = page.getByRole('table', { name: 'Racks' }).getByRole('row').nth(1)
  await expect(rack).toContainText(`${known.items.length}2`)
  await rack.getByRole('link').click()
  const drawing = page.getByRole('region', { name: 'Elevation' })
  await expect(
    drawing.getByRole('link', { name: /Cubby 1 Provisionable SL000002 \d+ \/ 512 vCPUs in use/ }),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: 'In this rack' }).getByRole('row', { name: 'SW000001' })).toContainText(
    'switch0',
  )
  await expectAccessible(page)

  await drawing.getByRole('link', { name: /Cubby 5 SL000006 Not added/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Uninitialized / Inventory / Skerry')
  const waiting = page.getByRole('table', { name: 'Uninitialized sleds' }).getByRole('row', { name: 'SL000006' })
  await choose(page, waiting, 'Add sled')
  await confirm(page, 'Add sled')
  await expect(notifications(page)).toContainText('Sled SL000006 is being added')
  await expect(page.getByText('No uninitialized sleds')).toBeVisible()
  await page.getByRole('tab', { name: 'Sleds' }).click()
  await page.getByRole('table', { name: 'Sleds' }).getByRole('row', { name: 'SL000006' }).getByRole('link').click()
  // Instances of other tests may be on it by now.
  await expect(page).toHaveTitle('Instances / SL000006 / Sleds / Inventory / Skerry')
  await page.getByRole('button', { name: /^Activity/ }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText(/Add sled.*SL000006/)
})

test('a sled that is being added is shown so wherever it is missing', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  const sled = { baseboard: { part: '913-0000019', serial: 'SL000077', revision: 1 }, cubby: 9 }
  const { items } = await get<{ items: { id: string }[] }>(page.request, '/v1/system/hardware/racks')
  const rack_id = items[0]!.id
  await page.route(/\/v1\/system\/hardware\/sleds-uninitialized/, (route) =>
    route.fulfill({ json: { items: [{ ...sled, rack_id, time_adding: new Date().toISOString() }], next_page: null } }),
  )
  await page.goto('/system/inventory/sleds')
  await expect(page.getByRole('list', { name: 'Sleds being added' })).toContainText(/SL000077.*cubby 9.*Being added/)
  await page.getByRole('tab', { name: 'Uninitialized' }).click()
  const row = page.getByRole('row', { name: 'SL000077' })
  await expect(row).toContainText('Being added')
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Add sled' })).toHaveAccessibleDescription('The sled is being added')
  await page.keyboard.press('Escape')
  await page.goto(`/system/inventory/racks/${rack_id}`)
  await expect(page.getByRole('link', { name: /Cubby 9 SL000077 Being added/ })).toBeVisible()
})

test('fleet viewers see why they cannot change hardware, and switches show their ports', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/inventory/sleds')
  const reason = 'Needs fleet admin; you have viewer'
  await page.getByRole('row', { name: 'SL000001' }).getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Set not provisionable' })).toHaveAccessibleDescription(reason)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Switches' }).click()
  await page.getByRole('row', { name: 'SW000001' }).getByRole('link').first().click()
  const ports = page.getByRole('table', { name: 'Ports' }).getByRole('row')
  await expect(ports).toHaveCount(33)
  await expect(ports.nth(3)).toContainText('qsfp2')
  await page.getByRole('searchbox', { name: 'Filter ports' }).fill('qsfp9')
  await expect(ports).toHaveCount(2)
  await page.goto('/system/inventory/racks/00000000-0000-0000-0000-000000000001')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
