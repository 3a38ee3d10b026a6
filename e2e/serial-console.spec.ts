import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startCuttableProxy } from './cuttable-proxy.ts'
import { makeInstance, reaches } from './instance.ts'
import { expect, expectAccessible, test } from './test.ts'

const terminal = (page: Page) => page.getByRole('region', { name: 'Terminal' })
const header = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => terminal(page).getByRole('button', { name, exact: true }).click()
const consoleOf = (project: string) => `/projects/${project}/instances/db1/serial-console`

async function logIn(page: Page): Promise<void> {
  await expect(terminal(page)).toContainText('db1 login:')
  await page.keyboard.type('root\n')
  await expect(terminal(page)).toContainText('root@db1:~$')
}

/** All text of the terminal, from its download. */
async function downloaded(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await press(page, 'Download as text')
  const file = await download
  expect(file.suggestedFilename()).toBe('db1-serial-console.txt')
  return readFile(await file.path(), 'utf8')
}

test('it waits for the machine to start and accepts input; Shift+Tab and quick actions leave it', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project)
  await page.goto(consoleOf(project))
  await expect(page).toHaveTitle(`Serial console / db1 / Instances / ${project} / Projects / Skerry`)
  await expect(header(page)).toContainText('Disconnected')
  expect((await request.post(`/v1/instances/${id}/start`)).status()).toBe(202)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expect(header(page)).toContainText('Connecting')
  await expect(header(page)).toContainText('Connected')
  const input = terminal(page).getByRole('textbox', { name: 'Terminal input' })
  await input.focus()
  await logIn(page)
  await page.keyboard.type('uptime\n')
  await expect(terminal(page)).toContainText('load average')

  await page.getByRole('button', { name: 'CLI command' }).click()
  const command = page.getByRole('dialog', { name: 'CLI command' })
  await expect(command).toContainText(`skerry instance serial console --project ${project} --instance db1`)
  await command.getByRole('button', { name: 'Close' }).first().click()
  await expectAccessible(page)

  await input.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(input).toBeFocused()
  await page.keyboard.type('?r')
  await expect(terminal(page)).toContainText('$ ?r')
  await expect(input).toHaveAccessibleDescription(/Shift\+Tab to leave the terminal.*screen reader mode/)
  await page.keyboard.press('Shift+Tab')
  const tools = terminal(page).getByRole('toolbar', { name: 'Terminal tools' })
  await expect(tools.locator(':focus')).toHaveCount(1)
  // One tab stop: arrow keys move within it.
  await page.keyboard.press('ArrowLeft')
  await expect(tools.getByRole('button', { name: 'Screen reader mode' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(tools.locator(':focus')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to instance' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/db1/storage`)
})

test('after a lost connection it reconnects without repeated or missing lines', async ({
  page,
  request,
  baseURL,
  makeProject,
}) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { start: true })
  await reaches(request, id, 'running')
  const proxy = await startCuttableProxy(baseURL!)
  await page.goto(proxy.address + consoleOf(project))
  await logIn(page)
  await page.keyboard.type('seq 300\n')
  await expect(terminal(page)).toContainText('300root@db1')

  proxy.cut()
  await expect(header(page)).toContainText('Reconnecting')
  const other = await page.context().newPage()
  await other.goto(baseURL! + consoleOf(project))
  await expect(terminal(other)).toContainText('300root@db1')
  await other.keyboard.type('seq 2000\n')
  await expect(terminal(other)).toContainText('2000root@db1')
  proxy.restore()
  await expect(header(page)).toContainText('Connected')
  await expect(terminal(page)).toContainText('2000root@db1')

  const lines = (await downloaded(page)).split('\n')
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => String(at + 1))
  expect(lines.filter((each) => /^\d+$/.test(each))).toEqual([...upTo(300), ...upTo(2000)])
  expect(lines.filter((each) => each.includes('login:'))).toHaveLength(1)
  await proxy.close()
})

test('on a phone a bar has the missing keys; it survives a reboot, reports when the machine stops, and opens again', async ({
  page,
  request,
  makeProject,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { start: true })
  await reaches(request, id, 'running')
  await page.goto(consoleOf(project))
  await logIn(page)
  await page.keyboard.type('half a line')
  const ctrl = page.getByRole('button', { name: 'Ctrl', exact: true })
  await ctrl.click()
  await expect(ctrl).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('c')
  await expect(terminal(page)).toContainText('half a line^C')
  await expect(ctrl).toHaveAttribute('aria-pressed', 'false')
  await expectAccessible(page)

  expect((await request.post(`/v1/instances/${id}/reboot`)).status()).toBe(202)
  await expect(terminal(page)).toContainText(/Restarting[^]*db1 login:/)
  await expect(header(page)).toContainText('Connected')

  expect((await request.post(`/v1/instances/${id}/stop`)).status()).toBe(202)
  await expect(terminal(page).getByRole('alert')).toHaveText(
    'Cannot connect. Only a running, rebooting, migrating or repairing instance has a serial console',
  )
  await expect(header(page)).toContainText('Disconnected')
  await expectAccessible(page)
  await reaches(request, id, 'stopped')
  expect((await request.post(`/v1/instances/${id}/start`)).status()).toBe(202)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expect(header(page)).toContainText('Connected')
})

test('paused output is kept and counted; find and copy work, also at the ends of the buffer', async ({
  page,
  context,
  request,
  makeProject,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { start: true })
  await reaches(request, id, 'running')
  await page.goto(consoleOf(project))
  await logIn(page)
  await press(page, 'Pause output')
  await expect(terminal(page).getByRole('status')).toHaveText('Paused: 0 B not shown')
  await terminal(page).getByRole('textbox', { name: 'Terminal input' }).focus()
  await page.keyboard.type('seq 200\n')
  await expect(terminal(page).getByRole('status')).toHaveText(/^Paused: [1-9]\d* B not shown$/)
  await expect(terminal(page)).not.toContainText('seq 200')
  await press(page, 'Resume output')
  await expect(terminal(page)).toContainText('200root@db1')
  await press(page, 'To the top')
  await expect(terminal(page)).toContainText('Starting firmware')
  await press(page, 'To the bottom')
  await expect(terminal(page)).not.toContainText('Starting firmware')

  await press(page, 'Find')
  await page.keyboard.type('ROOT@')
  const found = terminal(page).getByRole('search').getByRole('status')
  await expect(found).toHaveText(/ of 2$/)
  const first = await found.textContent()
  await press(page, 'Next match')
  await expect(found).not.toHaveText(first!)
  await press(page, 'Previous match')
  await expect(found).toHaveText(first!)
  await press(page, 'Match case')
  await expect(found).toHaveText('No matches')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Find in the console' }).press('Escape')
  await expect(terminal(page).getByRole('search')).toHaveCount(0)

  await press(page, 'Copy selection or all')
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).toContain('Starting firmware')
  expect(await clipboard()).toContain('\n199\n200\n')
  await press(page, 'Screen reader mode')
  await expect(terminal(page).getByRole('list')).toContainText('root@db1')
  await expectAccessible(page)
})
