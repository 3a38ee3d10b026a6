import type { Page } from '@playwright/test'
import { holdAnswer } from './answers.ts'
import { makeDisk, makeInstance } from './instance.ts'
import { choose, notifications } from './network.ts'
import { expect, test } from './test.ts'

const entries = (page: Page) => page.getByRole('dialog', { name: 'Activity' }).getByRole('listitem')

test('a snapshot whose request is out is neither asked for nor called failed', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('held')
  await makeDisk(request, project, 'data')
  await page.clock.install()
  await page.goto(`/projects/${project}/disks`)
  const asked: string[] = []
  page.on('request', (each) => void (/\/v1\/snapshots\/./.test(each.url()) && asked.push(each.url())))
  const answer = await holdAnswer(page, '**/v1/snapshots?*', 'POST')
  await choose(page, page.getByRole('row', { name: 'data' }), 'Take snapshot')
  await answer.sent
  await page.clock.runFor(20_000)
  await page.getByRole('button', { name: 'Activity: 1 running' }).click()
  await expect(entries(page)).toContainText('running')
  expect(asked).toEqual([])
  await answer.release()
  await page.clock.runFor(5000)
  await expect(entries(page)).toContainText('done')
})

test('a deletion is reported as done once, when the resource is gone', async ({ page, request, makeProject }) => {
  const project = await makeProject('gone')
  await makeInstance(request, project, { name: 'web' })
  await makeDisk(request, project, 'data')
  const remove = async (name: string) => {
    await choose(page, page.getByRole('row', { name }), 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  }
  await page.goto(`/projects/${project}/instances`)
  await remove('web')
  await expect(notifications(page)).toContainText('Instance web deleted')
  await page.getByRole('link', { name: 'Disks', exact: true }).click()
  await remove('data')
  await expect(notifications(page)).toContainText('Disk data deleted')
  // Nothing is left to wait for.
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  await expect(entries(page)).toHaveText([/^Delete disk data.*done/, /^Delete instance web.*done/])
})

test('a project that could not be deleted shows one message at a time', async ({ page, request, makeProject }) => {
  const project = await makeProject('full')
  await page.goto(`/projects/${project}/delete`)
  const panel = page.getByRole('dialog', { name: 'Delete project' })
  await panel.getByRole('button', { name: 'Remove network default' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(panel).toContainText('Nothing is left in')
  await makeDisk(request, project, 'data')
  await panel.getByRole('button', { name: 'Delete project' }).click()
  await expect(panel.getByRole('alert')).toContainText('disk')
  await expect(panel.getByRole('region', { name: 'Disks' })).toContainText('data')
  await request.delete(`/v1/disks/data?project=${project}`)
  await panel.getByRole('button', { name: 'Check again' }).click()
  await expect(panel).toContainText('Nothing is left in')
  await expect(panel.getByRole('alert')).toHaveCount(0)
})
