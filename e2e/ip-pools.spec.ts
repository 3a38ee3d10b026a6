import type { APIRequestContext, Page } from '@playwright/test'
import { test } from './demo.ts'
import { choose, notifications, post } from './network.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

const phone = { width: 390, height: 844 }

const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()

const makePool = (request: APIRequestContext, name: string) =>
  post(request, '/v1/system/ip-pools', { name, description: 'Of a test' })

test('a pool is created, given addresses, emptied, renamed and deleted', async ({ page }) => {
  const name = uniqueName('edge')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Area: Silo' }).click()
  await page.getByRole('menuitem', { name: 'System' }).click()
  await page.getByRole('link', { name: 'Networking' }).click()
  await expect(page).toHaveTitle('IP Pools / Skerry')
  await page.getByRole('link', { name: 'New IP pool' }).click()
  const create = page.getByRole('dialog', { name: 'Create IP pool' })
  await create.getByLabel('Name').fill('default')
  await create.getByRole('button', { name: 'Create IP pool' }).click()
  await expect(create.getByRole('alert')).toContainText('Ip pool name already exists')
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await create.getByLabel('Name').fill(name)
  await create.getByLabel('Description').fill('Beyond the harbour')
  await create.getByRole('button', { name: 'Create IP pool' }).click()
  await expect(page).toHaveTitle(`${name} / IP Pools / Skerry`)
  await expect(page.getByText('No ranges yet')).toBeVisible()
  await expect(page.getByRole('meter')).toHaveCount(0)

  await page.getByRole('link', { name: 'Add range' }).click()
  const add = page.getByRole('dialog', { name: 'Add range' })
  const [first, last] = [add.getByLabel('First address'), add.getByLabel('Last address')]
  const submit = add.getByRole('button', { name: 'Add range' })
  await submit.click()
  await expect(first).toHaveAccessibleDescription(/First address is required/)
  await first.fill('198.51.100.300')
  await expect(first).toHaveAccessibleDescription(/Not a valid IP address/)
  await first.fill('198.51.100.20')
  await last.fill('198.51.100.10')
  await expect(last).toHaveAccessibleDescription(/Last address must not be lower than the first/)
  await last.fill('2001:db8::1')
  await expect(last).toHaveAccessibleDescription(/^IPv6 ranges are not supported yet/)
  await first.fill('198.18.0.5')
  await last.fill('198.18.0.9')
  await submit.click()
  await expect(add.getByRole('alert')).toContainText('overlaps 198.18.0.1-198.18.15.254')
  await expect(first).toHaveAccessibleDescription(/overlaps 198\.18\.0\.1-198\.18\.15\.254/)
  await expect(first).toBeFocused()
  await expectAccessible(page)
  await first.fill('198.51.100.20')
  await last.fill('198.51.100.29')
  await submit.click()
  await expect(notifications(page)).toContainText('Range 198.51.100.20 to 198.51.100.29 added')
  await expect(page.getByRole('meter', { name: 'IPv4 addresses in use' })).toHaveAttribute(
    'aria-valuetext',
    '0 of 10 in use, 0%',
  )
  await expect(page.getByText('10 remaining')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'IP pool actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription('Remove its ranges first')
  await page.keyboard.press('Escape')
  await choose(page, page.getByRole('row', { name: '198.51.100.20' }), 'Remove')
  await confirm(page, 'Remove range')
  await expect(page.getByText('No ranges yet')).toBeVisible()

  await page.getByRole('button', { name: 'IP pool actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit IP pool' })
  await edit.getByLabel('Name').fill(`${name}-2`)
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Update IP pool' }).click()
  await expect(page).toHaveTitle(`${name}-2 / IP Pools / Skerry`)
  await page.getByRole('link', { name: 'IP Pools' }).first().click()
  const row = page.getByRole('row', { name: `${name}-2` })
  await expect(row).toContainText('Beyond the harbour')
  await expectAccessible(page)
  await choose(page, row, 'Delete')
  await confirm(page, 'Delete IP pool')
  await expect(row).toHaveCount(0)
})

test('a silo is linked, made to use the pool by default, and unlinked', async ({ page, request }) => {
  const { name } = await makePool(request, uniqueName('linked'))
  await page.goto(`/system/networking/ip-pools/${name}`)
  await page.getByRole('tab', { name: 'Silos' }).click()
  await expect(page).toHaveURL(`/system/networking/ip-pools/${name}?tab=silos`)
  await expect(page.getByText('Not linked to any silo yet')).toBeVisible()
  await page.getByRole('button', { name: 'Link silo' }).click()
  const link = page.getByRole('dialog', { name: 'Link silo' })
  await link.getByRole('combobox', { name: 'Silo' }).fill('nobody')
  await page.getByRole('option', { name: /nobody/ }).click()
  await link.getByRole('button', { name: 'Link silo' }).click()
  await expect(link.getByRole('alert')).toContainText('Not found: silo with name "nobody"')
  await link.getByRole('combobox', { name: 'Silo' }).fill('default')
  await page.getByRole('option', { name: /default/ }).click()
  await link.getByRole('button', { name: 'Link silo' }).click()
  await expect(notifications(page)).toContainText(`Silo default linked to ${name}`)
  const row = page.getByRole('table', { name: 'Linked silos' }).getByRole('row', { name: /^default/ })
  await expect(row).toContainText('No')
  await expect(row.getByRole('link', { name: 'default' })).toHaveAttribute('href', '/system/silos/default/ip-pools')
  await page.setViewportSize(phone)
  await expectAccessible(page)

  await page.reload()
  await choose(page, row, 'Unlink')
  await expect(page.getByRole('alertdialog')).toContainText(`can no longer take addresses from ${name}`)
  await confirm(page, 'Unlink silo')
  await expect(page.getByText('Not linked to any silo yet')).toBeVisible()
})

test('what is in use keeps a pool linked, and another becomes the default', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  const name = uniqueName('other')
  await makePool(page.request, name)
  await page.goto(`/system/networking/ip-pools/${name}?tab=silos`)
  await page.getByRole('button', { name: 'Link silo' }).click()
  const link = page.getByRole('dialog', { name: 'Link silo' })
  await link.getByRole('combobox', { name: 'Silo' }).fill('default')
  await page.getByRole('option', { name: /default/ }).click()
  await link.getByRole('switch', { name: /default pool/ }).click()
  await link.getByRole('button', { name: 'Link silo' }).click()
  const row = page.getByRole('table', { name: 'Linked silos' }).getByRole('row', { name: /^default/ })
  await expect(row).toContainText('Yes')

  await page.goto('/system/networking/ip-pools/default?tab=silos')
  await expect(row).toContainText('No')
  await choose(page, row, 'Make default')
  await expect(page.getByRole('alertdialog')).toContainText('becomes the default pool of default')
  await confirm(page, 'Make default')
  await expect(row).toContainText('Yes')
  await choose(page, row, 'Unlink')
  await confirm(page, 'Unlink silo')
  const question = page.getByRole('alertdialog', { name: 'Unlink silo' })
  await expect(question).toContainText('is in use in the silo: release it first')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, row, 'Clear default')
  await confirm(page, 'Clear default')
  await expect(row).toContainText('No')
  await choose(page, row, 'Make default')
  await confirm(page, 'Make default')
  await expect(row).toContainText('Yes')
})

test('the list says what is in use, in one request, and does without where the server does not', async ({
  page,
  request,
}) => {
  const { name } = await makePool(request, uniqueName('counted'))
  const asked: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('/utilization')) asked.push(each.url())
  })
  await page.goto('/system/networking/ip-pools')
  const row = page.getByRole('row', { name: /^default/ })
  await expect(row).toContainText(/\d+ \/ 4,094/)
  await expect(page.getByRole('row', { name }).getByRole('cell').nth(2)).toHaveText('—')
  expect(asked).toEqual([])
  await page.getByRole('searchbox', { name: 'Filter IP pools', exact: true }).fill('nothing like it')
  await expect(page.getByText('No matches')).toBeVisible()

  await page.route(/\/v1\/system\/ip-pools\?/, async (route) => {
    const answer = await route.fetch()
    const { items, ...rest } = (await answer.json()) as { items: { utilization?: object }[] }
    await route.fulfill({
      response: answer,
      json: { ...rest, items: items.map(({ utilization: _, ...pool }) => pool) },
    })
  })
  await page.reload()
  await expect(row).toContainText(/\d+ \/ 4,094/)
  expect(asked.length).toBeGreaterThan(0)
})

test('the service pool has ranges of its own', async ({ page }) => {
  await page.goto('/system/networking/ip-pools')
  await page.getByRole('link', { name: 'Service pool' }).click()
  await expect(page).toHaveTitle('Service / IP Pools / Skerry')
  await expect(page.getByText('skerry-service-pool')).toBeVisible()
  await page.getByRole('link', { name: 'Add range' }).click()
  const add = page.getByRole('dialog', { name: 'Add range' })
  await add.getByLabel('First address').fill('192.0.2.10')
  await add.getByLabel('Last address').fill('192.0.2.20')
  await add.getByRole('button', { name: 'Add range' }).click()
  const row = page.getByRole('row', { name: '192.0.2.10' })
  await expect(row).toContainText('192.0.2.20')
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await choose(page, row, 'Remove')
  await confirm(page, 'Remove range')
  await expect(row).toHaveCount(0)
})

test('a fleet viewer looks at pools, and is told what a change needs', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/networking')
  await expect(page).toHaveURL('/system/networking/ip-pools')
  await page.getByRole('link', { name: 'default', exact: true }).click()
  await expect(page.getByRole('meter', { name: 'IPv4 addresses in use' })).toBeVisible()
  for (const name of ['Add range', 'Link silo'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription('Needs fleet admin; you have viewer')
})
