import type { Locator, Page, Route } from '@playwright/test'
import { makeDisk, makeInstance } from './instance.ts'
import { mayOnlyLook } from './network.ts'
import { admin } from './server.ts'
import { endSessionAt, expect, test, uniqueName } from './test.ts'

const panelOf = (page: Page, title = 'Create disk') => page.getByRole('dialog', { name: title })
const submitOf = (page: Page, label = 'Create disk') => page.getByRole('button', { name: label, exact: true })
/** What Cancel becomes while a form is sent, behind the X of the title. */
const closeOf = (form: Locator) => form.getByRole('button', { name: 'Close', exact: true }).last()
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave form?' })

/** Passes matching requests to the server, and holds their answers until `release`. */
async function delayAnswers(page: Page, method: string, path: RegExp) {
  const gate = Promise.withResolvers<void>()
  let count = 0
  await page.route(path, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    count++
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response })
  })
  return { release: () => gate.resolve(), count: () => count }
}
const disksOf = /\/v1\/disks\?/

async function fillDisk(page: Page, project: string, name: string) {
  await page.goto(`/projects/${project}/disks`)
  await page.getByRole('link', { name: 'New disk' }).first().click()
  await panelOf(page).getByLabel('Name').fill(name)
}

test('a form closed while it is sent reports its outcome elsewhere; an answer closes the question to leave', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  const held = await delayAnswers(page, 'POST', disksOf)
  await fillDisk(page, project, 'data')
  await submitOf(page).click()
  await expect(submitOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(panelOf(page).getByRole('status')).toContainText('Waiting for the server')
  // It cannot be cancelled any more.
  await expect(panelOf(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await closeOf(panelOf(page)).click()
  await expect(panelOf(page)).toBeHidden()
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click()
  await expect(page).toHaveURL(`/projects/${project}/snapshots`)
  held.release()
  await expect(notifications(page)).toContainText('Disk data')
  await expect(page).toHaveURL(`/projects/${project}/snapshots`)

  await page.unroute(disksOf)
  const again = await delayAnswers(page, 'POST', disksOf)
  await page.getByRole('link', { name: 'Disks', exact: true }).click()
  await page.getByRole('link', { name: 'New disk' }).first().click()
  await panelOf(page).getByLabel('Name').fill('more')
  await submitOf(page).click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toContainText('The request was already sent')
  again.release()
  await expect(question(page)).toBeHidden()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await expect(page.getByRole('row', { name: 'more' })).toBeVisible()
})

test('Back pressed twice asks once, and the address is that of what the answer shows', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  const at = (path: string) => `/projects/${project}/${path}`
  await page.goto(at('instances'))
  await page.getByRole('link', { name: 'Disks', exact: true }).click()
  await page.getByRole('link', { name: 'New disk' }).first().click()
  const name = panelOf(page).getByLabel('Name')
  await name.fill('data')
  const step = async (by: 'back' | 'forward', path: string) => {
    // Playwright's own steps wait for a page that is not shown yet.
    await page.evaluate((way) => history[way](), by)
    await expect(page).toHaveURL(at(path))
  }
  const goBackTwice = async () => {
    await step('back', 'disks')
    await expect(question(page)).toBeVisible()
    await step('back', 'instances')
  }
  await goBackTwice()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL(at('disks-new'))
  await expect(name).toHaveValue('data')

  await step('back', 'disks')
  await expect(question(page)).toBeVisible()
  await step('forward', 'disks-new')
  await expect(question(page)).toHaveCount(0)
  await expect(name).toHaveValue('data')

  await goBackTwice()
  await question(page).getByRole('button', { name: 'Leave form' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
  await expect(page).toHaveURL(at('instances'))
})

test('the first row of a sub-form is not lost; Submit stays disabled until the next page is loaded', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  const disks = form.getByRole('group', { name: /^Disks/ })
  await disks.getByRole('textbox', { name: 'Name' }).fill('data')

  await page.getByRole('link', { name: 'Disks', exact: true }).click()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('web')
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /alpine/ }).click()
  const name = disks.getByRole('textbox', { name: 'Name' })
  await name.fill('Data')
  await submitOf(page, 'Create instance').click()
  await expect(name).toHaveAccessibleDescription(/lower-case/)
  await expect(name).toBeFocused()
  await name.fill('data')
  await form.getByText('Start instance', { exact: true }).click()

  const sent = await delayAnswers(page, 'POST', /\/v1\/instances\?/)
  const next = await delayAnswers(page, 'GET', /\/v1\/instances\/web\?/)
  sent.release()
  const [posted] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST' && each.url().includes('/v1/instances?')),
    submitOf(page, 'Create instance').click(),
  ])
  expect(posted.postDataJSON().disks).toMatchObject([{ name: 'data' }])
  await expect(notifications(page)).toContainText('Instance web')
  await expect.poll(next.count).toBeGreaterThan(0)
  await expect(submitOf(page, 'Create instance')).toHaveAttribute('aria-disabled', 'true')
  await form.press('ControlOrMeta+Enter')
  await submitOf(page, 'Create instance').dispatchEvent('click')
  next.release()
  await expect(page).toHaveURL(`/projects/${project}/instances/web/storage`)
  await expect(page.getByRole('heading', { name: 'web' })).toBeVisible()
  expect(sent.count()).toBe(1)
})

test('the form of a disk resets its source when left, copies its current request, and accepts only whole numbers', async ({
  page,
  context,
  request,
  makeProject,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const project = await makeProject()
  await makeDisk(request, project, 'origin')
  const snapshot = { name: 'golden', description: '', disk: 'origin' }
  expect((await request.post(`/v1/snapshots?project=${project}`, { data: snapshot })).status()).toBe(201)
  await page.goto(`/projects/${project}/snapshots`)
  await expect(page.getByRole('row', { name: 'golden' })).toContainText('Ready')
  await page.getByRole('row', { name: 'golden' }).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Create disk' }).click()
  await expect(panelOf(page).getByLabel('Source snapshot')).toContainText('golden')
  await panelOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await page.getByRole('link', { name: 'New disk' }).click()
  await expect(panelOf(page).getByRole('radio', { name: /^Blank/ })).toBeChecked()
  await expect(page).toHaveURL(`/projects/${project}/disks-new`)

  const copy = async () => {
    await panelOf(page).getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name: 'Copy as CLI' }).click()
  }
  await copy()
  await expect(panelOf(page).getByText('Name is required')).toBeVisible()
  await panelOf(page).getByLabel('Name').fill('data')
  // A required field that was shown in between and is hidden again.
  await panelOf(page).getByText('A copy of a snapshot').click()
  await expect(panelOf(page).getByLabel('Source snapshot')).toBeVisible()
  await panelOf(page).getByText('An empty disk').click()
  await copy()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('skerry disk create --project')

  const size = panelOf(page).getByRole('spinbutton', { name: 'Size' })
  for (const text of ['1,5', '1 5', '1.5']) {
    await size.fill(text)
    await submitOf(page).click()
    await expect(panelOf(page).getByText('Size must be a whole number')).toBeVisible()
    await expect(size).toHaveValue(text)
  }
})

test('values of panels, page forms and modals survive an ended session', async ({
  browser,
  baseURL,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const instance = await makeInstance(request, project, { name: uniqueName('kept') })
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
  const signIn = () => context.request.post('/v1/login/default/local', { data: admin })
  await signIn()
  const page = await context.newPage()
  const endSession = async (method: string, path: RegExp, act: () => Promise<unknown>) => {
    const left = page.url().split('/').at(-1)!
    await endSessionAt(page, method, path, act)
    await expect(page).toHaveURL(new RegExp(`/login.*${left}`))
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  await page.goto(`/projects/${project}/images-new`)
  const upload = panelOf(page, 'Upload image')
  await upload.getByLabel('Name').fill('debian')
  await upload.getByRole('textbox', { name: 'OS' }).fill('debian')
  await upload.getByLabel('Version').fill('13')
  const file = { name: 'disk.raw', mimeType: 'application/octet-stream', buffer: Buffer.alloc(512) }
  await upload.getByLabel('Image file').setInputFiles(file)
  await endSession('POST', /\/v1\/disks\?/, () => upload.getByRole('button', { name: 'Upload image' }).click())
  await expect(upload.getByLabel('Name')).toHaveValue('debian')
  await expect(upload.getByLabel('Version')).toHaveValue('13')

  await page.goto(`/projects/${project}/instances/${instance.name}/settings`)
  const restart = page.getByRole('form', { name: 'Auto-restart' })
  await restart.getByRole('radio', { name: /^Never/ }).check()
  await endSession('PUT', /\/v1\/instances\//, () => restart.getByRole('button', { name: 'Save' }).click())
  await expect(restart.getByRole('radio', { name: /^Never/ })).toBeChecked()

  await page.goto(`/projects/${project}/instances-new`)
  const create = page.getByRole('form', { name: 'Create instance' })
  const name = create.getByRole('textbox', { name: 'Name', exact: true }).first()
  await name.fill('survivor')
  await create.getByRole('tab', { name: 'High memory' }).click()
  await create.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /alpine/ }).click()
  const disks = create.getByRole('group', { name: /^Disks/ })
  await disks.getByRole('textbox', { name: 'Name' }).fill('unadded')
  // Hovering a link reads its page's data.
  await endSession('GET', /\/v1\/snapshots\?/, () => page.getByRole('link', { name: 'Snapshots', exact: true }).hover())
  await expect(disks.getByRole('textbox', { name: 'Name' })).toHaveValue('unadded')
  await expect(name).toHaveValue('survivor')
  await expect(create.getByRole('tab', { name: 'High memory' })).toHaveAttribute('aria-selected', 'true')
  await expect(create.getByRole('combobox', { name: 'Image' })).toHaveValue('alpine-3-23')
  await context.close()
})

test('a form that fails after it was closed reports it, without covering the buttons of a page or panel', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const failing = async () => {
    await page.getByRole('link', { name: 'New disk' }).first().click()
    const held = await delayAnswers(page, 'POST', disksOf)
    await panelOf(page).getByLabel('Name').fill('taken')
    await submitOf(page).click()
    await closeOf(panelOf(page)).click()
    held.release()
    await expect(notifications(page)).toContainText('Could not create disk')
    await expect(notifications(page)).toContainText('Disk name already exists')
    await page.unroute(disksOf)
  }
  const boxOf = async (part: ReturnType<Page['getByRole']>) => (await part.boundingBox())!
  const lowest = async () => {
    const { y, height } = await boxOf(notifications(page))
    return y + height
  }
  await makeDisk(request, project, 'taken')
  await page.goto(`/projects/${project}/disks`)
  await failing()
  await page.getByRole('link', { name: 'Instances', exact: true }).click()
  await page.getByRole('link', { name: 'New instance' }).first().click()
  const create = submitOf(page, 'Create instance')
  await expect(create).toBeVisible()
  await expect.poll(lowest).toBeLessThanOrEqual((await boxOf(create)).y)
  await notifications(page).getByText('Could not create disk').hover()
  await create.click()
  await expect(page.getByText('Name is required')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${project}/disks`)
  await failing()
  await page.getByRole('link', { name: 'New disk' }).first().click()
  await expect.poll(lowest).toBeLessThanOrEqual((await boxOf(submitOf(page))).y)
})

test('viewers can open forms, which show why they cannot be sent', async ({ page, makeProject }) => {
  const project = await makeProject('forms')
  await mayOnlyLook(page, project)
  for (const [path, label] of [
    ['disks-new', 'Create disk'],
    ['snapshots-new', 'Create snapshot'],
    ['images-new', 'Upload image'],
    ['images-fetch', 'Fetch'],
    ['affinity-new', 'Create affinity group'],
    ['instances-new', 'Create instance'],
    ['floating-ips-new', 'Create floating IP'],
  ] as const) {
    await page.goto(`/projects/${project}/${path}`)
    const reason = 'Needs project collaborator; you have viewer'
    await expect(submitOf(page, label)).toHaveAccessibleDescription(reason)
  }
})

test('a half filled-in row survives the choice that hides it, and removing a row moves the focus on', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  const network = form.getByRole('group', { name: /^Network interface$/ })
  const interfaces = form.getByRole('group', { name: /^Network interfaces/ })
  await network.getByRole('radio', { name: /^Custom/ }).check()
  await interfaces.getByRole('textbox', { name: 'Name' }).fill('uplink')
  await network.getByRole('radio', { name: /^None/ }).check()
  await expect(interfaces).toHaveCount(0)
  await network.getByRole('radio', { name: /^Custom/ }).check()
  await expect(interfaces.getByRole('textbox', { name: 'Name' })).toHaveValue('uplink')

  const disks = form.getByRole('group', { name: /^Disks/ })
  for (const name of ['one', 'two', 'three']) {
    await disks.getByRole('textbox', { name: 'Name' }).fill(name)
    await disks.getByRole('button', { name: 'Add disk' }).click()
    await expect(disks.getByRole('cell', { name, exact: true })).toBeVisible()
  }
  const remove = (name: string) => disks.getByRole('button', { name: new RegExp(`^Remove .*${name}`) })
  for (const name of ['two', 'three', 'one']) {
    await remove(name).focus()
    await page.keyboard.press('Enter')
    await expect(remove(name)).toHaveCount(0)
    await expect(disks.locator(':focus')).toHaveCount(1)
  }
})

test('a request that fails leaves the focus to the dialog over its form, and closes the question that names it', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject()
  const name = panelOf(page).getByLabel('Name')
  let fail = () => {}
  const message = 'Out of order'
  await page.route(disksOf, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await new Promise<void>((resolve) => (fail = resolve))
    await route.fulfill({ status: 500, json: { request_id: 'x', error_code: 'InternalError', message } })
  })
  const send = async () => {
    const sent = page.waitForRequest((each) => each.method() === 'POST' && disksOf.test(each.url()))
    await page.keyboard.press('Enter')
    await sent
  }
  await fillDisk(page, project, 'data')
  await send()
  await page.keyboard.press('Escape')
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
  fail()
  await expect(question(page)).toBeHidden()
  await expect(panelOf(page).getByRole('alert')).toContainText(message)
  await expect(name).toBeFocused()

  await send()
  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('combobox', { name: 'Search actions and pages' })
  await expect(search).toBeFocused()
  fail()
  await expect(page.getByText(message)).toBeAttached()
  await page.keyboard.type('disks')
  await expect(search).toHaveValue('disks')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('data')
})

test('a number at its minimum looks like a field that can be changed', async ({ page }) => {
  await page.goto('/system/silos-new')
  const form = page.getByRole('dialog', { name: 'Create silo' })
  const number = form.getByRole('spinbutton', { name: 'CPU' })
  await expect(form.getByRole('button', { name: 'Decrease CPU' })).toBeDisabled()
  const look = (field: Element) => {
    const { borderTopColor, backgroundColor, color } = getComputedStyle(field)
    return { borderTopColor, backgroundColor, color }
  }
  const text = await form.getByLabel('Admin group name').evaluate(look)
  expect(await number.locator('..').evaluate(look)).toEqual(text)
})
