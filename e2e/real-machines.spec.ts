import { tmpdir } from 'node:os'
import type { Page } from '@playwright/test'
import { cachedTinyLinux } from '../control-plane/src/platform/qemu/tiny-linux/cached-tiny-linux.ts'
import { endRealMachines } from '../tools/test/real-machines.ts'
import { admin, runServer } from './server.ts'
import { expect, expectAccessible, test as base } from './test.ts'

/** A server with real machines, and the image that they boot. */
interface Real {
  address: string
  image: string
}

const test = base.extend<object, { real: Real }>({
  real: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, give) => {
      const image = await cachedTinyLinux(tmpdir())
      const server = await runServer('--platform', 'qemu')
      await give({ address: server.address, image })
      await server.end(() => endRealMachines(server.data))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ real }, give) => give(real.address),
  session: [
    async ({ playwright, real }, give) => {
      const request = await playwright.request.newContext({ baseURL: real.address })
      expect((await request.post('/v1/login/default/local', { data: admin })).status()).toBe(204)
      await give(await request.storageState())
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

const terminal = (page: Page) => page.getByRole('region', { name: 'Terminal' })
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()

// Without hardware for virtual machines a guest takes ten seconds of a free core to boot, and there may be none free.
const BOOT_MS = 240_000
test.setTimeout(3 * BOOT_MS)

/** Logs in at the serial console and gives a command. @param after what its history shows before the prompt */
async function logIn(page: Page, after: string, command: string, answer: string): Promise<void> {
  const shows = (text: string) =>
    expect(terminal(page)).toContainText(new RegExp(`${after}.*tiny login:${text}`, 's'), { timeout: BOOT_MS })
  await shows('')
  await terminal(page).getByRole('textbox', { name: 'Terminal input' }).focus()
  await page.keyboard.type('root\n')
  await shows('.*root@tiny')
  await page.keyboard.type(`${command}\n`)
  await shows(`.*${answer}`)
}

/** Shows on the serial port a line typed at the graphical console, and then that Ctrl+Alt+Del was pressed there. */
const untilPressed = [
  `sh -c 'trap "echo pres""sed; exit" INT`,
  'echo $$ > /proc/sys/kernel/cad_pid',
  'echo 0 > /proc/sys/kernel/ctrl-alt-del',
  'echo listen""ing',
  'read -r line < /dev/tty1',
  'echo "typed $line"',
  `while :; do sleep 1; done'`,
].join('; ')

/** How many colours a picture has; none before its first frame. */
const colours = (canvas: HTMLCanvasElement | SVGElement | HTMLElement): number => {
  const { width, height } = canvas as HTMLCanvasElement
  if (width === 0 || height === 0) return 0
  const picture = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
  return new Set(new Uint32Array(picture.data.buffer)).size
}

test('an uploaded image boots, and its machine can be logged in to, rebooted and stopped', async ({
  page,
  request,
  makeProject,
  real,
}) => {
  const project = await makeProject('real')
  await page.goto(`/projects/${project}/images-new`)
  const upload = page.getByRole('dialog', { name: 'Upload image', exact: true })
  await upload.getByLabel('Name').fill('tiny-linux')
  await upload.getByRole('textbox', { name: 'OS' }).fill('linux')
  await upload.getByLabel('Version').fill('1')
  await upload.getByLabel('Image file').setInputFiles(real.image)
  await upload.getByRole('button', { name: 'Upload image' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Image tiny-linux uploaded')

  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('tiny')
  await form.getByRole('tab', { name: 'Custom' }).click()
  await form.getByRole('spinbutton', { name: /^vCPUs/ }).fill('1')
  await form.getByRole('spinbutton', { name: /^Memory/ }).fill('1')
  await form.getByRole('tab', { name: 'Project images' }).click()
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /tiny-linux/ }).click()
  await form.getByRole('button', { name: 'Create instance' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/tiny/storage`)

  // The quotes keep the commands themselves from matching.
  const serialConsole = `/projects/${project}/instances/tiny/serial-console`
  await page.goto(serialConsole)
  await logIn(page, '', 'mkdir /run/first; echo wri""tten', 'written')
  await page.keyboard.type(`${untilPressed}\n`)
  await expect(terminal(page)).toContainText('listening', { timeout: BOOT_MS })

  await page.goto(`/projects/${project}/instances/tiny/connect`)
  await page.getByRole('link', { name: 'Open graphical console' }).click()
  const display = page.getByRole('region', { name: 'Display' })
  const screen = display.getByRole('application', { name: 'Screen of tiny' })
  await expect.poll(() => screen.evaluate(colours), { timeout: BOOT_MS }).toBeGreaterThan(1)
  await expectAccessible(page)
  await screen.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(screen).not.toBeFocused()
  await display.getByRole('button', { name: 'Type text' }).click()
  const typeText = page.getByRole('dialog', { name: 'Type text' })
  await typeText.getByLabel('Text').fill('naïve')
  await expect(typeText.getByRole('alert')).toHaveText('A US keyboard has no key for ï')
  // A keyboard keeps 16 bytes for a guest that has no time: what is pressed here is shorter, and waits for its effect.
  await typeText.getByLabel('Text').fill('Hi\n')
  await typeText.getByRole('button', { name: 'Type', exact: true }).click()
  const history = `/v1/instances/tiny/serial-console?project=${project}&from_start=0`
  const output = async () => Buffer.from((await (await request.get(history)).json()).data).toString()
  await expect.poll(output, { timeout: BOOT_MS }).toContain('typed Hi\r\n')
  await display.getByRole('button', { name: 'Send keys' }).click()
  await page.getByRole('menuitem', { name: 'Ctrl+Alt+Del' }).click()
  await expect.poll(output, { timeout: BOOT_MS }).toContain('pressed\r\n')

  await page.getByRole('link', { name: 'Back to instance' }).click()
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Reboot' }).click()
  await confirm(page)
  await expect
    .poll(async () => (await (await request.get(`/v1/instances/tiny?project=${project}`)).json()).run_state)
    .toBe('running')
  await page.goto(serialConsole)
  await logIn(page, 'written', 'ls -d /run/first || echo re""booted', 'rebooted')

  await page.getByRole('link', { name: 'Back to instance' }).click()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await confirm(page)
  await expect(page.getByRole('main')).toContainText('Stopped', { timeout: BOOT_MS })
})
