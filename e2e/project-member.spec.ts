import { test } from './demo.ts'
import { expect, expectAccessible } from './test.ts'

/** What someone with a role in a project alone may not see is not said to be deleted, or not to exist. */
test('images of the silo are unknown to who has a role in a project alone', async ({ openAs }) => {
  const page = await openAs('leila-haddad')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/v1/images/') && asked.push(request.url()))
  // The refused list alone says it, not a role that may be read later.
  await page.route('**/v1/policy', () => undefined)
  await page.goto('/projects/tide-gauges/disks?q=gauge-api-1')
  const disk = page.getByRole('row', { name: 'gauge-api-1' })
  await expect(disk).toContainText('Unknown: Deleted, or an image of the silo.')
  expect(asked).toEqual([])
  await expectAccessible(page)

  const hint = 'Only users with a role in the silo see its images'
  await page.goto('/projects/tide-gauges/instances-new')
  await page.getByRole('tab', { name: 'Silo images' }).click()
  await expect(page.getByRole('combobox', { name: 'Image' })).toHaveAccessibleDescription(hint)
  await page.goto('/projects/tide-gauges/disks-new')
  await page.getByRole('radio', { name: 'Image' }).check()
  await expect(page.getByRole('dialog')).toContainText(hint)
})

test('names that could not be read are not said to be of somebody who is deleted', async ({ openAs }) => {
  const page = await openAs('mara-lindqvist')
  await page.route('**/v1/groups?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await page.goto('/projects/tide-gauges/access')
  await expect(page.getByText('The names could not be read')).toBeVisible()
  const roles = page.getByRole('table', { name: 'Roles' })
  await expect(roles).toContainText('Its name could not be read.')
  await expect(roles).not.toContainText('It may be deleted')
})
