import type { Page } from '@playwright/test'
import { makeInstance, reaches } from './instance.ts'
import { expect, expectAccessible, test } from './test.ts'

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Instances' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name }) })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('actions follow the state, and show why they are refused', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'db' })
  await page.goto(`/projects/${project}/instances`)
  const row = rowOf(page, 'db')
  const open = () => row.getByRole('button', { name: 'Row actions' }).click()
  await open()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Copy ID',
    'Copy as curl',
    'Copy as CLI',
    'Copy as Terraform',
    'History',
    'Start',
    /^Stop/,
    /^Power off/,
    /^Reboot/,
    'Resize',
    /^View serial console/,
    'Lock deletion',
    'Delete',
  ])
  await expect(page.getByRole('menuitem', { name: /^Stop/ })).toHaveAccessibleDescription(
    'Only a running, starting, rebooting or failed instance can be stopped',
  )
  await page.getByRole('menuitem', { name: 'Start', exact: true }).click()
  const ask = page.getByRole('alertdialog', { name: 'Start instance' })
  await expect(ask).toContainText(
    /db uses 2 vCPUs and 4 GiB of memory of the quota, which has [\d,]+ vCPUs and [\d,.]+ [GT]iB left\./,
  )
  await ask.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toContainText('Running')
  await open()
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Stop', exact: true }).click()
  const stop = page.getByRole('alertdialog', { name: 'Stop instance' })
  await expect(stop).toContainText('db is asked by ACPI to shut down, and powered off if it has not after a minute')
  await stop.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toContainText('Stopped')

  await page.getByRole('button', { name: /^Activity/ }).click()
  const entries = page.getByRole('listitem').filter({ hasText: 'db' })
  await expect(entries.filter({ hasText: 'Start instance' })).toContainText('done')
  await expect(entries.filter({ hasText: 'Stop instance' })).toContainText('done')
  await page.keyboard.press('Escape')

  await open()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('alertdialog', { name: 'Delete instance' })
  await expect(remove).toContainText('Its disks are detached, not deleted')
  await remove.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No instances')).toBeVisible()
})

test('an instance is powered off while it is stopping', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { name: 'db', start: true })
  await reaches(request, id, 'running')
  await page.goto(`/projects/${project}/instances/db`)
  const main = page.getByRole('main')
  const powerOff = async () => {
    await page.getByRole('button', { name: 'Instance actions' }).click()
    await page.getByRole('menuitem', { name: 'Power off' }).click()
    return page.getByRole('alertdialog', { name: 'Power off instance' })
  }
  const cancelled = await powerOff()
  await expect(cancelled).toContainText(
    'db loses power at once, without shutting down: data that its system has not written yet is lost',
  )
  await expectAccessible(page)
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(main).toContainText('Running')

  // Asked before, since the machine may have stopped by the time that a menu is open.
  const ask = await powerOff()
  const stopping = request.post(`/v1/instances/${id}/stop`)
  expect((await (await stopping).json()).run_state).toBe('stopping')
  await ask.getByRole('button', { name: 'Confirm' }).click()
  await expect(main).toContainText('Stopped')
  await page.goto(`/projects/${project}/history`)
  await expect(page.getByRole('main')).toContainText('Powered off instance')
})

test('Power off takes the place of Stop while an instance stops', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { name: 'db', start: true })
  await reaches(request, id, 'running')
  // A simulated machine stops within moments.
  await page.route(/\/v1\/instances\/db\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), run_state: 'stopping' } })
  })
  await page.goto(`/projects/${project}/instances/db`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(button('Stop')).toHaveCount(0)
  await button('Power off').click()
  await page.unroute(/\/v1\/instances\/db\?/)
  await page.getByRole('alertdialog', { name: 'Power off instance' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('main')).toContainText('Stopped')
  await expect(button('Stop')).toBeVisible()
  await expect(button('Power off')).toHaveCount(0)
})

test('a resize overwrites no change of another user', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'db' })
  await page.goto(`/projects/${project}/instances`)
  await rowOf(page, 'db').getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Resize' }).click()
  const modal = page.getByRole('dialog', { name: 'Resize instance' })
  const button = modal.getByRole('button', { name: 'Resize instance' })
  await expect(button).toHaveAccessibleDescription('Nothing has been changed')
  await modal.getByRole('spinbutton', { name: /^vCPUs/ }).fill('65')
  await button.click()
  await expect(modal.getByText('vCPUs must be at most 64')).toBeVisible()
  await modal.getByRole('spinbutton', { name: /^vCPUs/ }).fill('6')

  const other = { ncpus: 3, memory: 2 ** 32, boot_disk: null, auto_restart_policy: 'never' }
  expect((await request.put(`/v1/instances/db?project=${project}`, { data: other })).status()).toBe(200)
  await button.click()
  await expect(modal.getByRole('alert')).toContainText('Changed by someone else while this form was open')
  await expect(modal.getByRole('listitem')).toHaveText('vCPUs: you set 6, someone else set 3 (it was 2)')
  await modal.getByRole('button', { name: 'Reapply my change' }).click()
  await expect(modal).toBeHidden()
  await expect(notifications(page).getByRole('link', { name: 'db' })).toBeVisible()
  await expect(rowOf(page, 'db')).toContainText('6 vCPUs')
  const kept = await (await request.get(`/v1/instances/db?project=${project}`)).json()
  expect(kept).toMatchObject({ ncpus: 6, memory: 2 ** 32, auto_restart_policy: 'never' })
})

test('several instances are stopped at once, and the report shows what was skipped', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const [a, b] = await Promise.all([
    makeInstance(request, project, { name: 'a', start: true }),
    makeInstance(request, project, { name: 'b', start: true }),
    makeInstance(request, project, { name: 'c' }),
  ])
  await Promise.all([reaches(request, a.id, 'running'), reaches(request, b.id, 'running')])
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop 2 of 3' }).click()
  const modal = page.getByRole('dialog', { name: 'Stop instances' })
  await expect(modal.getByRole('status')).toHaveText('2 of 3 will be done')
  await modal.getByRole('button', { name: 'Stop 2' }).click()
  await expect(modal.getByRole('status')).toHaveText('2 done, 1 skipped, 0 failed')
  await expect(modal.getByRole('row', { name: /Skipped/ })).toContainText(
    'Only a running, starting, rebooting or failed instance can be stopped',
  )
  await modal.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('cell', { name: /^Stopped/ })).toHaveCount(3)
})

test('the report names the state of each instance that is skipped, and what to do', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  for (const name of ['a', 'b', 'c', 'd']) await makeInstance(request, project, { name })
  // A simulated machine is stopping for moments only.
  await page.route(/\/v1\/instances\?/, async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = await response.json()
    const states: Record<string, string> = { a: 'stopping', b: 'running', c: 'rebooting' }
    const moving = items.map((item: { name: string }) => ({
      ...item,
      ...(states[item.name] && { run_state: states[item.name] }),
    }))
    await route.fulfill({ response, json: { ...rest, items: moving } })
  })
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  const reasonsOf = async (button: string, title: string) => {
    await page.getByRole('button', { name: button }).click()
    const report = page.getByRole('dialog', { name: title })
    return { report, row: (name: string) => report.getByRole('row').filter({ hasText: new RegExp(`^${name}`) }) }
  }
  const deletion = await reasonsOf('Delete 1 of 4', 'Delete instances')
  await expect(deletion.row('a')).toContainText('It is stopping: try again when that is over.')
  await expect(deletion.row('b')).toContainText('It is running: stop it first.')
  await expect(deletion.row('c')).toContainText('It is rebooting: try again when that is over.')
  await deletion.report.getByRole('button', { name: 'Cancel' }).click()
  const start = await reasonsOf('Start 1 of 4', 'Start instances')
  await expect(start.row('a')).toContainText('It is stopping: try again when that is over.')
  await expect(start.row('b')).toContainText('It is already running.')
})
