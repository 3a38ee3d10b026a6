import { choose, freshAsn, get, notifications, post } from './network.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

const settingsOf = (name: string) => ({
  name,
  description: 'Of a test',
  port_config: { geometry: 'qsfp28x1' },
  addresses: [],
  links: [
    {
      link_name: 'phy0',
      autoneg: false,
      mtu: 9000,
      speed: 'speed100_g',
      fec: 'rs',
      lldp: { enabled: true, system_name: 'rack' },
    },
  ],
})

test('settings are applied to a port, it comes up, shows its neighbor, gets LLDP settings, and is cleared', async ({
  page,
  request,
}) => {
  const { name } = await post(request, '/v1/system/networking/switch-port-settings', settingsOf(uniqueName('uplink')))
  await page.goto('/system/networking')
  await page.getByRole('link', { name: 'Switch Ports' }).click()
  await expect(page).toHaveTitle('Switch Ports / Skerry')
  await page.getByRole('searchbox', { name: 'Filter switch ports' }).fill('qsfp21')
  const row = page.getByRole('row', { name: /^qsfp21 switch1/ })
  await expect(row).toHaveCount(1)
  await expectAccessible(page)
  await row.getByRole('link', { name: 'qsfp21' }).click()
  await expect(page).toHaveTitle('qsfp21 of switch1 / Switch Ports / Skerry')
  await expect(page.getByText('The port has no link')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear settings' })).toHaveAccessibleDescription(
    'The port has no settings',
  )
  const editLldp = page.getByRole('button', { name: 'Edit LLDP' })
  await expect(editLldp).toHaveAccessibleDescription('The port has no settings with a link')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Apply settings' }).click()
  const apply = page.getByRole('dialog', { name: 'Apply settings to qsfp21 of switch1' })
  await apply.getByRole('combobox', { name: 'Settings' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expectAccessible(page)
  await apply.getByRole('button', { name: 'Apply settings' }).click()
  await expect(notifications(page)).toContainText(`Settings ${name} applied to qsfp21 of switch1`)
  await expect(page.getByRole('table', { name: 'Links' }).getByRole('row', { name: 'phy0' })).toContainText('100 Gb/s')
  await expect(page.getByRole('table', { name: 'Lanes' }).getByRole('row')).toHaveCount(5)
  const neighbors = page.getByRole('table', { name: 'Neighbors' })
  await expect(neighbors).toContainText('spine')

  await editLldp.click()
  const edit = page.getByRole('dialog', { name: 'LLDP of qsfp21 of switch1' })
  await expect(edit.getByRole('textbox', { name: 'System name' })).toHaveValue('rack')
  await edit.getByRole('textbox', { name: 'Management IP' }).fill('192.0.2')
  await edit.getByRole('button', { name: 'Update LLDP' }).click()
  await expect(edit.getByRole('textbox', { name: 'Management IP' })).toHaveAccessibleDescription(
    'Not a valid IP address',
  )
  await edit.getByRole('textbox', { name: 'Management IP' }).fill('192.0.2.1')
  await edit.getByRole('textbox', { name: 'Chassis ID' }).fill('the rack of the test')
  await edit.getByRole('switch', { name: 'LLDP' }).click()
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Update LLDP' }).click()
  await expect(page.getByText('the rack of the test')).toBeVisible()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await expect(page.getByText(/^No neighbors/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  // Another platform uses other words.
  await page.route(/\/switch-port\/qsfp21\/status/, (route) => route.fulfill({ json: { phy: { lane_9: 'odd' } } }))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Link status as JSON' })).toContainText('"lane_9": "odd"')
  await page.unroute(/\/switch-port\/qsfp21\/status/)
  await page.getByRole('button', { name: 'Clear settings' }).click()
  const question = page.getByRole('alertdialog', { name: 'Clear settings' })
  await expect(question).toContainText('qsfp21 of switch1 goes down')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The port has no link')).toBeVisible()
})

test('settings that another operator applied to a port meanwhile are replaced only after a question', async ({
  page,
  request,
}) => {
  const [theirs, mine] = [uniqueName('theirs'), uniqueName('mine')]
  for (const name of [theirs, mine]) await post(request, '/v1/system/networking/switch-port-settings', settingsOf(name))
  await page.goto('/system/networking/switch-ports')
  const row = page.getByRole('row', { name: /^qsfp24 switch1/ })
  await choose(page, row, 'Apply settings')
  const apply = page.getByRole('dialog', { name: 'Apply settings to qsfp24 of switch1' })
  await apply.getByRole('combobox', { name: 'Settings' }).fill(mine)
  await page.getByRole('option', { name: mine }).click()
  const { items } = await get<{ items: { id: string }[] }>(request, '/v1/system/hardware/racks')
  const at = `/v1/system/hardware/switch-port/qsfp24/settings?rack_id=${items[0]!.id}&switch_location=switch1`
  expect((await request.post(at, { data: { port_settings: theirs } })).ok()).toBe(true)
  await apply.getByRole('button', { name: 'Apply settings' }).click()
  await expect(apply.getByRole('listitem')).toHaveText(
    `Settings: you set ${mine}, someone else set ${theirs} (it was none)`,
  )
  await apply.getByRole('button', { name: 'Discard' }).click()
  await expect(row).toContainText(theirs)
  await choose(page, row, 'Apply settings')
  await expect(apply).toContainText(`They replace ${theirs}, which it has now.`)
  await apply.getByRole('combobox', { name: 'Settings' }).fill(mine)
  await page.getByRole('option', { name: mine }).click()
  await apply.getByRole('button', { name: 'Apply settings' }).click()
  await expect(row).toContainText(mine)
  expect((await request.delete(at)).ok()).toBe(true)
})

test('a refused port action shows why in its dialog', async ({ page, request }) => {
  const first = freshAsn()
  const names = [uniqueName('one'), uniqueName('two')] as const
  for (const [n, name] of names.entries()) {
    const asn = first + n
    const set = { name, description: '', announcement: [] }
    expect((await request.put('/v1/system/networking/bgp-announce-set', { data: set })).ok()).toBe(true)
    await post(request, '/v1/system/networking/bgp', { name, description: '', asn, bgp_announce_set_id: name })
    const everything = { type: 'no_filtering' }
    const timers = { connect_retry: 3, delay_open: 0, hold_time: 6, idle_hold_time: 3, keepalive: 2 }
    const peer = {
      ...timers,
      addr: '192.0.2.77',
      bgp_config: name,
      interface_name: 'phy0',
      allowed_import: everything,
      allowed_export: everything,
      communities: [],
      enforce_first_as: false,
    }
    const settings = { ...settingsOf(name), bgp_peers: [{ link_name: 'phy0', peers: [peer] }] }
    await post(request, '/v1/system/networking/switch-port-settings', settings)
  }
  await page.goto('/system/networking/switch-ports')
  const row = page.getByRole('row', { name: /^qsfp22 switch0/ })
  const apply = page.getByRole('dialog')
  const applyTo = async (port: RegExp, settings: string) => {
    await choose(page, page.getByRole('row', { name: port }), 'Apply settings')
    await apply.getByRole('combobox', { name: 'Settings' }).fill(settings)
    await page.getByRole('option', { name: settings }).first().click()
    await apply.getByRole('button', { name: 'Apply settings' }).click()
  }
  await applyTo(/^qsfp22 switch0/, names[0])
  await expect(row).toContainText(new RegExp(`Up.*${names[0]}`))
  await applyTo(/^qsfp23 switch0/, names[1])
  await expect(apply.getByRole('alert')).toContainText(`would use BGP for autonomous systems ${first} and ${first + 1}`)
  await apply.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, row, 'Clear settings')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row).not.toContainText(names[0])
  const { items } = await get<{ items: { id: string }[] }>(request, '/v1/system/hardware/racks')
  await page.goto(`/system/networking/switch-ports/${items[0]!.id}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
