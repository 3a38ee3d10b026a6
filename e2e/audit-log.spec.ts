import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { test } from './demo.ts'
import { choose, notifications, post } from './network.ts'
import { expect, expectAccessible, uniqueName } from './test.ts'

test('the audit log is filtered, viewed and exported', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  const name = uniqueName('audited')
  const pool = await post(page.request, '/v1/system/ip-pools', { name, description: '' })
  expect((await page.request.post('/v1/system/ip-pools', { data: { name, description: '' } })).status()).toBe(400)
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page).toHaveTitle('Audit Log / Skerry')
  const entries = page.getByRole('table', { name: 'Audit Log' })
  const made = entries.getByRole('row').filter({ hasText: 'ip_pool_create' }).filter({ hasText: '201' })
  await expect(made.first()).toContainText(/Success.*astrid-berg.*default/)
  await expectAccessible(page)

  await choose(page, made.filter({ hasText: `Ip pool ${name}` }).first(), 'Only this target')
  await expect(page).toHaveURL(`/system/audit-log?target=${pool.id}`)
  await expect(entries.getByRole('row')).toHaveCount(2)
  // All filters and their button stand in one line.
  const filters = page.getByRole('search', { name: 'Audit log' })
  const boxes = await filters.locator('input.control, .control:not(input), [type=submit]').all()
  expect(boxes).toHaveLength(8)
  const edges = await Promise.all(boxes.map(async (part) => (await part.boundingBox())!))
  expect(new Set(edges.map(({ y, height }) => `${y} ${height}`)).size).toBe(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const [actor, operation] = ['Actor', 'Operation'].map((name) => page.getByRole('combobox', { name })) as [
    Locator,
    Locator,
  ]
  const apply = page.getByRole('button', { name: 'Apply' })
  await actor.fill('nobody-of-this-name')
  await actor.press('Enter')
  await apply.click()
  await expect(actor).toHaveAccessibleDescription('Choose from the list or enter an ID')
  // Enter has shown that already. A refused field that takes the focus closes its list.
  await expect(actor).toBeFocused()
  await actor.fill('astrid')
  await page.getByRole('option', { name: 'astrid-berg' }).click()
  // A long name is readable in the list of a narrow field.
  await operation.fill('member_instance_delete')
  const long = page.getByRole('option', { name: 'anti_affinity_group_member_instance_delete', exact: true })
  const cut = await long.evaluate((option) =>
    [...option.querySelectorAll('span')].filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0),
  )
  expect(cut).toEqual([])
  await operation.fill('ip_pool_create')
  await page.getByRole('option', { name: 'ip_pool_create', exact: true }).click()
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await apply.click()
  const narrowed = /audit-log\?actor=[\da-f-]{36}&operation=ip_pool_create&outcome=refused$/
  await expect(page).toHaveURL(narrowed)
  await expect(entries.getByRole('row').nth(1)).toContainText('400')
  await expect(entries).not.toContainText('201')

  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  const file = await exported
  expect(file.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^timestamp,operation,outcome/)
  expect(lines.slice(1).every((line) => line.includes(',ip_pool_create,refused,400,astrid-berg,'))).toBe(true)

  await entries.getByRole('row').nth(1).getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'ip_pool_create' })
  await expect(panel).toContainText(/Reason.*already exists/)
  await expect(panel).toContainText(/Request ID/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(narrowed)
  await page.reload()
  await expect(operation).toHaveValue('ip_pool_create')
  await expect(actor).toHaveValue('astrid-berg')

  const update = { name, description: 'Of a test' }
  expect((await page.request.put(`/v1/system/ip-pools/${pool.id}`, { data: update })).status()).toBe(200)
  await page.goto(`/system/audit-log?target=${pool.id}&operation=ip_pool_update`)
  await entries.getByRole('row').nth(1).getByRole('link').click()
  const change = page.getByRole('dialog', { name: 'ip_pool_update' }).getByRole('region', { name: 'Change' })
  await expect(change).toHaveText(/^Change\s*description.*now .*Of a test$/)
  await page.keyboard.press('Escape')
  await operation.fill('nothing_like_it')
  await operation.press('Enter')
  await apply.click()
  await expect(page.getByText('No entries match these filters')).toBeVisible()
})

test('unfinished sagas are listed, and one that fails is retried at once', async ({ openAs, makeFailing }) => {
  const page = await openAs('astrid-berg')
  const error = 'The disk is full'
  await makeFailing({ name: 'support-bundle-delete', error, data: { bundleId: crypto.randomUUID() } })
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Sagas' }).click()
  await expect(page).toHaveTitle('Sagas / Skerry')
  await expect(page.getByRole('row', { name: 'support-bundle-delete' })).toBeVisible()
  await expectAccessible(page)
  // It runs for some seconds: nothing slow before it is looked at.
  await post(page.request, '/experimental/v1/system/support-bundles', {})
  await page.getByRole('button', { name: 'Refresh' }).click()
  // The demo data begin with another.
  const row = page.getByRole('row', { name: 'support-bundle-collect' }).filter({ hasText: 'astrid-berg' })
  await expect(row).toContainText(/Support bundle.*Running.*collect/)
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Retry' })).toHaveAccessibleDescription(
    'A step of the saga is running',
  )
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^Issues \d+ issues, \d+ critical$/ }).click()
  const issue = page.getByRole('row', { name: 'support-bundle-delete' })
  await expect(issue).toContainText('Critical')
  await expect(issue).toContainText(error)
  await issue.getByRole('link', { name: 'support-bundle-delete' }).click()
  const failing = page.getByRole('row', { name: 'support-bundle-delete' })
  await expect(failing).toContainText(new RegExp(`Retrying.*file.*${error}`))
  await choose(page, failing, 'Retry')
  const question = page.getByRole('alertdialog', { name: 'Retry saga' })
  await expect(question).toContainText('support-bundle-delete is retried now')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText('Saga support-bundle-delete is being retried')
  await expect(failing).toHaveCount(0)
  // The page polls.
  await expect(page.getByText('No running sagas')).toBeVisible()
})
