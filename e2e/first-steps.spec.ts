import { makeInstance } from './instance.ts'
import { mayOnlyLook } from './network.ts'
import { makeDisk, makeImage, makeSnapshot } from './storage.ts'
import { expect, expectAccessible, test } from './test.ts'

const end = (name: string) => name.slice(-8)
const long = 'tide-gauge-archive-north-before-the-upgrade-of'

test('long names of snapshots show their ends, and the table its creation time', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('long')
  const disk = `${long}-november`
  await makeDisk(request, project, disk, 1)
  for (const name of [`${long}-2026-11`, `${long}-2026-12`]) await makeSnapshot(request, project, name, disk)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/projects/${project}/snapshots`)
  const row = page.getByRole('row', { name: `${long}-2026-12` })
  const link = row.getByRole('link', { name: `${long}-2026-12`, exact: true })
  await expect(link).toBeVisible()
  await expect(row.locator(`[data-text="${end(`${long}-2026-12`)}"]`)).toBeInViewport({ ratio: 1 })
  await expect(row.locator(`[data-text="${end(disk)}"]`)).toBeInViewport({ ratio: 1 })
  const created = (await row.locator('time').boundingBox())!
  const menu = (await row
    .getByRole('cell')
    .filter({ has: page.getByRole('button') })
    .boundingBox())!
  expect(created.x + created.width).toBeLessThanOrEqual(menu.x)
})

test('on a narrow screen the trail to a console shortens names alone', async ({ page, request, makeProject }) => {
  const project = await makeProject('a-project-of-a-long-name')
  await makeInstance(request, project)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/projects/${project}/instances/db1/serial-console`)
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth
  for (const label of ['Projects', 'Instances', 'db1', 'Serial console']) {
    const crumb = trail.getByText(label, { exact: true })
    await expect(crumb).toBeInViewport({ ratio: 1 })
    expect([label, await crumb.evaluate(isCut)]).toEqual([label, false])
  }
  expect((await trail.getByRole('link', { name: project }).boundingBox())!.width).toBeGreaterThan(70)
})

test('cards of a running instance say why nothing can be added', async ({ page, request, makeProject }) => {
  const project = await makeProject('why')
  const { id } = await makeInstance(request, project)
  await request.post(`/v1/instances/${id}/start`)
  await page.goto(`/projects/${project}/instances/db1/storage`)
  const card = page.getByRole('region', { name: 'Additional disks' })
  await expect(card.getByRole('paragraph').filter({ hasText: 'can have a disk attached' })).toBeVisible()
})

test('the form for an image of a snapshot has the system of the image behind it', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('behind')
  await makeDisk(request, project, 'first', 1)
  const { id } = await makeSnapshot(request, project, 'first', 'first')
  const image = await makeImage(request, project, 'golden', id)
  await makeDisk(request, project, 'second', 1, { type: 'image', image_id: image.id })
  const second = await makeSnapshot(request, project, 'second', 'second')
  await makeDisk(request, project, 'third', 1, { type: 'snapshot', snapshot_id: second.id })
  await makeSnapshot(request, project, 'third', 'third')
  for (const name of ['second', 'third']) {
    await page.goto(`/projects/${project}/snapshots/${name}/images-new`)
    await expect(page.getByRole('textbox', { name: 'OS' })).toHaveValue('debian')
    await expect(page.getByRole('textbox', { name: 'Version' })).toHaveValue('13')
  }
  await page.goto(`/projects/${project}/snapshots/first/images-new`)
  await expect(page.getByRole('textbox', { name: 'OS' })).toHaveValue('')
})

test('an address of an image is checked when it is left; the upload says what size it rounds up to', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject('address')
  await page.goto(`/projects/${project}/images-fetch`)
  await page.getByRole('radio', { name: 'Address' }).check()
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('http://example.org/image.qcow2')
  await address.press('Tab')
  await expect(address).toHaveAccessibleDescription(/must begin with https:/)
  await page.goto(`/projects/${project}/images-new`)
  const file = { name: 'small.raw', mimeType: 'application/octet-stream', buffer: Buffer.alloc(2 * 2 ** 20, 1) }
  await page.getByLabel('Image file').setInputFiles(file)
  await expect(page.getByText('The image will have 1 GiB: sizes are rounded up to whole GiB')).toBeVisible()
})

test('without an image the next step is one: in the empty project and in the form of an instance', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  await page.route(/\/v1\/images\?/, (route) => route.fulfill({ json: { items: [], next_page: null } }))
  await page.route('**/v1/projects/*/overview', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), has_image: false } })
  })
  const main = page.getByRole('main')
  const offered = (below: string) =>
    main.getByText(below, { exact: true }).locator('xpath=following-sibling::div').getByRole('link')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/projects/${project}/instances`)
    await expect(offered('No instances')).toHaveText(['Fetch image', 'Upload image', 'First steps'])
    await expect(offered('No instances').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/projects/${project}/overview`)
    const step = main.locator('[aria-current=step]')
    await expect(step.getByRole('link')).toHaveText(['Fetch image', 'Upload image'])
    await page.goto(`/projects/${project}/instances-new`)
    await expect(offered('Nothing to boot from')).toHaveText(['Fetch image', 'Upload image', 'New disk'])
    await expectAccessible(page)
  }
  await offered('Nothing to boot from').first().click()
  await expect(page.getByRole('dialog', { name: 'Fetch image' })).toBeVisible()

  await mayOnlyLook(page, project)
  await page.goto(`/projects/${project}/instances-new`)
  await expect(main).toContainText('Ask a collaborator of the project to add an image.')
  await expect(offered('Nothing to boot from')).toHaveCount(0)
})
