import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { browserArguments, findBrowser } from '../tools/test/browser.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * A project with 5,000 instances against one with 10: the API's time for a page of ten, and the console's time to its
 * first page. Neither may grow with the total.
 */
const FEW = 10
const MANY = size(5000, 1100)
const ROUNDS = size(9, 1)
const MOST = 1.5

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })
for (const [project, count] of [
  ['few', FEW],
  ['many', MANY],
] as const) {
  const { id } = await server.send<{ id: string }>('POST', '/v1/projects', { name: project, description: '' })
  await sql`
    insert into instances (id, project_id, name, description, hostname, ncpus, memory, run_state, intent,
      time_run_state_updated, time_created, time_modified)
    select gen_random_uuid(), ${id}, 'instance-' || lpad(n::text, 5, '0'), 'For a benchmark', 'bench', 2, 8589934592,
      'stopped', 'stopped', now(), now(), now()
    from generate_series(1, ${count}::int) n`.execute(db)
}
await sql`analyze instances`.execute(db)

/** Median time of a page of ten, in ms. */
async function pageTime(query: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < size(60, 2); i++) {
    const started = performance.now()
    await server.send('GET', `/v1/instances?limit=${FEW}&${query}`)
    times.push(performance.now() - started)
  }
  return median(times)
}
const half = await server.send<{ next_page: string }>('GET', `/v1/instances?limit=1000&project=many`)
const deep = `page_token=${half.next_page}`
for (const [what, query] of [
  ['first page', 'project=many'],
  ['page after 1,000', deep],
] as const) {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) ratios.push((await pageTime(query)) / (await pageTime('project=few')))
  const ratio = median(ratios)
  report(`list request, ${what} of ${MANY} against ${FEW}`, ratio.toFixed(2), `at most ${MOST}`, ratio <= MOST)
}

const executablePath = await findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })
const context = await browser.newContext({ baseURL: server.base, viewport: { width: 1440, height: 900 } })
const [name = '', value = ''] = server.cookie.split('=')
await context.addCookies([{ name, value, url: server.base }])
const page = await context.newPage()
async function firstPage(project: string): Promise<number> {
  const started = performance.now()
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'instance-00001' }).waitFor()
  return performance.now() - started
}
await firstPage('few')
const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const few = await firstPage('few')
  ratios.push((await firstPage('many')) / few)
}
const shown = median(ratios)
report(
  `console, first page of ${MANY} instances against ${FEW}`,
  shown.toFixed(2),
  `at most ${MOST * 2}: 50 rows against 10`,
  shown <= MOST * 2,
)

// Scrolling through the largest page (200 rows): the share of late frames.
await page.getByRole('button', { name: 'Rows per page' }).click()
await page.getByRole('menu').getByText('200').click()
await page.getByRole('link', { name: 'instance-00001' }).waitFor()
const late = await page.evaluate(async () => {
  const box = [...document.querySelectorAll('main, main *')].find(
    (element) => element.scrollHeight > element.clientHeight + 500,
  )
  const scroller = box ?? document.scrollingElement!
  let frames = 0
  let slow = 0
  let before = performance.now()
  await new Promise<void>((resolve) => {
    const step = (now: number) => {
      frames++
      if (now - before > 50) slow++
      before = now
      scroller.scrollTop += 60
      if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) resolve()
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  return slow / frames
})
report('scrolling 200 rows: frames later than 50 ms', `${(late * 100).toFixed(1)} %`, 'at most 10 %', late <= 0.1)
await browser.close()
await db.destroy()
await server.close()
