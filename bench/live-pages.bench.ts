import { chromium, type Page } from '@playwright/test'
import { startStreamProxy } from '../e2e/stream-proxy.ts'
import { browserArguments, findBrowser } from '../tools/test/browser.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Pages that are open while things change elsewhere: how long until a change is painted, by the event stream and by
 * polling, and how many requests a page sends in ten minutes in which nothing changes.
 */
const CHANGES = size(30, 3)
const POLLED_CHANGES = size(5, 1)
const MINUTES = size(10, 1)
const MAX_MS = 300
/** Between changes: a list is read at most twice a second, which a single change does not wait for. */
const PAUSE_MS = 700
const PATH = '/projects'

const server = await startBenchServer()
const proxy = await startStreamProxy(server.base)
const browser = await chromium.launch({ executablePath: (await findBrowser())!, args: browserArguments })
const [name, value] = server.cookie.split('=') as [string, string]
const { id } = await server.send<{ id: string }>('POST', '/v1/projects', { name: 'watched', description: '' })
const change = (description: string) => server.send('PUT', `/v1/projects/${id}`, { description })

async function openPage(isLive: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL: proxy.address })
  await context.addCookies([{ name, value, domain: 'localhost', path: '/' }])
  const page = await context.newPage()
  if (!isLive) await page.route('**/v1/ping', (route) => route.fulfill({ json: { status: 'ok', capabilities: {} } }))
  return page
}
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
const shows = (page: Page, text: string) => page.evaluate((wanted) => document.body.innerText.includes(wanted), text)

const live = await openPage(true)
await live.goto(PATH)
await until(() => proxy.open() === 1)
const times: number[] = []
for (let i = 0; i < CHANGES; i++) {
  await live.waitForTimeout(PAUSE_MS)
  const text = `live change ${i}.`
  const painted = live.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.body.innerText.includes(wanted)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    text,
  )
  // The observer is there by the answer to this.
  await live.evaluate(() => undefined)
  const started = Date.now()
  await change(text)
  times.push((await painted) - started)
}
const ms = median(times)

const idle = await openPage(true)
await idle.clock.install()
await idle.goto(`${PATH}/watched/instances`)
await until(async () => {
  await idle.clock.runFor(100)
  return proxy.open() === 2
})
await until(async () => {
  await idle.clock.runFor(1000)
  const before = proxy.requests.length
  await idle.clock.runFor(1000)
  await idle.evaluate(() => undefined)
  return proxy.requests.length === before
})
proxy.requests.length = 0
for (let i = 0; i < MINUTES * 6; i++) await idle.clock.runFor(10_000)
const sent = proxy.requests.length

/** By the page's clock, which this turns; a change comes at another moment between two readings each time. */
const polling = await openPage(false)
await polling.clock.install()
await polling.goto('/projects/watched/instances')
await polling.getByText('No instances').waitFor()
const polled: number[] = []
for (let i = 0; i < POLLED_CHANGES; i++) {
  const instance = `polled-${i}`
  await polling.clock.runFor((60_000 * (i + 0.5)) / POLLED_CHANGES)
  await server.send('POST', '/v1/instances?project=watched', {
    name: instance,
    description: '',
    hostname: instance,
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    external_ips: [],
  })
  let waited = 0
  while (!(await shows(polling, instance))) {
    await polling.clock.runFor(1000)
    waited += 1000
  }
  polled.push(waited)
}
const polledMs = median(polled)

report('a change elsewhere until it is painted', `${ms} ms`, `at most ${MAX_MS}`, ms <= MAX_MS)
report(
  'the same by polling, of a list at rest',
  `${polledMs / 1000} s, ${(polledMs / ms).toFixed(0)} times as long`,
  'more than by the stream',
  polledMs > ms,
)
report(`requests of an idle page in ${MINUTES} minutes`, `${sent}`, 'none', sent === 0)
await browser.close()
await proxy.close()
await server.close()
