import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { browserArguments, findBrowser } from '../tools/test/browser.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { report } from './lib/report.ts'

/** A signed-in user's first load of /projects: script requests and their gzipped bytes. */
const MAX_KB = 160
const MAX_REQUESTS = 15

const server = await startBenchServer()
await server.send('POST', '/v1/projects', { name: 'first-load', description: '' })
const executablePath = await findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })
const context = await browser.newContext({ baseURL: server.base })
const [name = '', value = ''] = server.cookie.split('=')
await context.addCookies([{ name, value, url: server.base }])
const page = await context.newPage()

const bytes = new Map<string, Promise<number>>()
page.on('response', (response) => {
  if (response.request().resourceType() !== 'script') return
  bytes.set(
    response.url(),
    response.body().then((body) => gzipSync(body, { level: 9 }).length),
  )
})
// Records when the list is painted, so later fetches are counted apart, however slow this machine is.
await page.addInitScript(() => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('a[href^="/projects/first-load"]')) return
    watch.disconnect()
    requestAnimationFrame(() => performance.mark('list'))
  })
  watch.observe(document, { childList: true, subtree: true })
})
await page.goto('/projects')
await page.getByRole('link', { name: 'first-load' }).waitFor()
await page.waitForLoadState('networkidle')
const before = await page.evaluate(() => {
  const list = performance.getEntriesByName('list')[0]?.startTime ?? Infinity
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < list)
    .map(({ name }) => name)
})
const scripts = [...bytes.keys()]
const atFirst = scripts.filter((url) => before.includes(url))

const kilobytes = async (urls: readonly string[]) =>
  (await Promise.all(urls.map((url) => bytes.get(url) ?? 0))).reduce((sum, size) => sum + size, 0) / 1000
const size = await kilobytes(atFirst)
report(
  'first load of /projects: scripts until the list stands',
  `${size.toFixed(1)} kB gzip, ${(size / MAX_KB).toFixed(2)} of the limit`,
  `at most ${MAX_KB} kB`,
  size <= MAX_KB,
)
report('script requests', String(atFirst.length), `at most ${MAX_REQUESTS}`, atFirst.length <= MAX_REQUESTS)
console.log(
  `        after that ${scripts.length - atFirst.length} more, ${(await kilobytes(scripts)).toFixed(1)} kB in all`,
)
await browser.close()
await server.close()
