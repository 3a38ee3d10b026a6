import { writeFile } from 'node:fs/promises'
import type { Page } from 'puppeteer-core'
import { uniqueName } from '../test.ts'
import { test } from './firefox.ts'

const project = '/projects/tide-gauges'

const control = (page: Page, role: string, name: string) => page.locator(`::-p-aria([role="${role}"][name="${name}"])`)
/** Resolves once the page shows a text. */
const shows = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text)
const open = async (page: Page, path: string, title: string) => {
  await page.goto(new URL(path, page.url()).href)
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), {}, title)
}

test('an instance is created by the keyboard, and its serial console read', async ({ openInFirefox }) => {
  const { page } = await openInFirefox('mara-lindqvist')
  const name = uniqueName('ff')
  await open(page, `${project}/instances-new`, 'New instance')
  await control(page, 'textbox', 'Name').fill(name)
  await control(page, 'combobox', 'Image').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await control(page, 'textbox', 'Name').click()
  await page.keyboard.press('Enter')
  await page.waitForFunction((made) => location.pathname.includes(`/instances/${made}/`), {}, name)
  await shows(page, 'Running')
  await open(page, `${project}/instances/${name}/serial-console`, 'Serial console')
  await page.waitForFunction(
    (host) => document.querySelector('.xterm')?.textContent?.includes(`${host} login:`),
    {},
    name,
  )
})

test('a change in one tab shows in another, by the stream that they share', async ({ openInFirefox }) => {
  const { page } = await openInFirefox('mara-lindqvist')
  await open(page, `${project}/disks`, 'Disks')
  const other = await page.browserContext().newPage()
  await other.goto(page.url())
  await open(other, `${project}/disks-new`, 'New disk')
  const name = uniqueName('ff')
  await control(other, 'textbox', 'Name').fill(name)
  await other.keyboard.press('Enter')
  await other.waitForFunction(() => location.pathname.endsWith('/disks'))
  await page.bringToFront()
  await shows(page, name)
})

test('quick actions, menus and dialogs work by the keyboard', async ({ openInFirefox }) => {
  const { page } = await openInFirefox('mara-lindqvist')
  await open(page, `${project}/instances`, 'Instances')
  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await page.waitForSelector('[role=dialog] input:focus')
  await page.keyboard.type('Snapshots')
  await shows(page, 'Snapshots')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.title.startsWith('Snapshots'))
  await control(page, 'button', 'Row actions').click()
  await page.waitForSelector('[role=menu]')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Row actions')
})

test('an image is uploaded', async ({ openInFirefox }, info) => {
  const { page } = await openInFirefox('mara-lindqvist')
  await open(page, `${project}/images-new`, 'Upload image')
  const file = info.outputPath('small.raw')
  await writeFile(file, Buffer.alloc(4 * 2 ** 20, 7))
  const input = await page.waitForSelector('input[type=file]')
  await input!.uploadFile(file)
  const name = uniqueName('ff')
  await control(page, 'textbox', 'Name').fill(name)
  await control(page, 'textbox', 'OS').fill('skerry')
  await control(page, 'textbox', 'Version').fill('1')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.pathname.endsWith('/images'))
  await shows(page, name)
})
