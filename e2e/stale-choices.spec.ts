import { makeDisk, makeInstance, notifications, post } from './storage.ts'
import { expect, test } from './test.ts'

test.use({ isLive: true })

test('a disk that another instance took since it was chosen is not attached without a word', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeDisk(request, project, 'wanted', 1)
  for (const name of ['one', 'other']) await makeInstance(request, project, name)
  await page.goto(`/projects/${project}/instances/one/storage`)
  await page.getByRole('button', { name: 'Attach existing disk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach existing disk' })
  await dialog.getByRole('combobox', { name: 'Disk' }).click()
  await page.getByRole('option', { name: /^wanted/ }).click()
  await post(request, `/v1/instances/other/disks/attach?project=${project}`, { disk: 'wanted' })
  await expect(dialog.getByRole('combobox', { name: 'Disk' })).not.toHaveValue('wanted')
  await dialog.getByRole('button', { name: 'Attach disk' }).click()
  await expect(dialog.getByText('No longer available: choose another')).toBeVisible()
  await expect(notifications(page)).toHaveCount(0)
})
