import type { APIRequestContext, Page } from '@playwright/test'
import { reaches } from './instance.ts'
import { leaveOut, mayOnlyLook } from './network.ts'
import { confirm, makeDisk, makeImage, makeInstance, makeSnapshot, notifications, openMenu } from './storage.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

const refusal = 'Deletion is locked. Unlock it first.'
const long = `a${'-long'.repeat(12)}-b`

const lock = async (request: APIRequestContext, path: string, locked = true) =>
  expect((await request.put(`/v1/${path.replace('?', '/deletion-lock?')}`, { data: { locked } })).status()).toBe(200)
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
/** Reasons are descriptions. */
const deletion = (page: Page) => page.getByRole('menuitem', { name: /^Delete/ })
const mark = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('img', { name: 'Deletion locked' })

test('deletion is locked and unlocked from a list and from a page', async ({ page, request, makeProject }) => {
  const project = await makeProject('lock')
  await makeDisk(request, project, long, 1)
  await page.goto(`/projects/${project}/disks`)
  await openMenu(page, long)
  await item(page, 'Lock deletion').click()
  await expect(page.getByRole('alertdialog', { name: 'Lock deletion' })).toContainText('until its deletion is unlocked')
  await confirm(page, 'Lock deletion')
  await expect(notifications(page)).toContainText(`Disk ${long} is locked against deletion`)
  await expect(mark(page, long)).toBeVisible()
  await expectAccessible(page)
  await openMenu(page, long)
  await expect(deletion(page)).toHaveAccessibleDescription(refusal)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('locked')
  await expect(mark(page, long)).toBeVisible()

  await page.getByRole('link', { name: long }).click()
  await expect(page.getByRole('heading', { name: long, level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img', { name: 'Deletion locked' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disk actions' }).click()
  await expect(deletion(page)).toHaveAccessibleDescription(refusal)
  await item(page, 'Unlock deletion').click()
  await confirm(page, 'Unlock deletion')
  await expect(notifications(page)).toContainText(`Disk ${long} can be deleted again`)
  await expect(page.getByRole('main').getByRole('img', { name: 'Deletion locked' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Disk actions' }).click()
  await item(page, 'Delete').click()
  await confirm(page, 'Delete disk')
  await expect(page).toHaveURL(`/projects/${project}/disks`)
})

test('on a phone a long name wraps before its lock, and the card keeps its state and menu', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('phone')
  await makeDisk(request, project, long, 1)
  await lock(request, `disks/${long}?project=${project}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${project}/disks`)
  const row = page.getByRole('row', { name: long })
  for (const part of [
    row.getByRole('link', { name: long }),
    mark(page, long),
    row.getByRole('cell', { name: 'Detached' }),
    row.getByRole('button', { name: 'Row actions' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
})

test('the lists of instances, images and VPCs show locks, and bulk deletion leaves out what is locked', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('lists')
  const named = (name: string) => `${name}?project=${project}`
  await makeDisk(request, project, 'origin', 1)
  const taken = await makeSnapshot(request, project, 'taken', 'origin')
  for (const name of ['golden', 'passing']) {
    await makeImage(request, project, name, taken.id)
    await makeInstance(request, project, name)
  }
  await lock(request, named('instances/golden'))
  await lock(request, named('images/golden'))
  await lock(request, named('vpcs/default'))
  for (const [kind, things] of [
    ['instances', 'instances'],
    ['images', 'images'],
  ] as const) {
    await page.goto(`/projects/${project}/${kind}`)
    await expect(mark(page, 'golden')).toBeVisible()
    await expect(mark(page, 'passing')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Delete 1 of 2' }).click()
    const report = page.getByRole('dialog', { name: `Delete ${things}` })
    await expect(report.getByRole('row', { name: 'golden' })).toContainText(refusal)
    await report.getByRole('button', { name: 'Delete 1' }).click()
    await expect(report.getByRole('status')).toHaveText('1 done, 1 skipped, 0 failed')
    await report.getByRole('button', { name: 'Close' }).last().click()
    await openMenu(page, 'golden')
    await expect(deletion(page)).toHaveAccessibleDescription(refusal)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('link', { name: 'golden' }).click()
  await expect(page.getByRole('dialog', { name: 'golden' })).toContainText('DeletionLocked')
  await page.goto(`/projects/${project}/vpcs`)
  await expect(mark(page, 'default')).toBeVisible()
  await page.getByRole('link', { name: 'default', exact: true }).click()
  await page.getByRole('button', { name: 'VPC actions' }).click()
  await expect(deletion(page)).toHaveAccessibleDescription(refusal)
  await page.goto(`/projects/${project}/instances/golden`)
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await item(page, 'Unlock deletion').click()
  await confirm(page, 'Unlock deletion')
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await expect(item(page, 'Delete')).not.toHaveAttribute('aria-disabled', 'true')
})

test('a project is locked, its page to delete it says so, and what is locked in it stays', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('whole')
  await makeDisk(request, project, 'kept', 1)
  await lock(request, `disks/kept?project=${project}`)
  await lock(request, `vpcs/default?project=${project}`)
  await page.goto(`/projects?q=${project}`)
  await openMenu(page, project)
  await item(page, 'Lock deletion').click()
  await confirm(page, 'Lock deletion')
  await expect(mark(page, project)).toBeVisible()
  await openMenu(page, project)
  await item(page, 'Delete').click()
  const panel = page.getByRole('dialog', { name: 'Delete project' })
  const button = panel.getByRole('button', { name: 'Delete project' })
  await expect(button).toHaveAccessibleDescription(refusal)
  await expect(panel.getByRole('region', { name: 'Disks' }).getByRole('img', { name: 'Deletion locked' })).toBeVisible()
  await expectAccessible(page)
  await expect(panel.getByRole('button', { name: 'Remove network default' })).toHaveAccessibleDescription(refusal)
  await panel.getByRole('button', { name: 'Delete all disks' }).click()
  const report = page.getByRole('dialog', { name: 'Delete disks' })
  await expect(report.getByRole('row', { name: 'kept' })).toContainText(refusal)
  await report.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('button', { name: 'Unlock deletion' }).click()
  await confirm(page, 'Unlock deletion')
  await expect(panel.getByText('Deletion is locked', { exact: true })).toHaveCount(0)
  await expect(button).toHaveAccessibleDescription('Delete these first')
})

test('a VPC that was locked meanwhile keeps its subnets', async ({ page, request, makeProject }) => {
  const project = await makeProject('late')
  await page.goto(`/projects/${project}/vpcs`)
  await openMenu(page, 'default')
  await item(page, 'Delete').click()
  const question = page.getByRole('alertdialog', { name: 'Delete VPC' })
  await question.getByRole('checkbox').check()
  await lock(request, `vpcs/default?project=${project}`)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByRole('alert')).toContainText(refusal)
  const subnets = await request.get(`/v1/vpc-subnets?project=${project}&vpc=default`)
  expect((await subnets.json()).items).toHaveLength(1)
})

test('an instance that was locked meanwhile is not stopped', async ({ page, request, makeProject }) => {
  const project = await makeProject('kept')
  const { id } = await makeInstance(request, project, 'db1')
  await request.post(`/v1/instances/${id}/start`)
  await reaches(request, id, 'running')
  await page.goto(`/projects/${project}/delete`)
  await page.getByRole('button', { name: 'Stop and delete all instances' }).click()
  const report = page.getByRole('dialog', { name: 'Stop and delete instances' })
  await expect(report.getByRole('button', { name: 'Stop and delete 1' })).toBeEnabled()
  await lock(request, `instances/${id}?`)
  await report.getByRole('button', { name: 'Stop and delete 1' }).click()
  await expect(report.getByRole('status')).toHaveText('0 done, 0 skipped, 1 failed')
  await expect(report).toContainText(refusal)
  expect((await (await request.get(`/v1/instances/${id}`)).json()).run_state).toBe('running')
})

test('who may not delete cannot lock', async ({ page, request, makeProject }) => {
  const project = await makeProject('roles')
  await makeDisk(request, project, 'data', 1)
  await mayOnlyLook(page, project)
  await page.goto(`/projects/${project}/disks`)
  await openMenu(page, 'data')
  await expect(page.getByRole('menuitem', { name: /^Lock deletion/ })).toHaveAccessibleDescription(
    'Needs project collaborator; you have viewer',
  )
})

test('with a server that cannot lock nothing offers it', async ({ page, request, makeProject }) => {
  const project = await makeProject(uniqueName('plain'))
  await makeDisk(request, project, 'data', 1)
  await leaveOut(page, '**/v1/disks?*', 'deletion_locked')
  await page.goto(`/projects/${project}/disks`)
  await openMenu(page, 'data')
  await expect(item(page, 'Delete')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /deletion/ })).toHaveCount(0)
})
