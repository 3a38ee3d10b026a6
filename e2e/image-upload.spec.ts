import { createHash } from 'node:crypto'
import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { makeDisk, makeImage, makeSnapshot } from './storage.ts'
import { expect, expectAccessible, test } from './test.ts'

const mib = 2 ** 20
const chunk = 512 * 1024

/** A disk image of this size: an EFI partition table, unique data, and zeros in every third chunk. */
function diskImage(megabytes: number): Buffer {
  const bytes = Buffer.alloc(megabytes * mib)
  for (let at = 0; at < bytes.length; at += 4)
    if (Math.floor(at / chunk) % 3 !== 2) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at)
  bytes.write('EFI PART', 512)
  return bytes
}

async function openForm(page: Page, project: string, name: string, bytes: Buffer): Promise<Locator> {
  await page.goto(`/projects/${project}/images-new`)
  return fillForm(page, name, bytes)
}
async function fillForm(page: Page, name: string, bytes: Buffer): Promise<Locator> {
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

/** The file, assembled from the blocks that the page posts. */
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

/** Passes this many blocks and holds the rest until `open`, or until `cut` aborts them like a lost connection. */
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

test('a file becomes an identical image, and nothing else remains', async ({ page, request, makeProject }) => {
  const project = await makeProject('upload')
  const bytes = diskImage(8)
  const sent = watchChunks(page, bytes.length)
  await start(await openForm(page, project, 'debian-13', bytes))
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

test('a checksum is not asked for where the server verifies none', async ({ page, makeProject }) => {
  const project = await makeProject('no-checksum')
  await page.route('**/v1/ping', async (route) => {
    const response = await route.fetch()
    const { capabilities, ...ping } = await response.json()
    await route.fulfill({ response, json: { ...ping, capabilities: { ...capabilities, upload_checksums: false } } })
  })
  await page.goto(`/projects/${project}/images-new`)
  await expect(page.getByText('Image file')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Checksum' })).toHaveCount(0)
})

test('a checksum is verified by the server, and the image shows its digest', async ({ page, request, makeProject }) => {
  const project = await makeProject('checksum')
  const bytes = diskImage(1)
  const right = createHash('sha256').update(bytes).digest('hex')
  const panel = await openForm(page, project, 'verified', bytes)
  const checksum = panel.getByRole('textbox', { name: 'Checksum' })
  await checksum.fill('abc')
  await checksum.press('Tab')
  await expect(checksum).toHaveAccessibleDescription(/must be 64 hexadecimal digits/)
  await checksum.fill('')
  await checksum.press('Tab')
  await expect(checksum).toHaveAccessibleDescription(/^SHA-256 or SHA-512/)
  await checksum.fill('0'.repeat(64))
  await start(panel)
  const modal = modalOf(page, 'verified')
  await expect(modal.getByRole('alert')).toContainText(`its sha256 is ${right}, not 000`)
  await expect(stepOf(modal, 'Verify the checksum')).toContainText('Error')
  await expect(stepOf(modal, 'Take a snapshot')).toContainText('Not started')
  await expect(stepOf(modal, 'Done')).toContainText('Not started')
  await expect.poll(() => temporary(request, project)).toEqual([])
  await modal.getByRole('button', { name: 'Close', exact: true }).last().click()
  await checksum.fill(`${right}  disk.img`)
  await start(panel)
  await page.getByRole('link', { name: 'verified' }).click()
  await expect(page.getByRole('dialog', { name: 'verified' })).toContainText('sha256')
  const image = await (await request.get(`/v1/images/verified?project=${project}`)).json()
  expect(image.digest).toEqual({ type: 'sha256', value: right })

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Activity/ }).click()
  const list = page.getByRole('dialog', { name: 'Activity' }).getByRole('list')
  await expect(list).toContainText(right)
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('a file of an odd length is filled up to a block, and a fixed VHD loses its footer', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('lengths')
  const odd = Buffer.concat([diskImage(1), Buffer.from('odd')])
  const sent = watchChunks(page, odd.length + 509)
  await start(await openForm(page, project, 'odd', odd))
  await expect(page.getByRole('row', { name: 'odd' })).toBeVisible()
  expect(sent.whole.equals(Buffer.concat([odd, Buffer.alloc(509)]))).toBe(true)

  const footer = Buffer.alloc(512)
  footer.write('conectix')
  footer.writeBigUInt64BE(BigInt(mib), 48)
  footer.writeUInt32BE(2, 60)
  const fixed = watchChunks(page, mib)
  await start(await openForm(page, project, 'fixed', Buffer.concat([diskImage(1), footer])))
  await expect(page.getByRole('row', { name: 'fixed' })).toBeVisible()
  expect(fixed.whole.equals(diskImage(1))).toBe(true)
  expect(Math.max(...fixed.offsets)).toBeLessThan(mib)
  expect(await temporary(request, project)).toEqual([])
})

test('the form shows the format of the file, and refuses files that are no images and taken names', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('form')
  await makeDisk(request, project, 'origin', 1)
  const snapshot = await makeSnapshot(request, project, 'golden', 'origin')
  await makeImage(request, project, 'twice', snapshot.id)
  const panel = await openForm(page, project, 'twice', diskImage(1))
  await panel.getByText('4096 B').click()
  await expect(panel.getByText('Its partition table needs a block size of 512 bytes')).toBeVisible()
  // The file is read by now.
  await expect(panel.getByText(/Nothing bootable/)).toHaveCount(0)
  await expectAccessible(page)
  const file = panel.getByLabel('Image file')
  await file.setInputFiles({ name: 'disk.img', mimeType: '', buffer: Buffer.from('\xfd7zXZ\0', 'latin1') })
  await expect(file).toHaveAccessibleDescription(/compressed with xz\. Unpack it first, or fetch it/)
  await start(panel)
  await expect(file).toBeFocused()
  await file.setInputFiles({ name: 'disk.img', mimeType: '', buffer: Buffer.from('vhdxfile') })
  await expect(file).toHaveAccessibleDescription(/VHDX is not supported; convert it to qcow2/)
  await expect(panel.getByText(/Nothing bootable/)).toHaveCount(0)
  await expectAccessible(page)
  await file.setInputFiles({ name: 'disk.qcow2', mimeType: '', buffer: Buffer.alloc(1537) })
  // In a live region, since it comes after the file was read.
  await expect(panel.getByRole('status').getByText('Nothing bootable found')).toBeVisible()
  await expect(file).not.toHaveAccessibleDescription(/refused|compressed/)

  await start(panel)
  await expect(panel.getByLabel('Name')).toHaveAccessibleDescription('Image name already exists')
  await expect(panel.getByLabel('Name')).toBeFocused()
  expect(await temporary(request, project)).toEqual(['origin', 'golden'])
})

test('a lost connection pauses the upload; it resumes with the missing blocks, on request or automatically', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject('offline')
  const offsetOf = (request: Request) => (request.postDataJSON() as { offset: number }).offset
  const isBlock = (request: Request) => request.url().includes('/bulk-write?')
  const answered = new Set<number>()
  page.context().on('response', (response) => {
    if (isBlock(response.request()) && response.ok()) answered.add(offsetOf(response.request()))
  })
  // Without it, only the button resumes.
  await page.route('**/v1/ping', (route) => route.abort())
  const told = await holdChunks(page, 4)
  await start(await openForm(page, project, 'told', diskImage(4)))
  const lost = (name: string) => modalOf(page, name).getByText('Connection lost')
  await expect.poll(() => answered.size).toBe(4)
  await told.cut()
  await expect(lost('told')).toBeVisible()
  await expect(modalOf(page, 'told').getByText(/^\d+ of 8 chunks left/)).toBeVisible()

  const before = new Set(answered)
  const again: number[] = []
  page.context().on('request', (request) => void (isBlock(request) && again.push(offsetOf(request))))
  await told.restore()
  await modalOf(page, 'told').getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('row', { name: 'told' })).toBeVisible()
  expect(again.filter((offset) => before.has(offset))).toEqual([])
  // Every third of the 8 chunks is all zeros.
  expect(new Set([...before, ...again]).size).toBe(6)

  await page.unroute('**/v1/ping')
  const alone = await holdChunks(page, 2)
  await page.getByRole('link', { name: 'Upload image' }).click()
  await start(await fillForm(page, 'alone', diskImage(2)))
  await expect(stepOf(modalOf(page, 'alone'), 'Upload the file')).toContainText('Running')
  await alone.cut()
  await expect(lost('alone')).toBeVisible()
  await alone.restore()
  await expect(page.getByRole('row', { name: 'alone' })).toBeVisible()
})

test('a refused or cancelled upload is cleaned up, and its form keeps its values', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('cancel')
  const refused = await holdChunks(page, 0)
  const panel = await openForm(page, project, 'cancelled', diskImage(2))
  await start(panel)
  const modal = modalOf(page, 'cancelled')
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  const [disk, ...others] = await names(request, 'disks', project)
  expect(disk).toMatch(/^tmp-for-image-[0-9a-f]{6}$/)
  expect(others).toEqual([])
  // Another client ends the import meanwhile.
  await request.post(`/v1/disks/${disk}/bulk-write-stop?project=${project}`)
  refused.open()
  await expect(modal.getByRole('alert')).toContainText('can be written to')
  await expect(stepOf(modal, 'Upload the file')).toContainText('Error')
  expect(await modal.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await expectAccessible(page)
  await expect.poll(() => temporary(request, project)).toEqual([])
  await modal.getByRole('button', { name: 'Close', exact: true }).last().click()

  const cancelled = await holdChunks(page, 2)
  await start(panel)
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Cancel upload?' })
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(question).toHaveCount(0)
  await modal.getByRole('button', { name: 'Cancel upload' }).click()
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  cancelled.open()
  await expect(modal.getByText('The upload was cancelled')).toBeVisible()
  await expect(stepOf(modal, 'Upload the file')).toContainText('Cancelled')
  await expect(stepOf(modal, 'Stop the import')).toContainText('Not started')
  await expectAccessible(page)
  await expect.poll(() => temporary(request, project)).toEqual([])
  await modal.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(panel.getByLabel('Name')).toHaveValue('cancelled')
  await expect(panel.getByText('disk.img')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await start(panel)
  await expect(page.getByRole('row', { name: 'cancelled' })).toBeVisible()
})

test('an upload whose import is cancelled elsewhere says so', async ({ page, request, makeProject }) => {
  const project = await makeProject('elsewhere')
  const panel = await openForm(page, project, 'lost', diskImage(2))
  const modal = modalOf(page, 'lost')
  const cancelElsewhere = async () => {
    const disk = (await names(request, 'disks', project))[0]
    expect((await request.post(`/v1/disks/${disk}/cancel-import?project=${project}`)).status()).toBe(204)
  }
  const expectLost = async (step: string) => {
    await expect(modal.getByRole('alert')).toContainText(/The import was cancelled elsewhere.*Upload the file again/)
    await expect(stepOf(modal, step)).toContainText('Error')
    await expect.poll(() => temporary(request, project)).toEqual([])
    await modal.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(panel.getByLabel('Name')).toHaveValue('lost')
  }
  const chunks = await holdChunks(page, 1)
  await start(panel)
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')
  await cancelElsewhere()
  chunks.open()
  await expectLost('Upload the file')

  await page.route('**/finalize?*', async (route) => {
    await cancelElsewhere()
    await route.continue()
  })
  await start(panel)
  await expectLost('Verify the file and take a snapshot')
  await page.unroute('**/finalize?*')

  // Its snapshot is there by then.
  await page.route(/\/v1\/images\?/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const snapshot = (await names(request, 'snapshots', project))[0]
    expect((await request.delete(`/v1/snapshots/${snapshot}?project=${project}`)).status()).toBe(204)
    await route.continue()
  })
  await start(panel)
  await expect(modal.getByRole('alert')).toContainText(/snapshot was deleted elsewhere\. Upload the file again/)
  await expect(stepOf(modal, 'Create the image')).toContainText('Error')
  await expect.poll(() => temporary(request, project)).toEqual([])
})

test('OS and version follow from the name of the file or of the address, until they are typed', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject('suggested')
  await page.goto(`/projects/${project}/images-new`)
  const os = page.getByRole('textbox', { name: 'OS' })
  const version = page.getByRole('textbox', { name: 'Version' })
  const choose = (name: string) =>
    page.getByLabel('Image file').setInputFiles({ name, mimeType: '', buffer: diskImage(1) })
  await page.getByRole('button', { name: 'Upload image' }).click()
  await expect(os).toHaveAccessibleDescription('OS is required')
  await choose('debian-12-generic-amd64.img')
  await expect(os).toHaveValue('debian')
  await expect(os).toHaveAccessibleDescription('')
  await expect(version).toHaveValue('12')
  await version.fill('12.11')
  await choose('ubuntu-24.04-server-cloudimg-amd64.img')
  await expect(os).toHaveValue('ubuntu')
  await expect(version, 'what was typed stays').toHaveValue('12.11')
  await choose('disk.img')
  await expect(os).toHaveValue('')
  await version.fill('')
  await choose('trixie-amd64.img')
  await expect(os).toHaveValue('debian')
  await expect(version).toHaveValue('13')

  await page.goto(`/projects/${project}/images-fetch`)
  await page.getByText('Address', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://images.invalid/40/Rocky-9-GenericCloud.qcow2?x=1')
  await expect(os).toHaveValue('rocky')
  await expect(version).toHaveValue('9')
})

test('a hidden upload continues, delays signing out, and can be reopened; cancelling it asks once', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject('hidden')
  const held = await holdChunks(page, 2)
  await start(await openForm(page, project, 'hidden', diskImage(2)))
  const modal = modalOf(page, 'hidden')
  await modal.getByRole('button', { name: 'Hide' }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
  await expect(modal).toHaveCount(0)
  await page.getByRole('button', { name: /user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const signOut = page.getByRole('alertdialog', { name: 'Sign out?' })
  await expect(signOut).toContainText('hidden is still uploading')
  await signOut.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
  await page.getByRole('button', { name: /^Activity: 1 running/ }).click()
  const activity = page.getByRole('dialog', { name: 'Activity' })
  await activity.getByRole('button', { name: 'hidden' }).click()
  await expect(stepOf(modal, 'Upload the file')).toContainText('Running')

  const questions = page.getByRole('alertdialog', { name: 'Cancel upload?', includeHidden: true })
  // Pressed while the dialog's code is still loading.
  await modal.getByRole('button', { name: 'Cancel upload' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(questions).toHaveCount(1)
  held.open()
  await expect(page.getByRole('row', { name: 'hidden' })).toBeVisible()
  await expect(questions).toHaveCount(0)
  await expect(modal).toHaveCount(0)
  await page.getByRole('button', { name: /^Activity/ }).click()
  await expect(activity).toContainText('Upload image hiddendone')
  // The job is no longer stored: only a link to the list remains.
  await expect(activity.getByRole('link', { name: 'hidden' })).toBeVisible()
})

test('a duplicated tab shows the running upload, and offers to clean up once the original tab is closed', async ({
  page,
  context,
  request,
  makeProject,
}) => {
  const project = await makeProject('duplicate')
  await holdChunks(page, 2)
  await start(await openForm(page, project, 'doubled', diskImage(2)))
  await expect(stepOf(modalOf(page, 'doubled'), 'Upload the file')).toContainText('Running')
  const [disk] = await names(request, 'disks', project)
  // A browser duplicates a tab with a copy of its session storage.
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open(location.pathname.replace('-new', '')))
  const copy = await opened
  expect(await copy.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
  await expect(copy.getByRole('link', { name: 'Upload image' }).first()).toBeVisible()
  await expect(copy.getByRole('button', { name: /^Activity: 1 running/ })).toBeVisible()
  const cutShort = copy.getByText('An upload was interrupted')
  await copy.getByRole('button', { name: /^Refresh/ }).click()
  await expect(cutShort).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Activity: 1 running/, includeHidden: true })).toBeVisible()

  page.on('dialog', (dialog) => void dialog.accept())
  const [warned] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
  expect(warned.type()).toBe('beforeunload')
  await expect(copy.getByRole('button', { name: /^Activity: something failed/ })).toBeVisible()
  await copy.reload()
  await expect(cutShort).toBeVisible()
  await expect(copy.getByText(disk!)).toBeVisible()
  await expectAccessible(copy)
  await copy.getByRole('button', { name: 'Remove' }).click()
  await expect(cutShort).toHaveCount(0)
  expect(await temporary(request, project)).toEqual([])
  await copy.reload()
  await expect(copy.getByRole('link', { name: 'Upload image' }).first()).toBeVisible()
  await expect(cutShort).toHaveCount(0)
})
