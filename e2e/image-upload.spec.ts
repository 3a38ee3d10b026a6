import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { expect, expectAccessible, test } from './test.ts'

const mib = 2 ** 20
const chunk = 512 * 1024

/** A disk image of so many MiB: an EFI partition table, data that differs everywhere, and zeros in every third chunk. */
function diskImage(megabytes: number): Buffer {
  const bytes = Buffer.alloc(megabytes * mib)
  for (let at = 0; at < bytes.length; at += 4)
    if (Math.floor(at / chunk) % 3 !== 2) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at)
  bytes.write('EFI PART', 512)
  return bytes
}

async function fillForm(page: Page, project: string, name: string, bytes: Buffer): Promise<Locator> {
  await page.goto(`/projects/${project}/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image', exact: true })
  await panel.getByLabel('Name').fill(name)
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByLabel('Version').fill('13')
  await panel.getByLabel('Image file').setInputFiles({ name: 'disk.img', mimeType: '', buffer: bytes })
  return panel
}
const start = (panel: Locator) => panel.getByRole('button', { name: 'Upload image' }).click()
const modalOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Upload image ${name}` })
const stepOf = (modal: Locator, name: string) => modal.getByRole('listitem').filter({ hasText: name })

const names = async (request: APIRequestContext, kind: string, project: string): Promise<string[]> => {
  const answer = await request.get(`/v1/${kind}?project=${project}&limit=1000`)
  return ((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name)
}
const temporary = async (request: APIRequestContext, project: string) => [
  ...(await names(request, 'disks', project)),
  ...(await names(request, 'snapshots', project)),
]

/** What the page posts of the file, put together. */
function watchChunks(page: Page, size: number) {
  const whole = Buffer.alloc(size)
  const offsets: number[] = []
  page.context().on('request', (request) => {
    if (!request.url().includes('/bulk-write?')) return
    const body = request.postDataJSON() as { offset: number; base64_encoded_data: string }
    offsets.push(body.offset)
    Buffer.from(body.base64_encoded_data, 'base64').copy(whole, body.offset)
  })
  return { whole, offsets }
}

/** Lets so many blocks through and holds the rest until `open`, or until `cut` ends them as a lost network does. */
async function holdChunks(page: Page, after: number) {
  let [isCut, seen] = [false, 0]
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.context().route('**/bulk-write?*', async (route) => {
    if (++seen > after) await opened
    await (isCut ? route.abort('internetdisconnected') : route.continue())
  })
  return {
    open: () => open(),
    cut: async () => {
      isCut = true
      await page.context().setOffline(true)
      open()
    },
    restore: async () => {
      isCut = false
      await page.context().setOffline(false)
    },
  }
}

test('a file becomes an image, byte for byte, and nothing else stays', async ({ page, request, makeProject }) => {
  const project = await makeProject('upload')
  const bytes = diskImage(8)
  const sent = watchChunks(page, bytes.length)
  await start(await fillForm(page, project, 'debian-13', bytes))
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Image debian-13 uploaded')
  await expect(page).toHaveURL(`/projects/${project}/images`)
  await expect(page.getByRole('row', { name: 'debian-13' })).toContainText('1 GiB')

  expect(sent.whole.equals(bytes)).toBe(true)
  // Every third of the 16 chunks is all zeros.
  expect(sent.offsets).toHaveLength(11)
  const image = await (await request.get(`/v1/images/debian-13?project=${project}`)).json()
  expect(image).toMatchObject({ os: 'debian', version: '13', block_size: 512, size: 2 ** 30 })
  expect(await temporary(request, project)).toEqual([])

  await page.getByRole('button', { name: /^Activity/ }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText('Upload image debian-13done')
})

test('the form shows what the file is, and refuses what cannot be an image', async ({ page, makeProject }) => {
  const project = await makeProject('signs')
  const panel = await fillForm(page, project, 'signs', diskImage(1))
  await expect(panel.getByText(/Nothing bootable/)).toHaveCount(0)
  await panel.getByText('4096 B').click()
  await expect(panel.getByText('Its partition table was made for blocks of 512 bytes')).toBeVisible()
  const file = panel.getByLabel('Image file')
  await file.setInputFiles({ name: 'disk.qcow2', mimeType: '', buffer: Buffer.alloc(1536) })
  await expect(panel.getByText('This looks compressed')).toBeVisible()
  await expect(panel.getByText('Nothing bootable was found')).toBeVisible()
  await expect(file).toHaveAccessibleDescription(/Size must be a multiple of the block size, 4096 bytes/)
  await panel.getByText('512 B').click()
  await expect(file).not.toHaveAccessibleDescription(/multiple/)
})

test('a taken name is shown before anything is made', async ({ page, request, makeProject }) => {
  const project = await makeProject('taken')
  await start(await fillForm(page, project, 'twice', diskImage(1)))
  await expect(page.getByRole('row', { name: 'twice' })).toBeVisible()
  const panel = await fillForm(page, project, 'twice', diskImage(1))
  await start(panel)
  await expect(panel.getByLabel('Name')).toHaveAccessibleDescription('Image name already exists')
  await expect(panel.getByLabel('Name')).toBeFocused()
  expect(await names(request, 'disks', project)).toEqual([])
})

test('a lost network pauses the upload; it goes on with what is missing', async ({ page, makeProject }) => {
  const project = await makeProject('offline')
  const offsetOf = (request: Request) => (request.postDataJSON() as { offset: number }).offset
  const isBlock = (request: Request) => request.url().includes('/bulk-write?')
  const answered = new Set<number>()
  page.context().on('response', (response) => {
    if (isBlock(response.request()) && response.ok()) answered.add(offsetOf(response.request()))
  })
  const held = await holdChunks(page, 4)
  await start(await fillForm(page, project, 'offline', diskImage(16)))
  const modal = modalOf(page, 'offline')
  await expect.poll(() => answered.size).toBe(4)
  await held.cut()
  await expect(modal.getByText('Connection lost')).toBeVisible()
  await expect(modal.getByText(/^\d+ of 32 chunks left/)).toBeVisible()

  const before = new Set(answered)
  const again: number[] = []
  page.context().on('request', (request) => void (isBlock(request) && again.push(offsetOf(request))))
  await held.restore()
  await modal.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('row', { name: 'offline' })).toBeVisible()
  expect(again.filter((offset) => before.has(offset))).toEqual([])
  // Every third of the 32 chunks is all zeros.
  expect(new Set([...before, ...again]).size).toBe(22)
})

test('the upload goes on by itself once the server answers', async ({ page, makeProject }) => {
  const project = await makeProject('ping')
  const held = await holdChunks(page, 2)
  await start(await fillForm(page, project, 'ping', diskImage(4)))
  const modal = modalOf(page, 'ping')
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  await held.cut()
  await expect(modal.getByText('Connection lost')).toBeVisible()
  await held.restore()
  await expect(page.getByRole('row', { name: 'ping' })).toBeVisible()
})

test('cancelling asks, removes what was made, and keeps the form', async ({ page, request, makeProject }) => {
  const project = await makeProject('cancel')
  const held = await holdChunks(page, 2)
  const panel = await fillForm(page, project, 'cancelled', diskImage(4))
  await start(panel)
  const modal = modalOf(page, 'cancelled')
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  expect(await names(request, 'disks', project)).toEqual([expect.stringMatching(/^tmp-for-image-[0-9a-f]{6}$/)])

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Cancel upload?' })
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(question).toHaveCount(0)
  await modal.getByRole('button', { name: 'Cancel upload' }).click()
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  held.open()
  await expect(modal.getByRole('alert')).toContainText('The upload was cancelled')
  await expect.poll(() => temporary(request, project)).toEqual([])
  await modal.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(panel.getByLabel('Name')).toHaveValue('cancelled')
  await expect(panel.getByText('disk.img')).toBeVisible()
  await start(panel)
  await expect(page.getByRole('row', { name: 'cancelled' })).toBeVisible()
})

test('a hidden upload goes on and is opened again from the activity menu', async ({ page, makeProject }) => {
  const project = await makeProject('hidden')
  const held = await holdChunks(page, 2)
  await start(await fillForm(page, project, 'hidden', diskImage(4)))
  const modal = modalOf(page, 'hidden')
  await modal.getByRole('button', { name: 'Hide' }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
  await expect(modal).toHaveCount(0)
  await page.getByRole('button', { name: /^Activity: 1 running/ }).click()
  await page.getByRole('dialog', { name: 'Activity' }).getByRole('button', { name: 'hidden' }).click()
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  held.open()
  await expect(page.getByRole('row', { name: 'hidden' })).toBeVisible()
  await expect(modal).toHaveCount(0)
})

test('after a reload the images page offers to remove what was left', async ({ page, request, makeProject }) => {
  const project = await makeProject('reload')
  await holdChunks(page, 2)
  await start(await fillForm(page, project, 'reloaded', diskImage(4)))
  await expect(stepOf(modalOf(page, 'reloaded'), 'Upload the file')).toContainText('Running')
  const [disk] = await names(request, 'disks', project)
  page.on('dialog', (dialog) => void dialog.accept())
  const warned = page.waitForEvent('dialog')
  await Promise.all([page.goto(`/projects/${project}/images`), warned])
  expect((await warned).type()).toBe('beforeunload')

  await expect(page.getByText('An upload was cut short')).toBeVisible()
  await expect(page.getByText(disk!)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('An upload was cut short')).toHaveCount(0)
  expect(await temporary(request, project)).toEqual([])
  await page.reload()
  await expect(page.getByRole('link', { name: 'Upload image' }).first()).toBeVisible()
  await expect(page.getByText('An upload was cut short')).toHaveCount(0)
})

test('a duplicated tab knows that the upload runs, and one that stays takes note when its tab is closed', async ({
  page,
  context,
  makeProject,
}) => {
  const project = await makeProject('duplicate')
  await holdChunks(page, 2)
  await start(await fillForm(page, project, 'doubled', diskImage(4)))
  await expect(stepOf(modalOf(page, 'doubled'), 'Upload the file')).toContainText('Running')
  // As a browser duplicates a tab: with a copy of its session storage.
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open(location.pathname.replace('-new', '')))
  const copy = await opened
  expect(await copy.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
  await expect(copy.getByRole('link', { name: 'Upload image' }).first()).toBeVisible()
  await expect(copy.getByRole('button', { name: /^Activity: 1 running/ })).toBeVisible()
  await copy.getByRole('button', { name: /^Refresh/ }).click()
  await expect(copy.getByText('An upload was cut short')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Activity: 1 running/, includeHidden: true })).toBeVisible()

  await page.close()
  await expect(copy.getByRole('button', { name: /^Activity: something failed/ })).toBeVisible()
  await copy.reload()
  await expect(copy.getByText('An upload was cut short')).toBeVisible()
})

test('cancelling is asked once, and no longer once the upload has ended', async ({ page, makeProject }) => {
  const project = await makeProject('asked-once')
  const held = await holdChunks(page, 2)
  await start(await fillForm(page, project, 'asked', diskImage(4)))
  const modal = modalOf(page, 'asked')
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  const questions = page.getByRole('alertdialog', { name: 'Cancel upload?', includeHidden: true })
  // Pressed while the question is still being fetched, as a quick hand does.
  await modal.getByRole('button', { name: 'Cancel upload' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(questions).toHaveCount(1)
  held.open()
  await expect(page.getByRole('row', { name: 'asked' })).toBeVisible()
  await expect(questions).toHaveCount(0)
  await page.getByRole('button', { name: /^Activity/ }).click()
  const activity = page.getByRole('dialog', { name: 'Activity' })
  await expect(activity).toContainText('Upload image askeddone')
  // The job is forgotten: what is left is a link to the list.
  await expect(activity.getByRole('link', { name: 'asked' })).toBeVisible()
})

test('signing out asks while an upload runs', async ({ page, makeProject }) => {
  const project = await makeProject('sign-out')
  await holdChunks(page, 0)
  await start(await fillForm(page, project, 'leaving', diskImage(1)))
  await modalOf(page, 'leaving').getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('button', { name: /user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out?' })
  await expect(question).toContainText('leaving is still uploading')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
})

test('what the server refuses is shown with the step, and cleaned up', async ({ page, request, makeProject }) => {
  const project = await makeProject('refused')
  const held = await holdChunks(page, 0)
  await start(await fillForm(page, project, 'refused', diskImage(1)))
  const modal = modalOf(page, 'refused')
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  const [disk] = await names(request, 'disks', project)
  // Somebody else ends the import meanwhile.
  await request.post(`/v1/disks/${disk}/bulk-write-stop?project=${project}`)
  held.open()
  await expect(modal.getByRole('alert')).toContainText('can be written to')
  await expect(stepOf(modal, 'Upload the file')).toContainText('Error')
  await expectAccessible(page)
  await expect.poll(() => temporary(request, project)).toEqual([])
})

test('the upload form is accessible', async ({ page, makeProject }) => {
  const project = await makeProject('axe')
  await fillForm(page, project, 'axe', diskImage(1))
  await page.getByText('4096 B').click()
  await expectAccessible(page)
})
