import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium } from '@playwright/test'
import { buildMock } from '../tools/lib/build-mock.ts'
import { root } from '../tools/lib/repository.ts'
import { serveFolder } from '../tools/mock/static-host.ts'
import { browserArguments, findBrowser } from '../tools/test/browser.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { makeProjectOfDisks, memoryOf, requestTimes, walkFor } from './lib/console-tab.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * The mock build from a static host against the console of a real server, in a browser without a cache: time and bytes
 * until the list of projects stands, requests from the page, and the memory of a tab in use.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? size(9, 1))
const DISKS = size(50, 2)
const MINUTES = Number(process.env['MINUTES'] ?? size(10, 0.05))
const MAX_LATER_MS = 1000
const MAX_ANSWERED_LATER_MS = 2000
const MAX_SLOWER = 5
const MAX_MB = 600
const MAX_GROWTH = 1.2

const folder = join(root, 'dist', 'mock')
await buildMock({ folder, base: '/' }, console.log)
const port = await serveFolder(folder, { base: '/', port: 0 })
const server = await startBenchServer()
await server.send('POST', '/v1/projects', { name: 'harbour-logistics', description: '' })
const [name = '', value = ''] = server.cookie.split('=')

const executablePath = await findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })

const mock = { address: `http://localhost:${port}/`, folder }
const normal = { address: `${server.base}/`, folder: join(root, 'console', 'dist') }
type Build = typeof mock

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name, value, url: server.base }])
  return context
}

interface FirstList {
  /** Milliseconds until it is painted. */
  ms: number
  /** Milliseconds until a read that is new is answered. */
  answeredMs: number
  /** What was asked for until then. */
  paths: string[]
}

/** Opens the list of projects. */
async function firstList({ address }: Build): Promise<FirstList> {
  const context = await newContext()
  const page = await context.newPage()
  const paths = new Set<string>()
  context.on('request', (request) => paths.add(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('tr a[href*="/projects/harbour-logistics"]')) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('painted')))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${address}projects`)
  await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0, undefined, { timeout: 120_000 })
  const ms = await page.evaluate(() => performance.getEntriesByName('painted')[0]!.startTime)
  const answeredMs = await page.evaluate(async () => {
    await fetch('/v1/projects?limit=1')
    return performance.now()
  })
  const asked = [...paths]
  await context.close()
  return { ms, answeredMs, paths: asked }
}

/** Bytes of the files among these paths, compressed as hosts do. */
function megabytesOf(paths: readonly string[], { folder: files }: Build): string {
  const names = paths.map((path) => path.slice(1)).filter((path) => path.startsWith('assets/'))
  const bytes = names.reduce((sum, file) => sum + gzipSync(readFileSync(join(files, file))).length, 0)
  return `${(bytes / 1e6).toFixed(2)} MB gzip in ${names.length} files`
}

const times = { mock: [] as number[], answered: [] as number[], normal: [] as number[] }
for (let round = 0; round <= ROUNDS; round++) {
  const loads = { normal: await firstList(normal), mock: await firstList(mock) }
  // The first round warms the server up.
  if (round > 0) {
    times.normal.push(loads.normal.ms)
    times.mock.push(loads.mock.ms)
    times.answered.push(loads.mock.answeredMs)
  } else {
    console.log(`        normal build until its list stands: ${megabytesOf(loads.normal.paths, normal)}`)
    console.log(`        mock build until its list stands: ${megabytesOf(loads.mock.paths, mock)}`)
  }
}
const [ours, theirs] = [median(times.mock), median(times.normal)]
report(
  'first list of the mock build, later than that of a normal one',
  `${(ours - theirs).toFixed(0)} ms (${ours.toFixed(0)} against ${theirs.toFixed(0)})`,
  `at most ${MAX_LATER_MS} ms`,
  ours - theirs <= MAX_LATER_MS,
)
const answered = median(times.answered)
report(
  'first answer of its database, later than the list of a normal build',
  `${(answered - theirs).toFixed(0)} ms`,
  `at most ${MAX_ANSWERED_LATER_MS} ms`,
  answered - theirs <= MAX_ANSWERED_LATER_MS,
)

const open = async ({ address }: Build) => {
  const page = await (await newContext()).newPage()
  await page.goto(`${address}projects`)
  await page.getByRole('link', { name: 'harbour-logistics' }).waitFor()
  await makeProjectOfDisks(page, DISKS)
  return page
}
const [inPage, onServer] = [await open(mock), await open(normal)]
const [slow, fast] = [await requestTimes(inPage, size(30, 2)), await requestTimes(onServer, size(30, 2))]
for (const [what, kind] of [
  [`a list of ${DISKS}`, 'list'],
  ['a create', 'create'],
] as const) {
  const ratio = slow[kind] / fast[kind]
  report(
    `${what} in the page, against the real server`,
    `${ratio.toFixed(1)} times (${slow[kind].toFixed(1)} ms against ${fast[kind].toFixed(1)} ms)`,
    `at most ${MAX_SLOWER} times`,
    ratio <= MAX_SLOWER,
  )
}
await onServer.context().close()

await walkFor(inPage, MINUTES * 6000)
const early = await memoryOf(browser, inPage)
await walkFor(inPage, MINUTES * 54_000)
const late = await memoryOf(browser, inPage)
report(
  `memory of the tab after ${MINUTES} minutes of use`,
  `${late.toFixed(0)} MB, ${(late / early).toFixed(2)} times that of the first minute`,
  `at most ${MAX_MB} MB and ${MAX_GROWTH} times`,
  late <= MAX_MB && late / early <= MAX_GROWTH,
)
await browser.close()
await server.close()
process.exit()
