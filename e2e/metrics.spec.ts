import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { test } from './demo.ts'
import { blankDisk, makeInstance } from './instance.ts'
import { expect, expectAccessible, test as plain } from './test.ts'

const metrics = (instance: string, tab: string) => `/projects/tide-gauges/instances/${instance}/metrics/${tab}`
/** An instance that has run for days. */
const running = 'gauge-store'

/** The plot begins below the controls, fills its box down to the times under it, and the card has no empty half. */
async function expectRowOfControls(page: Page): Promise<void> {
  const card = (await page.getByRole('region', { name: 'CPU' }).boundingBox())!
  const tops = ['State', 'Time range', 'Refresh'].map(async (name) => {
    const box = await page.getByRole('button', { name: new RegExp(`^${name}: `) }).boundingBox()
    expect(box!.y + box!.height).toBeLessThan(card.y)
    return box!.y
  })
  expect(new Set(await Promise.all(tops)).size).toBe(1)
  const [box, plot] = await Promise.all(
    ['[role=img]', '.u-over'].map((part) => page.locator(part).first().boundingBox()),
  )
  expect(plot!.height / box!.height).toBeGreaterThan(0.75)
}

test('an instance shows metrics of its CPU, disks and network, in the time range of the URL', async ({ openAs }) => {
  const page = await openAs('tomas-novak')
  await page.goto(`/projects/tide-gauges/instances/${running}/metrics`)
  await expect(page).toHaveURL(metrics(running, 'cpu'))
  await expect(page.getByRole('img', { name: /^CPU running\. last [\d.]+%, highest/ })).toBeVisible()
  await expectAccessible(page)

  await test.step("a chart's numbers are a file, and its query opens in the explorer", async () => {
    await page.getByRole('button', { name: 'CPU running: more' }).click()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await downloaded).path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toBe('time,CPU running')
    await expect(page.getByRole('status').filter({ hasText: /\.csv downloaded/ })).toBeAttached()
    // The menu above the table also comes before it in the tab order.
    await page.getByRole('button', { name: 'CPU running: more' }).press('Tab')
    await expect(page.locator('summary').first()).toBeFocused()
    expect(lines.length).toBeGreaterThan(30)
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,\d/)

    await page.getByRole('button', { name: 'CPU running: more' }).click()
    await page.getByRole('menuitem', { name: 'View query' }).click()
    await page.getByRole('dialog', { name: 'Query' }).getByRole('link', { name: 'Open in explorer' }).click()
    await expect(page).toHaveURL(/\/projects\/tide-gauges\/metrics\?query=/)
    await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue(/^get virtual_machine:vcpu_usage \| filter/)
    await expect(page.getByRole('img', { name: /^virtual_machine:vcpu_usage\./ })).toBeVisible()
    await page.goBack()
  })

  await page.getByRole('button', { name: 'State: Running' }).click()
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(['Running'])
  await page.getByRole('menuitemradio', { name: 'All' }).click()
  await expect(page.getByRole('button', { name: 'State: All' })).toBeVisible()
  for (const state of ['running', 'emulation', 'idle', 'waiting'])
    await expect(page.getByRole('img', { name: new RegExp(`^CPU ${state}\\. last`) })).toBeVisible()
  await expectRowOfControls(page)

  await page.getByRole('tab', { name: 'Disk' }).click()
  await expect(page).toHaveURL(metrics(running, 'disk'))
  for (const label of ['Reads', 'Writes', 'Bytes read', 'Bytes written', 'Flushes'])
    await expect(page.getByRole('img', { name: new RegExp(`^${label}\\. last`) })).toBeVisible()
  await expect(page).toHaveTitle(/^Disk \/ Metrics \//)

  await page.getByRole('tab', { name: 'Network', exact: true }).click()
  for (const label of ['Bytes sent', 'Bytes received', 'Packets sent', 'Packets received', 'Packets dropped'])
    await expect(page.getByRole('img', { name: new RegExp(`^${label}\\.`) })).toBeVisible()

  await test.step('the time range is in the URL, and the tabs share it', async () => {
    await page.getByRole('button', { name: 'Time range: Last hour' }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(['Last hour'])
    await page.getByRole('menuitemradio', { name: 'Last 3 hours' }).click()
    await expect(page).toHaveURL(/range=3h/)
    await page.getByRole('tab', { name: 'Disk' }).click()
    await expect(page).toHaveURL(/disk\?range=3h/)
    await page.getByRole('button', { name: 'Time range: Last 3 hours' }).click()
    await page.getByRole('menuitemradio', { name: 'Custom' }).click()
    await expect(page.getByRole('button', { name: /^Refresh: / })).toHaveCount(0)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00:00')
    await expect(page.getByRole('alert')).toHaveText('The end must be after the start')
    await page.getByLabel('From', { exact: true }).fill('2019-12-31T00:00:00')
    await expect(page).toHaveURL(/from=2019-12-3/)
    // Without samples the API has nothing to group: no data, not a failure.
    await expect(page.getByText('No data')).toHaveCount(5)
    await page.reload()
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(/2020-01-01T00:00/)
  })
})

test('the explorer completes, runs and saves queries, and shows their errors', async ({ openAs }) => {
  const page = await openAs('tomas-novak')
  await page.goto('/projects/tide-gauges/metrics')
  const editor = page.getByRole('textbox', { name: 'Query' })
  await page.getByRole('button', { name: 'CPU time of each instance' }).click()
  await expect(editor).toHaveValue(/^get virtual_machine:vcpu_usage/)
  await expect(page.getByRole('img', { name: /vcpu_usage/ })).toBeVisible()
  await page.goto('/projects/tide-gauges/metrics')
  await editor.pressSequentially('get vcpu')
  await expect(page.getByRole('option', { name: 'virtual_machine:vcpu_usage' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(editor).toHaveValue('get virtual_machine:vcpu_usage')
  await editor.press('End')
  await editor.pressSequentially(' | filter stat')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['state'])
  // At the cursor, which is within the field.
  const [list, box] = [await page.getByRole('listbox').boundingBox(), await editor.boundingBox()]
  expect(list!.x).toBeGreaterThan(box!.x + 100)
  expect(list!.y).toBeLessThan(box!.y + box!.height)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)

  await editor.fill('get virtual_machine:vcpu_usage | colour')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('line 1, column 34: expected filter, align')
  await page.getByRole('button', { name: 'line 1, column 34' }).click()
  const selected = () =>
    editor.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))
  expect(await selected()).toBe('colour')
  await expectAccessible(page)

  await editor.fill('get virtual_machine:vcpu_usage | filter timestamp > @now() - 1h | group_by [state]')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('alert')).toContainText('Put an align before the group_by')

  const good =
    'get virtual_machine:vcpu_usage | filter timestamp > @now() - 1h | align mean_within(5m) | group_by [state], sum'
  await editor.fill(good)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/query=get/)
  await expect(page.getByRole('img', { name: /^virtual_machine:vcpu_usage\. state=/ })).toBeVisible()
  const legend = page.getByRole('group', { name: 'Series of virtual_machine:vcpu_usage' })
  await expect(legend.getByRole('button')).toHaveCount(4)
  await legend.getByRole('button', { name: 'state=idle' }).click()
  await expect(legend.getByRole('button', { name: 'state=idle' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('img', { name: /state=idle/ })).toHaveCount(0)
  await expect(
    page.getByRole('table', { name: 'Points' }).getByRole('row').filter({ hasText: 'state=run' }),
  ).not.toHaveCount(0)
  await expectAccessible(page)

  await page.reload()
  await expect(editor).toHaveValue(good)
  await editor.fill('')
  await page.getByRole('button', { name: 'Last queries' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(4)
  await page.getByRole('menuitem', { name: 'get virtual_machine:vcpu_usage | colour' }).click()
  await expect(editor).toHaveValue('get virtual_machine:vcpu_usage | colour')
})

test('operators query the whole system and browse its timeseries', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/metrics/schemas')
  const table = page.getByRole('table', { name: 'Schemas' })
  await expect(table).toContainText('hardware_component:temperature')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter schemas' }).fill('temperature')
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Query it' }).click()
  await expect(page).toHaveURL(/\/system\/metrics\?query=/)
  await expect(page.getByRole('img', { name: /^hardware_component:temperature\./ })).toBeVisible()
  const editor = page.getByRole('textbox', { name: 'Query' })
  await editor.fill('')
  await editor.pressSequentially('get fan')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['hardware_component:fan_speed'])
})

plain('an instance without disks and interfaces says so', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project, { network_interfaces: { type: 'none' } })
  await page.goto(`/projects/${project}/instances/db1/metrics/network`)
  await expect(page.getByText('No network interfaces')).toBeVisible()
  await page.getByRole('tab', { name: 'Disk' }).click()
  await expect(page.getByText('No disks')).toBeVisible()
  await makeInstance(request, project, { name: 'db2', disks: [{ type: 'create', ...blankDisk('one') }] })
  await page.goto(`/projects/${project}/instances/db2/metrics/disk`)
  // The instance never ran.
  await expect(page.getByText('No data')).toHaveCount(5)
})

plain(
  'a query is never cut, says how long it may be, and is still there after a look elsewhere',
  async ({ page, context, makeProject }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const project = await makeProject('typed')
    await page.goto(`/projects/${project}/metrics`)
    const editor = page.getByRole('textbox', { name: 'Query' })
    const run = page.getByRole('button', { name: 'Run', exact: true })
    await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(6017)))
    await editor.click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(editor).toHaveValue('x'.repeat(6017))
    await expect(editor).toHaveAccessibleDescription('The query has 6,017 characters, but at most 4,096 are allowed')
    await expect(run).toHaveAccessibleDescription('The query has 6,017 characters, but at most 4,096 are allowed')
    await editor.fill('get virtual_machine:reset')
    await expect(run).toBeEnabled()
    await page.getByRole('link', { name: 'Disks', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Disks' })).toBeVisible()
    await page.getByRole('link', { name: 'Metrics', exact: true }).click()
    await expect(editor).toHaveValue('get virtual_machine:reset')
  },
)
