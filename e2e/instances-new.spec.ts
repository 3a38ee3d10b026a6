import type { Page } from '@playwright/test'
import { holdAnswer } from './answers.ts'
import { blankDisk, makeDisk, makeInstance } from './instance.ts'
import { makeMember } from './live.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Instances' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name }) })
const form = (page: Page) => page.getByRole('form', { name: 'Create instance' })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Create instance' })
const userDataText = (page: Page) => form(page).getByRole('textbox', { name: 'User data' })
const userDataFile = (page: Page) => form(page).getByLabel('User data from a file')
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function chooseImage(page: Page, name: string) {
  await form(page).getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

test('an instance is created in a scrolling form, and changes from starting to running without a reload', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByText('No instances')).toBeVisible()
  await page.getByRole('link', { name: 'New instance' }).first().click()
  await expect(page).toHaveTitle(`New instance / Instances / ${project} / Projects / Skerry`)

  await submit(page).click()
  await expect(form(page).getByText('Name is required')).toBeVisible()
  await expect(form(page).getByText('Image is required')).toBeVisible()
  await expect(form(page).getByRole('textbox', { name: 'Name', exact: true }).first()).toBeFocused()
  await expectAccessible(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const { scrollWidth, scrollHeight } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      scrollHeight: document.documentElement.scrollHeight,
    }))
    expect({ scrollWidth, scrollHeight }).toEqual({ scrollWidth: width, scrollHeight: 844 })
  }

  await form(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('web-1')
  await form(page)
    .getByRole('radio', { name: /4 vCPUs/ })
    .check()
  await chooseImage(page, 'debian-13')
  await expect(form(page).getByRole('textbox', { name: 'Disk name' })).toHaveAttribute(
    'placeholder',
    /^web-1-debian-13-[0-9a-f]{6}$/,
  )
  await submit(page).click()
  // First, since it leaves after some seconds.
  await expect(notifications(page)).toContainText(/Instance web-1 (is being )?created/)
  await expect(page).toHaveURL(`/projects/${project}/instances/web-1/storage`)

  await page.getByRole('link', { name: 'Instances', exact: true }).first().click()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const row = rowOf(page, 'web-1')
  await expect(row).toContainText('4 vCPUs')
  await expect(row).toContainText('16 GiB')
  await expect(row.getByRole('cell', { name: /^198\.18\./ })).toBeVisible()
  await expect(row).toContainText('Running')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('an instance with all options: custom size, disks, a key added in the form, groups, user data', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const key = uniqueName('key')
  const group = { description: '', policy: 'allow', failure_domain: 'sled' }
  await request.post(`/v1/affinity-groups?project=${project}`, { data: { name: 'near', ...group } })
  await request.post(`/v1/anti-affinity-groups?project=${project}`, { data: { name: 'apart', ...group } })
  await makeDisk(request, project, 'old')

  await page.goto(`/projects/${project}/instances-new`)
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('full')
  await form(page).getByRole('tab', { name: 'General' }).press('ArrowLeft')
  await expect(form(page).getByRole('tab', { name: 'Custom' })).toBeFocused()
  await form(page)
    .getByRole('spinbutton', { name: /^vCPUs/ })
    .fill('3')
  await form(page)
    .getByRole('spinbutton', { name: /^Memory/ })
    .fill('5')
  await chooseImage(page, 'ubuntu')

  const disks = form(page).getByRole('group', { name: /^Disks/ })
  await disks.getByRole('textbox', { name: 'Name' }).fill('old')
  await disks.getByRole('button', { name: 'Add disk' }).click()
  await expect(disks.getByText('Name is taken by another disk')).toBeVisible()
  await disks.getByRole('textbox', { name: 'Name' }).fill('data')
  await disks.getByRole('textbox', { name: 'Name' }).press('Enter')
  await disks.getByRole('radio', { name: /Attach a disk/ }).check()
  await disks.getByRole('combobox', { name: 'Disk' }).click()
  await page.getByRole('option', { name: /^old/ }).click()
  await disks.getByRole('button', { name: 'Add disk' }).click()
  await expect(disks.getByRole('row')).toHaveText([/Name/, /dataCreate10 GiB/, /oldAttach1 GiB/])

  await form(page).getByRole('button', { name: 'Add key' }).click()
  const modal = page.getByRole('dialog', { name: 'Add SSH key' })
  await modal.getByLabel('Name').fill(key)
  await modal
    .getByLabel('Public key')
    .fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIATV0gRZ1Y4b/D41paw9SVeF/Ey/nK57zQyX/IKXL0RN somebody@somewhere')
  await modal.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(form(page).getByRole('checkbox', { name: key })).toBeChecked()

  await form(page)
    .getByRole('checkbox', { name: /^apart/ })
    .check()
  await form(page).getByRole('checkbox', { name: /^near/ }).check()
  const userData = (bytes: number) => ({ name: 'init.sh', mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'a') })
  await userDataFile(page).setInputFiles(userData(32_769))
  await expect(form(page).getByText('User data must be at most 32 KiB (32768 bytes)')).toBeVisible()
  await userDataFile(page).setInputFiles(userData(32_768))
  await expect(form(page).getByText('User data must be at most')).toHaveCount(0)
  await expect(userDataText(page)).toHaveValue('a'.repeat(32_768))
  await form(page).getByRole('radio', { name: 'UEFI' }).check()
  await submit(page).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/full/storage`)

  await page.getByRole('button', { name: /^Activity/ }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'Create instance' })
  await expect(entry).toContainText('Created · Joined near · Started')
  await expect(entry).toContainText('done')
  const read = async (path: string) => (await request.get(`/v1/instances/full${path}?project=${project}`)).json()
  expect(await read('')).toMatchObject({ ncpus: 3, memory: 5 * 2 ** 30, run_state: 'running', hostname: 'full' })
  expect(await read('')).toMatchObject({ firmware: 'efi' })
  const names = async (path: string) => (await read(path)).items.map(({ name }: { name: string }) => name)
  expect(await names('/disks')).toEqual(['data', expect.stringMatching(/^full-ubuntu-26-04-[0-9a-f]{6}$/), 'old'])
  expect(await names('/ssh-public-keys')).toContain(key)
  expect(await names('/affinity-groups')).toEqual(['near'])
  expect(await names('/anti-affinity-groups')).toEqual(['apart'])
})

test('Copy as has the request of Create without the file; pressing Create twice creates one instance', async ({
  page,
  context,
  request,
  makeProject,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const project = await makeProject()
  await page.goto(`/projects/${project}/instances-new`)
  const copyAs = form(page).getByRole('button', { name: 'Copy as' })
  await copyAs.click()
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  await expect(form(page).getByText('Name is required')).toBeVisible()
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('copied')
  await chooseImage(page, 'alpine')
  const buffer = Buffer.from('secret')
  await userDataFile(page).setInputFiles({ name: 'init.sh', mimeType: 'text/plain', buffer })
  await copyAs.click()
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).toContain(`"name":"copied"`)
  const copied = await clipboard()
  expect(copied).toContain(`curl -X POST "$SKERRY_HOST"'/v1/instances?project=${project}'`)
  const body = JSON.parse(/-d '(.*)'$/s.exec(copied)?.[1] ?? '')
  expect(body).toMatchObject({ name: 'copied', hostname: 'copied', ncpus: 2, memory: 2 ** 33, start: true })
  expect(body).toMatchObject({ boot_disk: { type: 'create', size: 10 * 2 ** 30 }, user_data: '<user_data>' })
  const sent: object[] = []
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.url().includes('/v1/instances?')) sent.push(each.postDataJSON())
  })
  await submit(page).dblclick()
  await expect(page).toHaveURL(`/projects/${project}/instances/copied/storage`)
  expect(sent).toEqual([{ ...body, user_data: buffer.toString('base64') }])
  const { items } = await (await request.get(`/v1/instances?project=${project}`)).json()
  expect(items).toHaveLength(1)
})

test('a refused form keeps its values and asks before it is left', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'db' })
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'New instance' }).click()
  const name = form(page).getByRole('textbox', { name: 'Name', exact: true }).first()
  await name.fill('db')
  await form(page).getByRole('textbox', { name: 'Hostname' }).fill('-db')
  await chooseImage(page, 'alpine')
  await submit(page).click()
  await expect(
    form(page).getByText('Hostname must be labels of letters, digits and hyphens, joined by dots'),
  ).toBeVisible()
  await form(page).getByRole('textbox', { name: 'Hostname' }).fill('')
  await submit(page).click()
  await expect(form(page).getByRole('alert')).toContainText('Instance name already exists')
  await expect(name).toBeFocused()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Instances' }).click()
  await page.getByRole('alertdialog', { name: 'Leave form?' }).getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out?' })
  await expect(question).toContainText('Your changes will be lost')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('db')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'db')).toBeVisible()
})

test('a tab asks before it is closed while a new instance still joins its groups', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const group = { name: 'near', description: '', policy: 'allow', failure_domain: 'sled' }
  await request.post(`/v1/affinity-groups?project=${project}`, { data: group })
  await page.goto(`/projects/${project}/instances-new`)
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('web')
  await chooseImage(page, 'alpine')
  await form(page).getByRole('checkbox', { name: /^near/ }).check()
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  const answer = await holdAnswer(page, /\/v1\/affinity-groups\/.*\/members\/instance\//, 'POST')
  await submit(page).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/web/storage`)
  await answer.sent
  expect(await asks()).toBe(true)
  await answer.release()
  await expect.poll(asks).toBe(false)
})

test('without the VPC default the form begins with an interface in another one, and says so', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await makeDisk(request, project, 'empty')
  const renamed = await request.put(`/v1/vpcs/default?project=${project}`, { data: { name: 'harbour' } })
  expect(renamed.status()).toBe(200)
  await page.goto(`/projects/${project}/instances-new`)
  const networking = form(page).getByRole('region', { name: 'Networking' })
  await expect(networking.getByText('This project has no VPC named default').first()).toBeVisible()
  await expect(networking.getByRole('radio', { name: 'Custom' })).toBeChecked()
  await expect(networking.getByRole('row', { name: /^net0 harbour default/ })).toBeVisible()
  await expect(networking.getByRole('switch', { name: 'Ephemeral IP' })).toBeChecked()
  await expectAccessible(page)
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('web')
  await form(page).getByRole('tab', { name: 'Existing disks' }).click()
  await form(page).getByRole('combobox', { name: 'Disk' }).click()
  await page.getByRole('option', { name: /empty/ }).click()
  const sent = page.waitForRequest((each) => each.method() === 'POST' && each.url().includes('/v1/instances?'))
  await submit(page).click()
  expect((await sent).postDataJSON().network_interfaces).toMatchObject({
    type: 'create',
    params: [{ name: 'net0', vpc_name: 'harbour', subnet_name: 'default' }],
  })
  await expect(page).toHaveURL(`/projects/${project}/instances/web/storage`)
})

test('of a thousand floating IPs a hundred are drawn, and a filter finds the others', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  await request.post(`/v1/floating-ips?project=${project}`, { data: { name: 'ip', description: '' } })
  const one = await (await request.get(`/v1/floating-ips/ip?project=${project}`)).json()
  const items = Array.from({ length: 1000 }, (_, at) => ({ ...one, id: `${one.id}-${at}`, name: `ip-${at}` }))
  await page.route(/\/v1\/floating-ips\?/, (route) => route.fulfill({ json: { items, next_page: null } }))
  await page.goto(`/projects/${project}/instances-new`)
  const group = form(page).getByRole('group', { name: /^Floating IPs/ })
  await expect(group.getByRole('checkbox')).toHaveCount(100)
  await expect(group.getByText('900 more floating IPs: filter to see them')).toBeVisible()
  await group.getByRole('searchbox').fill('ip-777')
  await group.getByRole('checkbox', { name: /^ip-777/ }).check()
  await group.getByRole('searchbox').fill('ip-778')
  await group.getByRole('checkbox', { name: /^ip-778/ }).check()
  await group.getByRole('searchbox').fill('')
  await expect(group.getByRole('checkbox', { name: /^ip-777/ })).toHaveCount(0)
  await group.getByRole('searchbox').fill('ip-777')
  await expect(group.getByRole('checkbox', { name: /^ip-777/ })).toBeChecked()
})

test('user data is typed, comes from a text file, or is a file that is no text', async ({ page, makeProject }) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/instances-new`)
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('typed')
  await chooseImage(page, 'alpine')
  const sent: { user_data?: string }[] = []
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.url().includes('/v1/instances?')) sent.push(each.postDataJSON())
  })
  // 32,767 letters of two bytes each.
  await userDataText(page).fill('ä'.repeat(32_767))
  await submit(page).click()
  await expect(form(page).getByText('User data must be at most 32 KiB (32768 bytes)')).toBeVisible()
  await expect(userDataText(page)).toBeFocused()
  await expectAccessible(page)

  const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
  await userDataFile(page).setInputFiles(file('init.gz', Buffer.from([0x1f, 0x8b, 8, 0])))
  await expect(form(page).getByText('init.gz')).toBeVisible()
  await expect(userDataText(page)).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Clear file' }).click()
  await userDataFile(page).setInputFiles(file('init.yaml', Buffer.from('#cloud-config\n')))
  await expect(userDataText(page)).toHaveValue('#cloud-config\n')
  await expect(form(page).getByText('init.yaml')).toHaveCount(0)
  await userDataText(page).press('ControlOrMeta+End')
  await page.keyboard.type('hostname: typed ä\n')
  await submit(page).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/typed/storage`)
  expect(sent.map(({ user_data = '' }) => Buffer.from(user_data, 'base64').toString())).toEqual([
    '#cloud-config\nhostname: typed ä\n',
  ])
})

test('what exceeds the quota is warned of; an instance that is created and cannot be started says so, with the reason', async ({
  browser,
  request,
}) => {
  const silo = await makeSilo(request, { quotas: { cpus: 1, memory: 2 ** 40, storage: 20 * 2 ** 30 } })
  const linked = await request.post('/v1/system/ip-pools/default/silos', {
    data: { silo: silo.name, is_default: true },
  })
  expect(linked.status(), await linked.text()).toBe(201)
  const member = await makeMember(request, silo.name)
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  await member.signIn(context)
  const page = await context.newPage()
  const project = { name: 'small', description: '' }
  expect((await context.request.post('/v1/projects', { data: project })).status()).toBe(201)
  expect((await context.request.post('/v1/disks?project=small', { data: blankDisk('empty') })).status()).toBe(201)

  await page.goto('/projects/small/disks-new')
  const size = page.getByRole('spinbutton', { name: 'Size' })
  await size.fill('20')
  const tooLarge = page.getByRole('status').filter({ hasText: "20 GiB asked for, 19 GiB left in the silo's quota" })
  await expect(tooLarge).toBeVisible()
  await size.fill('19')
  await expect(tooLarge).toHaveCount(0)

  await page.goto('/projects/small/instances-new')
  const partOf = (name: string) => form(page).getByRole('region', { name })
  await expect(partOf('Hardware').getByRole('status')).toHaveText("2 vCPUs asked for, 1 vCPU left in the silo's quota.")
  const added = partOf('Additional disks')
  await added.getByRole('textbox', { name: 'Name' }).fill('data')
  await added.getByRole('spinbutton', { name: 'Size' }).fill('30')
  await added.getByRole('button', { name: 'Add disk' }).click()
  await expect(added.getByRole('status')).toContainText("30 GiB asked for, 19 GiB left in the silo's quota")
  await expectAccessible(page)
  await added.getByRole('button', { name: 'Remove data' }).click()
  await expect(added.getByRole('status')).toHaveCount(0)
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('web')
  await form(page).getByRole('tab', { name: 'Existing disks' }).click()
  await form(page).getByRole('combobox', { name: 'Disk' }).click()
  await page.getByRole('option', { name: /empty/ }).click()
  await submit(page).click()
  const reason = /2 vCPUs asked for, 1 vCPU left/
  await expect(notifications(page)).toContainText('web was created, but not started')
  await expect(notifications(page)).toContainText(reason)
  await expect(page).toHaveURL('/projects/small/instances/web/storage')
  await expect(page.getByRole('main')).toContainText('Not started')
  await expect(page.getByRole('main')).toContainText(reason)
  await page.getByRole('button', { name: /^Activity/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Create instance' })).toContainText(reason)
  await context.close()
})
