import { choose, freshAsn, notifications, post } from './network.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('settings are created as fields and as JSON, viewed, duplicated, replaced and deleted', async ({
  page,
  request,
}) => {
  const name = uniqueName('uplink')
  // No two address lots overlap.
  const net = `198.18.${77 + test.info().repeatEachIndex}`
  const set = { name, description: '', announcement: [] }
  expect((await request.put('/v1/system/networking/bgp-announce-set', { data: set })).ok()).toBe(true)
  await post(request, '/v1/system/networking/bgp', {
    name,
    description: '',
    asn: freshAsn(),
    bgp_announce_set_id: name,
  })
  await post(request, '/v1/system/networking/address-lot', {
    name,
    description: '',
    kind: 'infra',
    blocks: [{ first_address: `${net}.0`, last_address: `${net}.63` }],
  })

  await page.goto('/system/networking/ip-pools')
  await page.getByRole('link', { name: 'Switch Port Settings' }).click()
  await page.getByRole('link', { name: 'New settings' }).first().click()
  await expect(page).toHaveTitle('New settings / Switch Port Settings / Skerry')
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill(name)
  const create = page.getByRole('button', { name: 'Create settings' })
  await create.click()
  const links = page.getByRole('region', { name: 'Links' })
  await expect(links.getByText('Links: at least one is required')).toBeVisible()
  await links.getByRole('textbox', { name: 'Name', exact: true }).fill('phy0')
  await links.getByRole('spinbutton', { name: 'MTU' }).fill('70000')

  const jsonTab = page.getByRole('tab', { name: 'JSON' })
  await jsonTab.click()
  await expect(links.getByText('MTU must be at most 65,535')).toBeVisible()
  await links.getByRole('spinbutton', { name: 'MTU' }).fill('9000')
  await links.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await links.getByRole('button', { name: 'Edit phy0' }).click()
  await links.getByRole('textbox', { name: 'System name' }).fill('the-rack')
  await links.getByRole('button', { name: 'Update' }).click()
  await expect(links.getByRole('row', { name: 'phy0' })).toContainText('9000')

  const addresses = page.getByRole('region', { name: 'Addresses' })
  await addresses.getByRole('combobox', { name: 'Link' }).fill('phy')
  await page.getByRole('option', { name: 'phy0', exact: true }).click()
  await addresses.getByRole('textbox', { name: 'Address' }).fill(`${net}.1/30`)
  await addresses.getByRole('combobox', { name: 'Address lot' }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await addresses.getByRole('button', { name: 'Add address' }).click()

  const peers = page.getByRole('region', { name: 'BGP peers' })
  await peers.getByRole('combobox', { name: 'Link' }).fill('phy0')
  await page.getByRole('option', { name: 'phy0', exact: true }).click()
  await peers.getByRole('textbox', { name: 'Peer address' }).fill(`${net}.2`)
  await peers.getByRole('combobox', { name: 'BGP config' }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await peers.getByLabel('MD5 key', { exact: false }).first().fill('shared by two')
  await peers.getByRole('button', { name: 'Add peer' }).click()
  await expect(peers.getByRole('row', { name: `${net}.2` })).toContainText('Set')
  await expectAccessible(page)

  await jsonTab.click()
  const json = page.getByRole('textbox', { name: 'JSON' })
  const text = await json.inputValue()
  expect(JSON.parse(text)).toMatchObject({ name, links: [{ link_name: 'phy0', mtu: 9000 }] })
  await json.fill(text.replace('"qsfp28x1"', 'qsfp28x1'))
  await expect(page.getByRole('status').filter({ hasText: '1 problem' })).toContainText('Line 5, column 17')
  await create.click()
  await expect(json).toHaveAccessibleDescription('Fix the problems below first')
  await json.fill(text.replace('"interface_name": "phy0"', '"interface_name": "phy1"'))
  await page.getByRole('tab', { name: 'Form' }).click()
  await expect(page.getByRole('alert')).toContainText('cannot show bgp_peers[0].peers[0].interface_name')
  await expectAccessible(page)
  await json.fill(text.replace('"description": ""', '"description": "To the hall"'))
  await page.getByRole('tab', { name: 'Form' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' }).first()).toHaveValue('To the hall')
  await expect(peers.getByRole('row', { name: `${net}.2` })).toContainText('Set')
  await create.click()

  await expect(notifications(page)).toContainText(`Switch port settings ${name} saved`)
  await expect(page).toHaveTitle(`${name} / Switch Port Settings / Skerry`)
  await expect(page.getByRole('table', { name: 'Links' }).getByRole('row', { name: 'phy0' })).toContainText('the-rack')
  await expect(page.getByRole('table', { name: 'Addresses' })).toContainText(`${net}.1/30`)
  const peer = page.getByRole('region', { name: `Peer ${net}.2` })
  await expect(peer).toContainText('MD5 key')
  await expect(peer).toContainText(name)
  await expect(page.locator('body')).not.toContainText('shared by two')
  await expect(page.getByText('No port')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByText('MD5 keys are not copied')).toBeVisible()
  await expect(page.getByText(`or enter the name ${name} to replace`)).toBeVisible()
  const own = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await own.fill(`${name}-2`)
  await create.click()
  await expect(page.getByRole('alert')).toContainText(`in use by switch port settings "${name}"`)
  await expect(addresses.getByText(`in use by switch port settings "${name}"`)).toBeVisible()
  await own.fill(name)
  await expect(own).toHaveAccessibleDescription(/Settings with this name exist/)
  await expectAccessible(page)
  await create.click()
  const question = page.getByRole('alertdialog', { name: 'Replace settings' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText(`${name} were not changed`)
  await create.click()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect(page).toHaveTitle(`${name} / Switch Port Settings / Skerry`)
  await expect(peer).not.toContainText('MD5 key')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Switch Port Settings' }).first().click()
  const row = page.getByRole('row', { name })
  await choose(page, row, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toHaveCount(0)
})
