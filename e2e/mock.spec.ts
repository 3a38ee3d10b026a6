import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { makeCertificate } from '../control-plane/src/identity/certificates/self-signed.ts'
import { policies } from '../tools/mock/static-host.ts'
import { refuseWatching } from './mock/unwatchable.ts'
import { settle } from './settle.ts'
import { refuseStorage } from './storage-refusal.ts'
import { expect, test } from './test.ts'

/** Plain HTTP at a name other than localhost, where browsers offer no secure context; under a path. */
const host = 'preview.test'
const base = '/skerry/'

test.use({
  storageState: { cookies: [], origins: [] },
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`] }),
})

/** Builds the mock build and serves its files; nothing else runs behind it. */
async function serveMockBuild(): Promise<{ site: string; end: () => Promise<void> }> {
  const command = fileURLToPath(new URL('../tools/mock/main.ts', import.meta.url))
  // The benchmark of the mock build uses the same one.
  const folder = fileURLToPath(new URL('../dist/mock-preview', import.meta.url))
  const options = [`--base=${base}`, '--port=0', `--folder=${folder}`]
  const program = spawn(process.execPath, [command, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    let printed = ''
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const found = /localhost:(\d+)\D/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`The mock build was not served: ${printed}`)))
  })
  const end = async () => {
    program.kill('SIGTERM')
    await ended
  }
  return { site: `http://${host}:${port}${base}`, end }
}

/** The page's policy allows no script but those of the build, and nothing from elsewhere. */
async function expectStrictPolicy(page: Page): Promise<void> {
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(policy).toMatch(/^default-src 'self'; script-src 'self'( 'sha256-[^']+')+; /)
  for (const name of ['frame-src', 'object-src', 'form-action', 'base-uri']) expect(policy).toContain(`${name} 'none'`)
  const refused = await page.evaluate(async () => {
    const directives: string[] = []
    addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective))
    document.head.append(Object.assign(document.createElement('script'), { textContent: 'document.title = "run"' }))
    await fetch('http://elsewhere.test/').catch(() => {})
    while (directives.length < 2) await new Promise(requestAnimationFrame)
    return directives
  })
  expect(refused).toEqual(['script-src-elem', 'connect-src'])
}

/** Without HTTPS keys cannot be checked, which is the reason that is given. */
async function expectKeysRefused(page: Page): Promise<void> {
  const certificate = { name: 'shown', description: '', service: 'external_api', ...(await makeCertificate()) }
  const message = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/v1/certificates', { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { message: string }).message
  }, certificate)
  expect(message).toMatch(/browsers check keys only in pages over HTTPS/)
}

// In one worker, for one build.
test.describe.configure({ mode: 'default' })

let server: Awaited<ReturnType<typeof serveMockBuild>>
test.beforeAll(async () => {
  server = await serveMockBuild()
})
test.afterAll(() => server.end())

test('a static host alone serves the whole product in a page, under a path and without HTTPS', async ({ context }) => {
  const problems: string[] = []
  const open = async (path: string, prepare?: (page: Page) => Promise<unknown>) => {
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    // Hosts that answer with 404.html do so with that status.
    page.on('console', (line) => line.type() === 'error' && !/404/.test(line.text()) && problems.push(line.text()))
    await prepare?.(page)
    await page.goto(server.site + path)
    return page
  }
  const database = Promise.withResolvers<void>()
  await context.route(/\.wasm$/, async (route) => {
    await database.promise
    await route.continue()
  })
  const page = await open('')
  // The first list does not wait for the database.
  await expect(page.getByRole('link', { name: 'harbour-logistics' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the demo data' })).toBeVisible()
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  database.resolve()

  // A second tab has a database of its own. There is no file for its path.
  const other = await open('projects/weather/instances', (tab) => tab.addInitScript(refuseStorage))
  await expect(other.getByRole('link', { name: 'surge-model-full' })).toBeVisible()
  await other.close()

  await page.getByRole('link', { name: 'sandbox' }).click()
  await page.getByRole('link', { name: 'New instance' }).first().click()
  const form = page.getByRole('form', { name: 'Create instance' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('tried-out')
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /alpine/ }).click()
  await form.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByRole('heading', { name: 'tried-out', level: 1 })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Running' })).toBeVisible()

  await page.getByRole('tab', { name: 'Connect' }).click()
  await page.getByRole('link', { name: 'Open serial console' }).click()
  await expect(page.getByRole('region', { name: 'Terminal' })).toContainText('tried-out login:')

  const actor = page.getByLabel('Act as')
  await actor.selectOption('leila-haddad')
  await expect(page.getByRole('link', { name: 'tide-gauges' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'sandbox' })).toHaveCount(0)
  expect(problems).toEqual([])
  await expectStrictPolicy(page)
  await actor.selectOption('sam-okafor')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await actor.selectOption('admin')
  await expectKeysRefused(page)
  await page.getByRole('link', { name: 'sandbox' }).click()
  await expect(page.getByRole('link', { name: 'tried-out' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${server.site}system/overview`)
})

test('a page whose database does not load says so, and nothing waits for it', async ({ page }) => {
  await page.route(/\.wasm$/, (route) => route.abort())
  await page.goto(`${server.site}projects/weather/instances`)
  await expect(page.getByRole('alert').filter({ hasText: 'It could not start' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /went wrong|not available|unavailable/i })).toBeVisible()
  await page.goto(`${server.site}projects`)
  await expect(page.getByRole('link', { name: 'harbour-logistics' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a test that watches requests of the mock build, which never leave the page, fails at once', async ({ page }) => {
  const context = page.context()
  for (const target of [page, context]) refuseWatching(target)
  const listen = () => {}
  for (const watch of [
    () => page.route('**', listen),
    () => page.waitForRequest('**'),
    () => page.waitForResponse('**'),
    () => page.waitForEvent('request'),
    () => page.on('request', listen),
    () => page.once('response', listen),
    () => page.on('requestfailed', listen),
    () => context.route('**', listen),
    () => context.on('requestfinished', listen),
    () => context.waitForEvent('response'),
  ])
    expect(watch).toThrow('Requests of the mock build never leave the page')
  const isOpened = context.waitForEvent('page')
  await context.newPage()
  await isOpened
})

test('a script that does not arrive is requested again', async ({ page }) => {
  const script = /\/assets\/home-[^/]*\.js$/
  const isRequested = page.waitForRequest(script)
  await page.route(script, (route) => route.abort('connectionreset'), { times: 1 })
  await page.goto(`${server.site}projects`)
  await isRequested
  await expect(page.getByRole('link', { name: 'harbour-logistics' })).toBeVisible()

  await page.route(script, (route) => route.abort('connectionreset'))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The console could not be loaded.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('chaos mode fails requests until it is switched off; signing in works as on a server', async ({ page }) => {
  await page.goto(`${server.site}?chaos=1&kinds=401`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: 'Chaos: 100 %' }).click()
  await page.getByLabel('Failing requests').selectOption('off')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Silo' }).fill('default')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Username').fill('mara-lindqvist')
  await page.getByLabel('Password', { exact: true }).fill('preview')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'harbour-logistics' })).toBeVisible()
  await expect(page.getByLabel('Act as')).toHaveValue('mara-lindqvist')
})

const ofProject = [
  'Disks',
  'Snapshots',
  'Images',
  'VPCs',
  'Floating IPs',
  'Affinity Groups',
  'Probes',
  'Metrics',
  'Access',
]
const ofNetworking = ['Address Lots', 'BGP', 'BFD', 'Loopback Addresses', 'Switch Ports', 'Allow List', 'Inbound ICMP']
const ofSystem = [
  'Utilization',
  'Quotas',
  'Inventory',
  'Networking',
  ...ofNetworking,
  'Alerts',
  'Support Bundles',
  'Updates',
  'Metrics',
  'Audit Log',
  'Sagas',
  'Fleet Access',
  'Roles',
  'Built-in Users',
]

test('no screen is blank or busy for ever while half of the requests fail or are late', async ({ page }) => {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  await page.goto(`${server.site}?seed=7`)
  await expect(page.getByRole('link', { name: 'harbour-logistics' })).toBeVisible()
  const setRate = async (rate: string) => {
    const control = page.getByRole('button', { name: /^Chaos/ })
    await control.click()
    // Its tour is of one page, that of sign-in.
    await page.getByLabel('Answers of 401').uncheck()
    await page.getByLabel('Failing requests').selectOption(rate)
    await page.keyboard.press('Escape')
    // Keys belong to the popup until it is closed.
    await expect(control).toBeFocused()
  }
  await setRate('50 %')

  const headings: string[] = []
  const follow = async (area: string, name: string) => {
    const link = page.getByRole('navigation', { name: area }).getByRole('link', { name, exact: true })
    // The page before stays until the next one is loaded; both may have failed in the same way.
    await page.evaluate(() =>
      document.querySelectorAll('h1').forEach((heading) => heading.setAttribute('data-old', '')),
    )
    await link.click()
    const heading = page.locator('h1:not([data-old])').last()
    await expect(heading).toBeVisible()
    await settle(page)
    headings.push(await heading.innerText())
  }
  await setRate('50 %')
  for (const name of ['Images', 'Utilization', 'Access', 'Certificates', 'Sign-in Settings']) await follow('Silo', name)
  await setRate('off')
  await follow('Silo', 'Projects')
  await page.getByRole('link', { name: 'harbour-logistics' }).click()
  await expect(page.getByRole('navigation', { name: 'harbour-logistics' })).toBeVisible()
  await setRate('50 %')
  for (const name of ofProject) await follow('harbour-logistics', name)
  // From the start: a page that was answered 403 about the system shows no way to it, until it asks again.
  await page.goto(`${server.site}system/overview?seed=8`)
  await expect(page).toHaveTitle(/^Overview/)
  await setRate('50 %')
  for (const name of ofSystem) await follow('System', name)
  expect(headings.length).toBeGreaterThan(30)
  // Some show, and some say what failed.
  const failed = headings.filter((heading) => /went wrong|not authorized|not found/.test(heading))
  expect(failed).not.toEqual([])
  expect(new Set(headings).size).toBeGreaterThan(8)
  await setRate('off')
  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Silos' }).click()
  await expect(page.getByRole('row', { name: 'default' })).toBeVisible()
  expect(thrown).toEqual([])
})

test('the documentation gives hosts the policies that these tests ran with', () => {
  const page = readFileSync(new URL('../docs/mock.md', import.meta.url), 'utf8')
  for (const policy of Object.values(policies)) expect(page).toContain(`"${policy}"`)
})

test('a normal build has nothing of the mock build', () => {
  const dist = fileURLToPath(new URL('../console/dist', import.meta.url))
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.(wasm|data|tar)\b/.test(name))).toEqual([])
  // The guide may speak of the demo data.
  const scripts = files.filter((name) => name.endsWith('.js') || name === 'index.html')
  expect(scripts.length).toBeGreaterThan(50)
  const words = /pglite|harbour-logistics|Technical preview|createControlPlane/i
  expect(scripts.filter((name) => words.test(readFileSync(join(dist, name), 'utf8')))).toEqual([])
})
