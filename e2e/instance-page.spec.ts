import type { Page } from '@playwright/test'
import { blankDisk, makeDisk, makeInstance, reaches, withRealMachines } from './instance.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

const tables = { boot: 'Boot disk', others: 'Additional disks' }
const rowIn = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
const pageOf = (project: string, tab = 'storage') => `/projects/${project}/instances/db1/${tab}`

async function choose(page: Page, table: string, name: string, item: string): Promise<void> {
  await rowIn(page, table, name).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function refusal(page: Page, table: string, name: string, item: string): Promise<string> {
  await rowIn(page, table, name).getByRole('button', { name: 'Row actions' }).click()
  const found = page.getByRole('menuitem', { name: item })
  await expect(found).toHaveAttribute('aria-disabled', 'true')
  const description = await found.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  )
  await page.keyboard.press('Escape')
  return description
}

test('an instance starts, and its page follows without a reload; a change of tab is announced', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project, { ssh_public_keys: [] })
  await withRealMachines(page)
  await page.goto(`/projects/${project}/instances/db1`)
  await expect(page).toHaveURL(pageOf(project))
  await expect(page).toHaveTitle(`Storage / db1 / Instances / ${project} / Projects / Skerry`)
  const main = page.getByRole('main')
  for (const fact of ['2 vCPUs', '4 GiB', 'Stopped', 'default', 'Of a test', id]) await expect(main).toContainText(fact)
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveAccessibleDescription(
    'Only a running, starting, rebooting or failed instance can be stopped',
  )
  await page.getByRole('tab', { name: 'Connect' }).click()
  const title = `Connect / db1 / Instances / ${project} / Projects / Skerry`
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('status').filter({ hasText: title })).toBeAttached()
  await expect(page.getByRole('tab', { name: 'Connect' })).toBeFocused()
  await expect(page.getByText('SSH from outside the VPC needs an external IP')).toBeVisible()
  await expect(page.getByText('No SSH keys were added')).toBeVisible()
  await page.getByRole('tab', { name: 'Storage' }).click()

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await confirm(page)
  await expect(main).toContainText('Starting')
  await expect(main).toContainText('Running')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await expect(page.getByRole('button', { name: 'Attach existing disk' })).toHaveAccessibleDescription(
    'Only a creating or stopped instance can have a disk attached',
  )

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await confirm(page)
  await expect(main).toContainText('Stopped')
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm(page)
  await expect(page).toHaveURL(`/projects/${project}/instances`)
})

test('disks are attached and created; a snapshot is made at once', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project)
  await makeDisk(request, project, 'spare')
  await page.goto(pageOf(project))
  await expect(page.getByText('the instance has no disks')).toBeVisible()

  await page.getByRole('button', { name: 'Attach existing disk' }).click()
  const attach = page.getByRole('dialog', { name: 'Attach existing disk' })
  await attach.getByRole('combobox', { name: 'Disk' }).fill('spa')
  await attach.getByRole('option', { name: 'spare' }).click()
  await attach.getByRole('button', { name: 'Attach disk' }).click()
  await expect(rowIn(page, tables.others, 'spare')).toContainText('Attached')
  await expect(page.getByText('The instance has one disk and will boot from it')).toBeVisible()

  await page.getByRole('button', { name: 'Create disk' }).click()
  const create = page.getByRole('dialog', { name: 'Create disk' })
  await create.getByLabel('Name').fill('spare')
  await create.getByRole('button', { name: 'Create disk' }).click()
  await expect(create.getByRole('alert')).toContainText('Disk name already exists')
  await create.getByLabel('Name').fill('fresh')
  await create.getByRole('button', { name: 'Create disk' }).click()
  await expect(create).toHaveCount(0)
  await expect(rowIn(page, tables.others, 'fresh')).toContainText('Attached')
  await expect(page.getByText('several disks: choose one')).toBeVisible()

  await choose(page, tables.others, 'fresh', 'Take snapshot')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/Snapshot fresh-[0-9a-f]{6} /)
  await expect
    .poll(async () => (await (await request.get(`/v1/snapshots?project=${project}`)).json()).items.length)
    .toBe(1)
})

test("a boot disk is unset before it is detached, and set over another user's choice only after a confirmation", async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const disks = ['first', 'second'].map((name) => ({ type: 'create', ...blankDisk(name) }))
  const { id } = await makeInstance(request, project, { disks })
  await page.goto(pageOf(project))
  await choose(page, tables.others, 'second', 'Set as boot disk')
  await confirm(page)
  await expect(rowIn(page, tables.boot, 'second')).toBeVisible()
  expect(await refusal(page, tables.boot, 'second', 'Detach')).toBe('Unset it as boot disk first')
  await page.reload()
  await expect(rowIn(page, tables.boot, 'second')).toBeVisible()
  await expectAccessible(page)
  await choose(page, tables.boot, 'second', 'Unset as boot disk')
  await confirm(page)

  await choose(page, tables.others, 'second', 'Set as boot disk')
  const first = (await (await request.get(`/v1/disks/first?project=${project}`)).json()) as { id: string }
  const update = { ncpus: 2, memory: 4 * 2 ** 30, boot_disk: first.id, auto_restart_policy: null }
  expect((await request.put(`/v1/instances/${id}`, { data: update })).status()).toBe(200)
  await confirm(page)
  const question = page.getByRole('alertdialog', { name: 'Changed by someone else' })
  await expect(question).toContainText('Boot disk: you set second, someone else set first (it was none)')
  await question.getByRole('button', { name: 'Reapply my change' }).click()
  await expect(question).toHaveCount(0)
  await expect(rowIn(page, tables.boot, 'second')).toBeVisible()

  await choose(page, tables.boot, 'second', 'Unset as boot disk')
  await confirm(page)
  await choose(page, tables.others, 'second', 'Detach')
  await confirm(page)
  await expect(rowIn(page, tables.others, 'second')).toHaveCount(0)
})

test('groups are joined and left; the restart policy is saved once it is changed, without overwriting others', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project)
  const group = { description: 'Front ends', policy: 'allow', failure_domain: 'sled' }
  await request.post(`/v1/anti-affinity-groups?project=${project}`, { data: { name: 'apart', ...group } })
  await page.goto(pageOf(project, 'settings'))
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Affinity groups').getByRole('button', { name: 'Add to group' })).toHaveAccessibleDescription(
    'This project has no affinity groups',
  )
  await card('Anti-affinity groups').getByRole('button', { name: 'Add to group' }).click()
  const add = page.getByRole('dialog', { name: 'Add to anti-affinity group' })
  await add.getByRole('combobox', { name: 'Group' }).fill('apart')
  await add.getByRole('option', { name: 'apart' }).click()
  await add.getByRole('button', { name: 'Add to group' }).click()
  await expect(rowIn(page, 'Anti-affinity groups', 'apart')).toContainText('Front ends')
  await expect(card('Anti-affinity groups').getByRole('button', { name: 'Add to group' })).toHaveAccessibleDescription(
    'Already in every anti-affinity group of this project',
  )
  await choose(page, 'Anti-affinity groups', 'apart', 'Remove')
  await confirm(page)
  await expect(rowIn(page, 'Anti-affinity groups', 'apart')).toHaveCount(0)

  const form = page.getByRole('form', { name: 'Auto-restart' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAccessibleDescription('Nothing has been changed')
  await expect(form).toContainText('N/A')
  let writes = 0
  page.on('request', (each) => (writes += each.method() === 'PUT' ? 1 : 0))
  await form.getByRole('radio', { name: /^Default/ }).press('ControlOrMeta+Enter')
  await form.getByRole('radio', { name: /^Never/ }).check()
  const policy = async () => (await (await request.get(`/v1/instances/${id}`)).json()).auto_restart_policy
  await form.getByRole('radio', { name: /^Never/ }).press('ControlOrMeta+Enter')
  await expect.poll(policy).toBe('never')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Instance db1 updated')
  expect(writes).toBe(1)
  await expect(save).toHaveAccessibleDescription('Nothing has been changed')

  await form.getByRole('radio', { name: 'Default' }).check()
  const elsewhere = { ncpus: 8, memory: 2 ** 32, auto_restart_policy: 'best_effort' }
  expect((await request.put(`/v1/instances/${id}`, { data: elsewhere })).status()).toBe(200)
  await save.click()
  await expect(form.getByRole('alert')).toContainText(
    'Changed by someone else while this form was open. Nothing was saved.',
  )
  await expect(form).toContainText('Auto-restart policy: you set default, someone else set best effort (it was never)')
  expect(await policy()).toBe('best_effort')
  await form.getByRole('button', { name: 'Reapply my change' }).click()
  await expect.poll(policy).toBe(null)
  // Fields that the form does not show keep their values.
  expect((await (await request.get(`/v1/instances/${id}`)).json()).ncpus).toBe(8)
  await expect(form.getByRole('radio', { name: 'Default' })).toBeChecked()
  await expectAccessible(page)
})

test('the connect tab shows serial console, SSH command and keys; a failed instance shows whether it restarts', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const key = uniqueName('laptop')
  const public_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGq0FbHqYPWqfVxZ5vKxQ1c8qzJ2Zb2m9f0cDkqkTz1b me@home'
  await request.post('/v1/me/ssh-keys', { data: { name: key, description: '', public_key } })
  const external_ips = [{ type: 'ephemeral' }]
  const { id } = await makeInstance(request, project, {
    ssh_public_keys: [key],
    external_ips,
    auto_restart_policy: 'never',
    start: true,
  })
  await page.goto(pageOf(project, 'connect'))
  await expect(page.getByRole('table', { name: 'SSH keys added at creation' })).toContainText(key)
  const { items } = await (await request.get(`/v1/instances/${id}/external-ips`)).json()
  const { ip } = items.find(({ kind }: { kind: string }) => kind === 'ephemeral')
  await expect(page.getByText('This server simulates its instances')).toBeVisible()
  await expect(page.getByText(`ssh USER@${ip}`)).toHaveCount(0)
  await withRealMachines(page, { guest_network: false })
  await page.reload()
  await expect(page.getByText('Not on this platform: no address leads to its instances')).toBeVisible()
  await withRealMachines(page)
  await page.reload()
  await expect(page.getByText(`ssh USER@${ip}`)).toBeVisible()
  await expectAccessible(page)
  await reaches(request, id, 'running')
  await page.getByRole('link', { name: 'Open serial console' }).click()
  await expect(page.getByRole('region', { name: 'Terminal' })).toContainText('db1 login:')

  await page.keyboard.type('root\npanic\n')
  await expect(page.getByRole('alert')).toContainText('Cannot connect')
  await page.goBack()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Not restarted' }).click()
  const popover = page.getByRole('dialog', { name: 'Automatic restart' })
  await expect(popover).toContainText('EnabledNo')
  await expect(popover).toContainText('PolicyNever')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: /^Best effort/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  // The server looks for such instances once a minute, perhaps just now.
  const main = page.getByRole('main')
  const soon = main.getByRole('button', { name: 'Restarting soon' })
  await expect(soon.or(main.getByText(/^(Starting|Running)$/)).first()).toBeVisible()
})

test('an instance is looked up by its id, anything else is not found; an instance takes at most twelve disks', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const disks = Array.from({ length: 12 }, (_, at) => ({ type: 'create', ...blankDisk(`disk-${at}`) }))
  const { id } = await makeInstance(request, project, { disks })
  for (const path of ['instances', 'i']) {
    for (const wrong of ['db1', '00000000-0000-4000-8000-000000000000']) {
      await page.goto(`/lookup/${path}/${wrong}`)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await expect(page).toHaveTitle('Page not found / Skerry')
    }
    await page.goto(`/lookup/${path}/${id}`)
    await expect(page).toHaveURL(pageOf(project))
  }
  await expect(page.getByRole('table', { name: tables.others }).getByRole('row')).toHaveCount(13)
  for (const name of ['Attach existing disk', 'Create disk'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
      'An instance can have at most 12 disks',
    )
})

test('Refresh reads the sources of disks again too', async ({ page, request, makeProject }) => {
  const project = await makeProject('again')
  await makeInstance(request, project)
  const answers = () =>
    Promise.all([/\/disks\?/, /\/v1\/images\?/, /\/v1\/snapshots\?/].map((path) => page.waitForResponse(path)))
  const first = answers()
  await page.goto(`/projects/${project}/instances/db1/storage`)
  await first
  const again = answers()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await again
})

test('the restart policy on screen follows Refresh, unless it is being changed', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project)
  await page.goto(pageOf(project, 'settings'))
  const form = page.getByRole('form', { name: 'Auto-restart' })
  const setElsewhere = async (policy: string) => {
    const data = { ncpus: 2, memory: 2 ** 32, auto_restart_policy: policy }
    expect((await request.put(`/v1/instances/${id}`, { data })).status()).toBe(200)
    await page.getByRole('button', { name: 'Refresh' }).click()
  }
  await expect(form.getByRole('radio', { name: 'Default' })).toBeChecked()
  await setElsewhere('never')
  await expect(form.getByRole('radio', { name: /^Never/ })).toBeChecked()
  await form.getByRole('radio', { name: 'Default' }).check()
  await setElsewhere('best_effort')
  await expect(page.getByRole('main')).toContainText('Updated')
  await expect(form.getByRole('radio', { name: 'Default' })).toBeChecked()
})

test('the firmware of an instance is changed while it is stopped', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  const { id } = await makeInstance(request, project)
  await page.goto(`/projects/${project}/instances/db1/settings`)
  const card = page.getByRole('form', { name: 'Firmware' })
  await expect(card.getByRole('radio', { name: /^Automatic/ })).toBeChecked()
  await card.getByRole('radio', { name: /^UEFI/ }).check()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Instance db1 updated')
  const kept = async () => (await (await request.get(`/v1/instances/${id}`)).json()).firmware
  expect(await kept()).toBe('efi')
  // What changes something else leaves it.
  await page
    .getByRole('form', { name: 'Auto-restart' })
    .getByRole('radio', { name: /^Never/ })
    .check()
  await page.getByRole('form', { name: 'Auto-restart' }).getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await (await request.get(`/v1/instances/${id}`)).json()).auto_restart_policy)
    .toBe('never')
  expect(await kept()).toBe('efi')
  expect((await request.post(`/v1/instances/${id}/start`)).status()).toBe(202)
  await page.reload()
  await expect(card.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
    'Only a stopped, failed or creating instance can have its firmware changed',
  )
})
