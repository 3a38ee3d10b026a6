import { post, makeDisk, makeSnapshot, makeImage, makeInstance, stateOf, openMenu, confirm, gib } from './storage.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a blank disk is created, polled until it is detached, and deleted; the field reports a taken name', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('disks')
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByText('No disks')).toBeVisible()
  await page.getByRole('link', { name: 'New disk' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await expect(panel.getByRole('spinbutton', { name: 'Size' })).toHaveValue('10')
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('data')
  await panel.getByText('512 B').click()
  await panel.getByRole('spinbutton', { name: 'Size' }).fill('1024')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(panel.getByText('Size must be at most 1,023')).toBeVisible()
  await panel.getByRole('spinbutton', { name: 'Size' }).fill('20')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  const row = page.getByRole('row', { name: 'data' })
  await expect(row).toContainText('20 GiB')
  await expect(row).toContainText('Detached')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'New disk' }).click()
  await panel.getByLabel('Name').fill('data')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(panel.getByRole('alert')).toContainText('Disk name already exists')
  await expect(panel.getByLabel('Name')).toBeFocused()
  await panel.getByLabel('Name').fill('other')
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('link', { name: 'data' }).click()
  await expect(page).toHaveTitle(`data / Disks / ${project} / Projects / Skerry`)
  await expect(page.getByText('512 B')).toBeVisible()
  await expect(page.getByText('/mnt/data')).toBeVisible()
  const { id } = await (await request.get(`/v1/disks/data?project=${project}`)).json()
  const view = new RegExp(`/v1/disks/${id}`)
  await page.route(view, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), state: { state: 'faulted' } } })
  })
  await page.goto(`/projects/${project}/disks/${id}`)
  await expect(page.getByText('Create a new disk from its last snapshot')).toBeVisible()
  // The page may still read the disk.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`/projects/${project}/disks/${id}`)
  await expect(page.getByRole('heading', { name: 'data', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Disk actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await confirm(page, 'Delete disk')
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await expect(page.getByText('No disks')).toBeVisible()
})

test('a disk from a larger source takes its size, and no less', async ({ page, request, makeProject }) => {
  const project = await makeProject('sources')
  await makeDisk(request, project, 'origin', 33)
  const snapshot = await makeSnapshot(request, project, 'golden', 'origin')
  await makeImage(request, project, 'debian-13', snapshot.id)

  await page.goto(`/projects/${project}/snapshots`)
  await openMenu(page, 'golden')
  await page.getByRole('menuitem', { name: 'Create disk' }).click()
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await expect(panel.getByLabel('Source snapshot')).toContainText('golden')
  await expect(panel.getByRole('spinbutton', { name: 'Size' })).toHaveValue('40')
  await expect(panel.getByText('Block size')).toHaveCount(0)
  await panel.getByLabel('Name').fill('copy')
  await panel.getByRole('spinbutton', { name: 'Size' }).fill('32')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(panel.getByText('Must be at least 33 GiB')).toBeVisible()

  await panel.getByText('A copy of an image').click()
  await panel.getByLabel('Source image').click()
  await page.getByRole('option', { name: /debian-13.*debian 13 · 33 GiB · Project/ }).click()
  await panel.getByRole('spinbutton', { name: 'Size' }).fill('33')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  const row = page.getByRole('row', { name: 'copy' })
  await expect(row).toContainText('33 GiB')
  await row.getByRole('link', { name: 'debian-13' }).click()
  await expect(page.getByRole('dialog', { name: 'debian-13' })).toContainText('33 GiB')
})

test('a disk is attached and detached; what is refused says why', async ({ page, request, makeProject }) => {
  const project = await makeProject('ties')
  await makeDisk(request, project, 'data')
  const held = Promise.withResolvers<void>()
  await page.route(/\/v1\/instances\?/, (route) => held.promise.then(() => route.continue()))
  await page.goto(`/projects/${project}/disks`)
  // The option's name includes the reason why it is disabled.
  const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await openMenu(page, 'data')
  await expect(item('Attach')).toBeVisible()
  // An open menu shows what a refresh changed.
  held.resolve()
  await expect(item('Attach')).toHaveAccessibleDescription(
    'Only a creating or stopped instance can have a disk attached',
  )
  await expect(item('Detach')).toHaveAccessibleDescription('Only an attached disk can be detached')
  await page.keyboard.press('Escape')

  const instance = await makeInstance(request, project, 'web')
  await expect
    .poll(async () => (await (await request.get(`/v1/instances/${instance.id}`)).json()).run_state)
    .toBe('stopped')
  await page.reload()
  await openMenu(page, 'data')
  await item('Attach').click()
  const modal = page.getByRole('dialog', { name: 'Attach disk data' })
  await modal.getByLabel('Instance').click()
  await page.getByRole('option', { name: 'web' }).click()
  await modal.getByRole('button', { name: 'Attach disk' }).click()
  const row = page.getByRole('row', { name: 'data' })
  await expect(row).toContainText('Attached')
  await expect(row.getByRole('link', { name: 'web' })).toBeVisible()

  await openMenu(page, 'data')
  await expect(item('Delete')).toHaveAccessibleDescription('Detach the disk first')
  await item('Detach').click()
  await confirm(page, 'Detach disk')
  await expect(row).toContainText('Detached')
})

test('quick actions on the page of a disk are what its menu can do now', async ({ page, request, makeProject }) => {
  const project = await makeProject('quick')
  await makeDisk(request, project, 'data', 1)
  await request.put(`/v1/disks/data/deletion-lock?project=${project}`, { data: { locked: true } })
  await page.goto(`/projects/${project}/disks/data`)
  await expect(page.getByRole('heading', { name: 'data', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const actions = page.getByRole('group', { name: 'Actions' }).getByRole('option')
  await expect(actions.filter({ hasText: 'Take snapshot' })).toBeVisible()
  await expect(actions.filter({ hasText: 'Unlock deletion' })).toBeVisible()
  await expect(actions.filter({ hasText: 'Delete disk' })).toHaveCount(0)
  await expect(actions.filter({ hasText: 'Detach disk' })).toHaveCount(0)
})

test('many disks are deleted at once, with a report; a boot disk is not detached from here', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('bulk')
  await Promise.all(['one', 'two', 'three'].map((name) => makeDisk(request, project, name, 1)))
  const body = { name: 'web', description: '', hostname: 'web', ncpus: 1, memory: gib, start: false }
  const none = { disks: [], network_interfaces: { type: 'none' }, external_ips: [] }
  const boot_disk = { type: 'attach', name: 'three' }
  await post(request, `/v1/instances?project=${project}`, { ...body, ...none, boot_disk })
  await expect.poll(() => stateOf(request, `/v1/disks/three?project=${project}`)).toBe('attached')
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('row', { name: 'three' }).getByRole('link', { name: 'web' })).toBeVisible()
  await openMenu(page, 'three')
  await expect(page.getByRole('menuitem', { name: /^Detach/ })).toHaveAccessibleDescription(
    'Unset it as boot disk first',
  )
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Delete 2 of 3' }).click()
  const report = page.getByRole('dialog', { name: 'Delete disks' })
  await expect(report.getByRole('row', { name: 'three' })).toContainText('Detach the disk first')
  await report.getByRole('button', { name: 'Delete 2' }).click()
  await expect(report.getByRole('status')).toHaveText('2 done, 1 skipped, 0 failed')
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: 'three' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a disk in use shows its metrics, as lines and as a table', async ({ page, request, makeProject }) => {
  const project = await makeProject('metrics')
  await makeDisk(request, project, 'busy', 1)
  const instance = await makeInstance(request, project, 'web', [{ type: 'attach', name: 'busy' }])
  await expect.poll(() => stateOf(request, `/v1/disks/busy?project=${project}`)).toBe('attached')
  await request.post(`/v1/instances/${instance.id}/start`)
  const samples = async () => {
    const range = `start_time=${new Date(Date.now() - 60_000).toISOString()}&end_time=${new Date().toISOString()}`
    const answer = await request.get(`/v1/disks/busy/metrics/read?project=${project}&${range}`)
    return ((await answer.json()) as { items: unknown[] }).items.length
  }
  await expect.poll(samples).toBeGreaterThan(2)
  await page.clock.install()
  await page.goto(`/projects/${project}/disks/busy`)
  const chart = page.getByRole('figure', { name: 'Reads' })
  await expect(chart.getByRole('img')).toHaveAccessibleName(/^Reads\. last .* \/s, highest .* \/s$/)
  await chart.getByText('Table').click()
  await expect(chart.getByRole('region', { name: 'Reads: values' }).getByRole('row').nth(1)).toContainText('/s')
  for (const label of ['Writes', 'Bytes read', 'Bytes written', 'Flushes'])
    await expect(page.getByRole('figure', { name: label })).toBeVisible()
  // The charts move on with the clock.
  const readAt = await page.evaluate(() => Date.now())
  const readAgain = page.waitForRequest(/\/metrics\/read\?/)
  await page.clock.runFor(60_000)
  const again = await readAgain
  expect(Date.parse(new URL(again.url()).searchParams.get('end_time')!)).toBeGreaterThan(readAt)
  await expectAccessible(page)
})

test('an import is cancelled in its row and on its page, also one that a browser did not begin', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('imports')
  const diskSource = { type: 'importing_blocks', block_size: 512 }
  for (const name of ['ready', 'writing'])
    await post(request, `/v1/disks?project=${project}`, {
      name,
      description: `For the image ${name}`,
      size: gib,
      disk_source: diskSource,
    })
  await request.post(`/v1/disks/writing/bulk-write-start?project=${project}`)
  await page.goto(`/projects/${project}/disks`)
  await openMenu(page, 'ready')
  const remove = page.getByRole('menuitem', { name: /^Delete/ })
  await expect(remove).toHaveAccessibleDescription('Cancel its import instead')
  await page.getByRole('menuitem', { name: 'Cancel import' }).click()
  await expectAccessible(page)
  const question = page.getByRole('alertdialog', { name: 'Cancel import' })
  await expect(question).toContainText('For the image ready')
  await question.getByRole('button', { name: 'Keep importing' }).click()
  await expect(question).toHaveCount(0)
  await openMenu(page, 'ready')
  await page.getByRole('menuitem', { name: 'Cancel import' }).click()
  await question.getByRole('button', { name: 'Cancel import' }).click()
  await expect(page.getByRole('row', { name: 'ready' })).toHaveCount(0)

  await page.getByRole('link', { name: 'writing' }).click()
  await page.getByRole('button', { name: 'Disk actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel import' }).click()
  await question.getByRole('button', { name: 'Cancel import' }).click()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await expect(page.getByText('No disks')).toBeVisible()
})

test('hundreds of disks stay quick', async ({ page, request, makeProject }) => {
  const project = await makeProject('hundreds')
  // Disks that wait for an import have no saga to wait for.
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const body = (at: number) => ({ name: `disk-${100 + at}`, description: '', size: gib, disk_source })
  for (let from = 0; from < 300; from += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => post(request, `/v1/disks?project=${project}`, body(from + at))),
    )
  const asked: string[] = []
  page.on('request', (sent) => sent.url().includes('/v1/') && asked.push(sent.url()))
  await page.goto(`/projects/${project}/disks`)
  const rows = page.getByRole('table', { name: 'Disks' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  expect(asked.filter((url) => url.includes('/v1/disks')).length).toBe(1)
  expect(asked.length).toBeLessThan(20)

  await page.getByRole('searchbox').fill('disk-1')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('300 searched')).toBeVisible()
  await expect(rows).toHaveCount(101)
  await page.getByRole('searchbox').fill('disk-')
  await page.getByRole('searchbox').press('Enter')
  const table = page.getByRole('table', { name: 'Disks' })
  await expect(table).toHaveAttribute('aria-rowcount', '301')
  expect(await rows.count()).toBeLessThan(200)
  await page.getByRole('button', { name: 'Size' }).click()
  await expect(page).toHaveURL(/sort=size/)
})
