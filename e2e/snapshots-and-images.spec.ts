import { get, type Made } from './network.ts'
import { post, makeDisk, makeSnapshot, makeImage, openMenu, confirm, notifications, gib } from './storage.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('a snapshot is taken at once, becomes an image, and is deleted', async ({ page, request, makeProject }) => {
  const project = await makeProject('snapshots')
  await makeDisk(request, project, 'data')
  await page.goto(`/projects/${project}/disks`)
  const answer = Promise.withResolvers<void>()
  await page.route(/\/v1\/snapshots\?/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await openMenu(page, 'data')
  await page.getByRole('menuitem', { name: 'Take snapshot', exact: true }).click()
  // There is no answer until the server is done.
  await expect(notifications(page)).toContainText(/Snapshot data-[0-9a-f]{6} is being created/)
  await page.getByRole('button', { name: /^Activity/ }).click()
  const activity = page.getByRole('dialog', { name: 'Activity' })
  await expect(activity.getByRole('listitem')).toContainText(/Create snapshot data-[0-9a-f]{6}/)
  answer.resolve()
  await expect(notifications(page)).toContainText(/Snapshot data-[0-9a-f]{6} created/)
  await expect(activity.getByRole('listitem')).toContainText('done')

  await page.keyboard.press('Escape')
  await notifications(page)
    .getByRole('link', { name: /^data-/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/snapshots/data-[0-9a-f]{6}$`))
  const details = page.getByRole('dialog', { name: /^data-/ })
  await details.getByRole('button', { name: 'Close' }).first().click()
  const row = page.getByRole('row', { name: /data-[0-9a-f]{6}/ })
  await expect(row).toContainText('Ready')
  await row.getByRole('link').first().click()
  await expect(details).toContainText('10 GiB')
  await expectAccessible(page)
  await details.getByRole('link', { name: 'Create image' }).click()
  const panel = page.getByRole('dialog', { name: 'Create image' })
  await expect(panel.getByLabel('Name')).toHaveValue(/^data-[0-9a-f]{6}$/)
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('golden')
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByLabel('Version').fill('13')
  await panel.getByRole('button', { name: 'Create image' }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
  await expect(page.getByRole('row', { name: 'golden' })).toContainText('10 GiB')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Snapshots', exact: true }).click()
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await confirm(page, 'Delete snapshot')
  await expect(page.getByText('No snapshots')).toBeVisible()
})

test('the snapshot form offers the disks that allow snapshots; the source of a disk may be deleted', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('offer')
  await makeDisk(request, project, 'data')
  const importing = { type: 'importing_blocks', block_size: 512 }
  await post(request, `/v1/disks?project=${project}`, {
    name: 'half',
    description: '',
    size: gib,
    disk_source: importing,
  })
  await page.goto(`/projects/${project}/snapshots-new`)
  const panel = page.getByRole('dialog', { name: 'Create snapshot' })
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('now')
  await panel.getByLabel('Disk').click()
  await expect(page.getByRole('option', { name: /half/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('option', { name: /data/ }).click()
  await panel.getByRole('button', { name: 'Create snapshot' }).click()
  await expect(page.getByRole('row', { name: 'now' })).toContainText('Ready')
  await expectAccessible(page)

  const { id } = await get<Made>(request, `/v1/snapshots/now?project=${project}`)
  await makeDisk(request, project, 'copy', 10, { type: 'snapshot', snapshot_id: id })
  expect((await request.delete(`/v1/snapshots/${id}`)).status()).toBe(204)
  await page.getByRole('link', { name: 'Disks', exact: true }).click()
  await expect(page.getByRole('row', { name: 'copy' })).toContainText('Deleted')
})

test('an image is promoted and demoted, with toasts and entries in the activity menu', async ({
  page,
  request,
  makeProject,
}) => {
  const [project, other] = [await makeProject('from'), await makeProject('to')]
  await makeDisk(request, project, 'origin', 1)
  const snapshot = await makeSnapshot(request, project, 'golden', 'origin')
  const [one, two] = [uniqueName('one'), uniqueName('two')]
  for (const name of [one, two]) await makeImage(request, project, name, snapshot.id)

  await page.goto(`/projects/${project}/images`)
  await openMenu(page, one)
  await page.getByRole('menuitem', { name: 'Promote', exact: true }).click()
  await confirm(page, 'Promote image')
  await expect(page.getByRole('row', { name: one })).toHaveCount(0)
  await notifications(page).getByRole('link', { name: one }).click()
  await expect(page).toHaveURL(`/images/${one}/edit`)
  await expect(page.getByRole('dialog', { name: one })).toContainText('All projects in the silo')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: one })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Promote image' }).click()
  const modal = page.getByRole('dialog', { name: 'Promote image' })
  await expect(modal.getByText('all projects will see it')).toBeVisible()
  await modal.getByRole('combobox', { name: 'Project' }).fill(project)
  await page.getByRole('option', { name: project }).click()
  await modal.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: new RegExp(two) }).click()
  await modal.getByRole('button', { name: 'Promote', exact: true }).click()
  await expect(page.getByRole('row', { name: two })).toBeVisible()

  await openMenu(page, two)
  await page.getByRole('menuitem', { name: 'Demote', exact: true }).click()
  const demote = page.getByRole('dialog', { name: `Demote image ${two}` })
  await demote.getByLabel('Receiving project').fill(other)
  await page.getByRole('option', { name: other }).click()
  await demote.getByRole('button', { name: 'Demote' }).click()
  await expect(page.getByRole('row', { name: two })).toHaveCount(0)
  const demoted = notifications(page).getByRole('dialog').filter({ hasText: 'now belongs to one project' })
  await demoted.getByRole('link', { name: two }).click()
  await expect(page).toHaveURL(`/projects/${other}/images/${two}/edit`)
  await expect(page.getByRole('dialog', { name: two })).toContainText('This project')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Activity/ }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText(`Demote image ${two}`)
})
