import { readFile } from 'node:fs/promises'
import { test } from './demo.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

const phone = { width: 390, height: 844 }

test('a silo shows its provisioned share of its quotas, now and over time', async ({ openAs }) => {
  const page = await openAs('ines-costa')
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Utilization' }).click()
  await expect(page).toHaveTitle('Utilization / Skerry')
  for (const name of ['CPU', 'Memory', 'Storage'])
    await expect(page.getByRole('meter', { name: `${name} provisioned` })).toHaveAttribute(
      'aria-valuetext',
      /of .+ provisioned, [\d.,]+%/,
    )
  for (const name of ['CPU', 'Memory', 'Storage'])
    await expect(page.getByRole('img', { name: new RegExp(`^${name} provisioned\\. last `) })).toBeVisible()
  await page.setViewportSize(phone)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'CPU provisioned: more' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/^time,CPU provisioned\r\n\d{4}-.*Z,\d+\r\n/)

  await page.getByRole('button', { name: 'Time range: Last hour' }).click()
  await page.getByRole('menuitemradio', { name: 'Last week' }).click()
  await expect(page).toHaveURL(/range=7d/)
  const project = page.getByRole('combobox', { name: 'Project' })
  await project.click()
  await project.fill('weather')
  await page.getByRole('option', { name: 'weather' }).click()
  await expect(page).toHaveURL(/range=7d&only=weather/)
  await page.reload()
  await expect(project).toHaveValue('weather')
  await project.click()
  await project.fill('All')
  await page.getByRole('option', { name: 'All projects' }).click()
  await expect(page).not.toHaveURL(/only/)

  await page.getByRole('button', { name: 'Time range: Last week' }).click()
  await page.getByRole('menuitemradio', { name: 'Custom' }).click()
  await expect(page.getByRole('button', { name: /^Refresh: / })).toHaveCount(0)
  const from = page.getByLabel('From')
  await from.fill('2031-01-01T00:00')
  await expect(from).toHaveAccessibleDescription('The end must be after the start')
  await from.fill('2026-01-01T00:00')
  await expect(page).toHaveURL(/from=2026-01-01T00/)
})

test('Refresh reads the charts too, also where they are not read again by themselves', async ({ openAs }) => {
  const page = await openAs('ines-costa')
  await page.goto('/utilization?every=0')
  await expect(page.getByRole('img', { name: /^Storage provisioned\. last / })).toBeVisible()
  const read = page.waitForRequest(/metrics\/cpus_provisioned\?/)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await read
})

test('the filter of charts follows the address', async ({ openAs }) => {
  const page = await openAs('ines-costa')
  await page.goto('/utilization?only=weather')
  const project = page.getByRole('combobox', { name: 'Project' })
  await expect(project).toHaveValue('weather')
  await page.getByRole('navigation').getByRole('link', { name: 'Utilization' }).click()
  await expect(page).toHaveURL('/utilization')
  await expect(project).toHaveValue('All projects')
})

test('the times of a range keep the focus while they are typed, and follow the address', async ({ openAs }) => {
  const page = await openAs('ines-costa')
  await page.goto('/utilization?from=2026-03-04T12:00:00.000Z&to=2026-05-06T12:00:00.000Z')
  const from = page.getByLabel('From')
  await from.focus()
  await page.keyboard.type('02')
  await expect(page).toHaveURL(/from=2026-02-04T/)
  await expect(from).toBeFocused()
  await page.keyboard.type('01')
  await expect(page).toHaveURL(/from=2026-02-01T/)
  await page.evaluate(() => history.pushState({}, '', '/utilization?from=2026-01-02T12:00:00Z&to=2026-01-03T12:00:00Z'))
  await expect(from).toHaveValue(/^2026-01-02T/)
})

test('system utilization compares use and quotas of silos with the physical capacity', async ({ page, request }) => {
  const name = uniqueName('vast')
  await makeSilo(request, { name, quotas: { cpus: 5_000_000, memory: 2 ** 30, storage: 2 ** 50 } })
  await page.goto('/system/utilization?range=24h')
  await expect(page).toHaveTitle('Utilization / Skerry')
  await expect(page.getByRole('meter', { name: 'CPU provisioned' })).toBeVisible()
  const capacity = page.getByRole('region', { name: 'Physical capacity' })
  await expect(capacity.getByText('estimate')).toBeVisible()
  await expect(capacity.getByRole('meter', { name: 'Physical capacity: CPU' })).toHaveAttribute(
    'aria-valuetext',
    /provisioned/,
  )
  await expect(capacity.getByText(/^Quotas above 100% add up to more/)).toBeVisible()
  await expect(capacity.getByText(/^Quotas: [\d,.]+% of capacity$/).first()).toBeVisible()
  // One word for one thing: the factors that an operator sets.
  await expect(page.getByText(/overcommitted/i)).toHaveCount(0)
  const row = page.getByRole('table', { name: 'Utilization of silos' }).getByRole('row', { name })
  await expect(row).toContainText('0 / 5,000,000')
  await expect(row).toContainText('0 / 1,024')
  await page.setViewportSize(phone)
  for (const fact of ['0 / 5,000,000', '5,000,000', '0 / 1', '1', '0 / 1,024', '1,024'])
    await expect(row.getByRole('cell', { name: fact, exact: true })).toBeVisible()
  for (const sort of ['CPU (vCPUs): Of quota', 'Memory (GiB): Available', 'Storage (TiB): Available'])
    await expect(page.getByRole('button', { name: sort })).toBeVisible()
  await expectAccessible(page)
  const silo = page.getByRole('combobox', { name: 'Silo' })
  await silo.click()
  await silo.fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(new RegExp(`only=${name}`))
})

test('a factor of overcommitment that cannot be is flagged when its field is left', async ({ page }) => {
  await page.goto('/system/utilization')
  await page.getByRole('button', { name: 'Edit overcommitment' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit overcommitment' })
  for (const name of ['CPU', 'Storage'])
    for (const factor of ['0', '-1', 'two']) {
      const field = modal.getByRole('spinbutton', { name })
      await field.fill(factor)
      await field.press('Tab')
      await expect(field).toHaveAccessibleDescription(/Must be a number from 0\.1 to 100/)
      // At once, and not when the field is left: the button would jump away from under the mouse.
      await field.fill('2.5')
      await expect(field).not.toHaveAccessibleDescription(/Must be/)
    }

  const field = modal.getByRole('spinbutton', { name: 'Storage' })
  const button = modal.getByRole('button', { name: 'Cancel', exact: true })
  await field.fill('0')
  const place = (await button.boundingBox())!
  await page.mouse.move(place.x + place.width / 2, place.y + 3)
  await page.mouse.down()
  await expect(field).not.toBeFocused()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await button.boundingBox()).toEqual(place)
  await page.mouse.move(place.x + place.width / 2, place.y - 200)
  await page.mouse.up()
  await expect(field).toHaveAccessibleDescription(/Must be/)

  // A press may end otherwise: as a drag, the scroll of a touch, or in another window.
  for (const end of ['dragend', 'pointercancel', 'blur']) {
    await field.fill('2.5')
    await expect(field).not.toHaveAccessibleDescription(/Must be/)
    await field.fill('0')
    const shown = (await button.boundingBox())!
    await page.mouse.move(shown.x + shown.width / 2, shown.y + 3)
    await page.mouse.down()
    await expect(field).not.toBeFocused()
    await page.evaluate((type) => (type === 'blur' ? window : document.body).dispatchEvent(new Event(type)), end)
    await expect(field).toHaveAccessibleDescription(/Must be/)
    await page.mouse.move(shown.x + shown.width / 2, shown.y - 200)
    await page.mouse.up()
  }
})
