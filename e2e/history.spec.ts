import { makeDisk } from './instance.ts'
import { mayOnlyLook } from './network.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('a thing has its history in its menu: acts, refusals and changes', async ({ page, request, makeProject }) => {
  const project = await makeProject('past')
  expect((await request.put(`/v1/projects/${project}`, { data: { description: 'Front ends' } })).status()).toBe(200)
  await page.goto(`/projects?q=${project}`)
  await page.getByRole('row', { name: project }).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  const entries = panel.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.nth(0)).toContainText('Changed project')
  await expect(entries.nth(1)).toContainText('Created project')
  await expect(entries.nth(1)).toContainText('admin')
  await entries.nth(0).getByText('What changed').click()
  await expect(entries.nth(0)).toContainText('Front ends')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  const refused = await request.post('/v1/projects', { data: { name: project, description: '' } })
  expect(refused.status()).toBe(400)
  await page.goto('/history')
  await expect(page.getByRole('listitem').filter({ hasText: 'Tried to create project' }).first()).toContainText(
    'already exists',
  )
})

test('what is deleted is found from its project, by its name', async ({ page, request, makeProject }) => {
  const [project, disk] = [await makeProject('past'), uniqueName('gone')]
  await makeDisk(request, project, disk)
  expect((await request.delete(`/v1/disks/${disk}?project=${project}`)).status()).toBe(204)
  await page.goto(`/projects/${project}`)
  await page.getByRole('navigation', { name: project }).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveTitle(`History / ${project} / Projects / Skerry`)
  await expect(page.getByRole('listitem').filter({ hasText: `Deleted disk ${disk} (deleted)` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: disk }).first().click()
  const entries = page.getByRole('dialog', { name: 'History' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.nth(0)).toContainText('Deleted disk')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('older entries are shown on request, a failure can be retried', async ({ page, request, makeProject }) => {
  const project = await makeProject('past')
  for (let change = 0; change < 30; change++)
    await request.put(`/v1/projects/${project}`, { data: { description: `Change ${change}` } })
  await page.route(/\/history\?/, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }), { times: 1 })
  await page.goto(`/projects/${project}/history`)
  await expect(page.getByText('The history could not be read')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(entries).toHaveCount(25)
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(entries).toHaveCount(31)
  await expect(entries.last()).toContainText('Created project')
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0)
})

test('a viewer sees the history of the project, not that of the silo', async ({ page, makeProject }) => {
  const project = await makeProject('past')
  await mayOnlyLook(page, project)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${project}/history`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Changed access to project' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await page.goto('/history')
  await expect(page.getByText('Needs silo admin; you have none')).toBeVisible()
})
