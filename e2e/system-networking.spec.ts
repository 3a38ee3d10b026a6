import { test } from './demo.ts'
import { choose, notifications } from './network.ts'
import { expect, expectAccessible } from './test.ts'

test('a BFD session is enabled, viewed and disabled; a loopback address is created and deleted', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  await page.goto('/system/networking/bfd')
  await expect(page.getByRole('row', { name: /192\.0\.2\.6 .*switch1 .*Single hop 1,000,000 3 Up/ })).toBeVisible()
  await page.getByRole('link', { name: 'New BFD session' }).click()
  const session = page.getByRole('dialog', { name: 'Create BFD session' })
  const [remote, local] = [session.getByLabel('Remote address'), session.getByLabel('Local address')]
  const enable = session.getByRole('button', { name: 'Create BFD session' })
  await remote.fill('192.0.2.2')
  await local.fill('fd00::1')
  await enable.click()
  await expect(remote).toHaveAccessibleDescription(/switch0 already has a session with 192\.0\.2\.2/)
  await expect(local).toHaveAccessibleDescription(/must both be IPv4 or both IPv6/)
  await expect(session.getByText('Required rx is required')).toBeVisible()
  await remote.fill('198.51.100.9')
  await local.fill('')
  await session.getByRole('radio', { name: /^Multi hop/ }).check()
  await session.getByRole('spinbutton', { name: 'Required rx' }).fill('300000')
  await expectAccessible(page)
  await enable.click()
  await expect(notifications(page)).toContainText('BFD session of switch0 with 198.51.100.9 enabled')
  const row = page.getByRole('row', { name: '198.51.100.9' })
  await expect(row).toContainText('Multi hop')
  await expect(row).toContainText('Up')
  await expectAccessible(page)
  await choose(page, row, 'Disable')
  await page.getByRole('alertdialog', { name: 'Disable BFD session' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toHaveCount(0)

  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Loopback Addresses' }).click()
  await page.getByRole('link', { name: 'New loopback address' }).click()
  const loopback = page.getByRole('dialog', { name: 'Create loopback address' })
  const [address, mask] = [
    loopback.getByRole('textbox', { name: 'Address' }),
    loopback.getByRole('spinbutton', { name: 'Mask' }),
  ]
  const create = loopback.getByRole('button', { name: 'Create loopback address' })
  const lot = loopback.getByRole('combobox', { name: 'Address lot' })
  await expect(lot).toBeFocused()
  // Its list, which would hide the fields above, is not open.
  await loopback.getByRole('radio', { name: 'switch1' }).check()
  await lot.fill('rack-up')
  await page.getByRole('option', { name: /rack-uplinks/ }).click()
  await address.fill('192.0.2.33')
  await mask.fill('33')
  await create.click()
  await expect(mask).toHaveAccessibleDescription(/The mask of 192\.0\.2\.33 is at most 32/)
  await mask.fill('32')
  await expectAccessible(page)
  await create.click()
  await expect(address).toHaveAccessibleDescription(/address 192\.0\.2\.33 is in use by a loopback address/)
  await address.fill('192.0.2.40')
  await create.click()
  await expect(notifications(page)).toContainText('Loopback address 192.0.2.40/32 of switch1 created')
  const made = page.getByRole('row', { name: '192.0.2.40/32' })
  await expect(made).toContainText(/switch1.*rack-uplinks/)
  await expectAccessible(page)
  await choose(page, made, 'Delete')
  await page
    .getByRole('alertdialog', { name: 'Delete loopback address' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expect(made).toHaveCount(0)
})

test('the allow list does not lock out its author or overwrite others; inbound ICMP is turned off and on', async ({
  openAs,
}) => {
  const page = await openAs('astrid-berg')
  await page.goto('/system/networking/allow-list')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAccessibleDescription('Nothing has been changed')
  await page.getByRole('radio', { name: /^These networks/ }).check()
  await expect(page.getByText('This may shut you out')).toBeVisible()
  await expect(page.getByText(/You come from (127\.0\.0\.1|::1)/)).toBeVisible()
  const network = page.getByRole('textbox', { name: 'Network' })
  await network.fill('0.0.0.0/0')
  await network.press('Enter')
  await expect(network).toHaveAccessibleDescription(/Width must not be 0/)
  await network.fill('203.0.113.0/24')
  await network.press('Enter')
  await save.click()
  const networks = page.getByRole('group', { name: 'Networks' })
  await expect(networks).toHaveAccessibleDescription(/The list must hold your own address/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add my address' }).click()
  await expect(networks).not.toHaveAccessibleDescription(/The list must hold/)
  const path = '/v1/system/networking/allow-list'
  const ips = ['127.0.0.0/8', '::1/128', '198.51.100.0/24']
  const write = await page.request.put(path, { data: { allowed_ips: { allow: 'list', ips } } })
  expect(write.status(), await write.text()).toBe(200)
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Changed by someone else while this form was open')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(
    /^Take requests from: you set 203\.0\.113\.0\/24, .+, someone else set .+, 198\.51\.100\.0\/24 \(it was any address\)$/,
  )
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('row', { name: '198.51.100.0/24' })).toBeVisible()

  const allowed = async () =>
    ((await (await page.request.get(path)).json()) as { allowed_ips: { ips: string[] } }).allowed_ips.ips
  await network.fill('203.0.113.0/24')
  await network.press('Enter')
  await page.request.put(path, { data: { allowed_ips: { allow: 'list', ips: [...ips, '192.0.2.0/24'] } } })
  await save.click()
  await expect(notifications(page)).toContainText('Allow list updated')
  expect(await allowed()).toEqual([...ips, '192.0.2.0/24', '203.0.113.0/24'])
  await expect(page.getByRole('row', { name: '192.0.2.0/24' })).toBeVisible()

  await page.getByRole('radio', { name: /^Any address/ }).check()
  await save.click()
  await expect
    .poll(async () => ((await (await page.request.get(path)).json()) as { allowed_ips: object }).allowed_ips)
    .toEqual({ allow: 'any' })

  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Inbound ICMP' }).click()
  const icmp = page.getByRole('switch', { name: 'Inbound ICMP' })
  await expect(icmp).toBeChecked()
  await icmp.uncheck()
  await save.click()
  await expect(notifications(page)).toContainText('Inbound ICMP turned off')
  await expectAccessible(page)
  const turnOn = await page.request.put('/v1/system/networking/inbound-icmp', { data: { enabled: true } })
  expect(turnOn.status()).toBe(204)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(icmp).toBeChecked()
  await icmp.uncheck()
  await save.click()
  await expect(save).toHaveAccessibleDescription('Nothing has been changed')
  await page.reload()
  await expect(icmp).not.toBeChecked()
  await icmp.check()
  await save.click()
  await expect(notifications(page)).toContainText('Inbound ICMP turned on')
})
