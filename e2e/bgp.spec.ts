import type { Page } from '@playwright/test'
import { test } from './demo.ts'
import { choose, freshAsn, notifications } from './network.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

const BGP = '/system/networking/bgp'

const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()

async function pick(page: Page, label: string, text: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).click()
}

test('an announce set is created from a lot, changed without overwriting others, and used by a configuration', async ({
  page,
  request,
}) => {
  const [lot, set, config] = [uniqueName('lot'), uniqueName('set'), uniqueName('config')]
  // Lots must not overlap: each repetition on one server has its own.
  const net = `10.91.${test.info().repeatEachIndex}`
  const blocks = [{ first_address: `${net}.0`, last_address: `${net}.255` }]
  const made = await request.post('/v1/system/networking/address-lot', {
    data: { name: lot, description: '', kind: 'pool', blocks },
  })
  expect(made.status(), await made.text()).toBe(201)
  const put = (networks: string[]) =>
    request.put('/v1/system/networking/bgp-announce-set', {
      data: {
        name: set,
        description: '',
        announcement: networks.map((network) => ({ address_lot_block: lot, network })),
      },
    })

  const announced = async () => {
    const response = await request.get(`/v1/system/networking/bgp-announce-set/${set}/announcement`)
    return ((await response.json()) as { network: string }[]).map(({ network: each }) => each)
  }

  await page.goto(BGP)
  await expect(page).toHaveURL(`${BGP}/configs`)
  await page.getByRole('tab', { name: 'Announce Sets' }).click()
  await page.getByRole('link', { name: 'New announce set' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create announce set' })
  const network = create.getByRole('textbox', { name: 'Network' })
  await create.getByRole('textbox', { name: 'Name' }).fill(set)
  await network.fill('10.92.0.0/24')
  await pick(page, 'Address lot', lot)
  await pick(page, 'Block', `${net}.0 to ${net}.255`)
  await network.press('Enter')
  await expect(network).toHaveAccessibleDescription(
    new RegExp(`Network 10.92.0.0/24 is not inside block ${net}.0-${net}.255`),
  )
  await network.fill(`${net}.1/24`)
  await expect(network).toHaveAccessibleDescription(new RegExp(`Has host bits set: write ${net}.0/24`))
  await network.fill(`${net}.0/25`)
  await network.press('Enter')
  await expect(create.getByRole('row', { name: `${net}.0/25 ${lot}` })).toBeVisible()
  await expectAccessible(page)
  await create.getByRole('button', { name: 'Create announce set' }).click()
  await expect(notifications(page)).toContainText(`Announce set ${set} created`)

  await page.getByRole('link', { name: 'New announce set' }).first().click()
  await create.getByRole('textbox', { name: 'Name' }).fill(set)
  await create.getByRole('button', { name: 'Create announce set' }).click()
  await expect(create.getByRole('alert')).toContainText('Announce set name already exists')
  await expect(create.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await create.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: set }).click()
  const edit = page.getByRole('dialog', { name: 'Edit announce set' })
  await edit.getByRole('button', { name: `Remove ${net}.0/25` }).click()
  expect((await put([`${net}.0/25`, `${net}.128/25`])).status()).toBe(200)
  await edit.getByRole('button', { name: 'Update announce set' }).click()
  await expect(notifications(page)).toContainText(`Announce set ${set} updated`)
  expect(await announced()).toEqual([`${net}.128/25`])

  await page.getByRole('tab', { name: 'Configurations' }).click()
  await page.getByRole('link', { name: 'New configuration' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create BGP configuration' })
  await form.getByRole('textbox', { name: 'Name' }).fill(config)
  const asn = form.getByRole('spinbutton', { name: 'ASN' })
  await asn.fill('4294967296')
  await form.getByRole('button', { name: 'Create BGP configuration' }).click()
  await expect(asn).toHaveAccessibleDescription(/ASN must be at most 4,294,967,295/)
  const number = String(freshAsn())
  await asn.fill(number)
  await pick(page, 'Announce set', set)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create BGP configuration' }).click()
  await expect(notifications(page)).toContainText(`BGP configuration ${config} created`)
  const row = page.getByRole('row', { name: config })
  await expect(row).toContainText(number)

  await page.getByRole('tab', { name: 'Announce Sets' }).click()
  await page.getByRole('row', { name: set }).getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    `BGP configuration ${config} announces this set`,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: set }).getByRole('link', { name: config }).click()
  await expect(row.getByRole('link', { name: set })).toBeVisible()
  await choose(page, row, 'Delete')
  await confirm(page, 'Delete BGP configuration')
  await expect(row).toHaveCount(0)
})

test('peers, routes and history show what switches and their peers exchange', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto(`${BGP}/peers`)
  const peers = page.getByRole('table', { name: 'Peers' })
  await expect(peers.getByRole('row', { name: /192\.0\.2\.2 .*switch0 qsfp0 64512 64600 Established/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Configurations' }).click()
  await expect(page.getByRole('button', { name: 'New configuration' })).toHaveAccessibleDescription(
    'Needs fleet admin; you have viewer',
  )

  await page.getByRole('tab', { name: 'Routes' }).click()
  await expect(page.getByRole('table', { name: 'Exported routes' })).toContainText('203.0.113.16/28')
  await page.getByRole('tab', { name: 'Imported' }).click()
  await expect(page.getByRole('combobox', { name: 'Autonomous system' })).toHaveValue('64512')
  await expect(page.getByRole('row', { name: '0.0.0.0/0 192.0.2.2 switch0' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'History' }).click()
  const messages = page.getByRole('table', { name: 'Messages' })
  await expect(messages.getByRole('row', { name: /Keepalives \d+ sent, \d+ received/ }).first()).toBeVisible()
  await expect(messages.getByRole('row', { name: /Received Open ASN 64600, hold time \d+ s/ }).first()).toBeVisible()
  await expect(messages.getByRole('row', { name: /State established: / }).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${BGP}/history?asn=7`)
  await expect(page.getByText('No messages')).toBeVisible()
  const system = page.getByRole('combobox', { name: 'Autonomous system' })
  await expect(system).toHaveValue('7')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(messages.getByRole('row', { name: /Received Open/ }).first()).toBeVisible()
  await expect(system).toHaveValue('64512')

  const said = Array.from({ length: 12_000 }, (_, at) => ({ at, seen: 'elsewhere' }))
  await page.route(/bgp-message-history/, (route) =>
    route.fulfill({
      json: { switch_histories: [{ switch: 'switch1', history: { '192.0.2.9': said, other: 'plain' } }] },
    }),
  )
  await page.goto(`${BGP}/history?asn=64512`)
  await expect(page.getByText('The newest 10,000 of 12,001 messages')).toBeVisible()
  await expect(messages.getByRole('row').nth(1)).toContainText('{"at":11999,"seen":"elsewhere"}')
  expect(await messages.getByRole('row').count()).toBeLessThan(100)
})
