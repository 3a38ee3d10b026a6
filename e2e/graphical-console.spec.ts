import { makeInstance, withRealMachines } from './instance.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a platform with displays offers graphical consoles, and one without says so at their URL', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('display')
  await makeInstance(request, project, { name: 'db1' })
  const pageOf = (path: string) => `/projects/${project}/instances/db1/${path}`
  const card = page.getByRole('region', { name: 'Graphical console', exact: true })
  const item = page.getByRole('menuitem', { name: 'View graphical console' })
  const openMenu = async () => {
    await page.getByRole('button', { name: 'Instance actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'View serial console' })).toBeVisible()
  }

  await page.goto(pageOf('connect'))
  await expect(page.getByText('This server simulates its instances')).toBeVisible()
  await expect(card).toHaveCount(0)
  await openMenu()
  await expect(item).toHaveCount(0)
  await page.goto(pageOf('graphical-console'))
  await expect(page.getByRole('alert')).toHaveText(
    'Cannot connect. Not on this platform: its instances have no display',
  )
  await expectAccessible(page)

  await withRealMachines(page, { graphical_console: true })
  await page.goto(pageOf('connect'))
  await expect(card).toBeVisible()
  await openMenu()
  await expect(item).toBeVisible()

  // The menu of a row has it from the start: nothing moves under the pointer.
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'View serial console' })).toBeVisible()
  expect(await item.count()).toBe(1)
})
