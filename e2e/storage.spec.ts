import { makeDisk, makeSnapshot, makeImage } from './storage.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the screens of storage are accessible', async ({ page, request, makeProject }) => {
  const project = await makeProject('axe')
  await makeDisk(request, project, 'data', 1)
  const snapshot = await makeSnapshot(request, project, 'golden', 'data')
  await makeImage(request, project, 'debian-13', snapshot.id)
  const root = `/projects/${project}`
  const screens = [
    ['disks', 'disks-new', 'disks/data'],
    ['snapshots', 'snapshots-new', 'snapshots/golden', 'snapshots/golden/images-new'],
    ['images', 'images/debian-13/edit'],
  ].flat()
  for (const path of [...screens.map((screen) => `${root}/${screen}`), '/images']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expectAccessible(page)
  }
})
