import { chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { browserArguments, findBrowser } from '../tools/test/browser.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { freshPage } from './lib/page-side.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Milliseconds from a key press to the paint of its result: the menu of a row, a side panel and a letter typed in a
 * combobox of 1,000 items; also with the processor slowed to a quarter, as in a phone.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? size(31, 1))
const WARM_UPS = size(3, 0)
const DISKS = 1000
const SPEEDS = [
  { slowdown: 1, mostMs: 50 },
  { slowdown: 4, mostMs: 200 },
]

interface Measured {
  painted: Promise<number>
}
declare const window: Window & Measured

/** @param result selects the element that shows the result, @param text what it contains */
async function paintAfter(page: Page, key: string, result: string, text: string): Promise<number> {
  await page.evaluate(
    ([selector, words]) => {
      const isShown = () => document.querySelector(selector)?.textContent.includes(words)
      if (isShown()) throw new Error(`${selector} with ${words} is there before the key`)
      window.painted = new Promise((resolve) => {
        const begin = ({ timeStamp }: KeyboardEvent) => {
          const look = () => {
            // What is there before a frame is painted is painted by the next task.
            if (isShown()) setTimeout(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        addEventListener('keydown', begin, { capture: true, once: true })
      })
    },
    [result, text] as const,
  )
  await page.keyboard.press(key)
  return page.evaluate(() => window.painted)
}

async function openMenu(page: Page): Promise<number> {
  await page.locator('[data-row-menu]').nth(10).focus()
  const ms = await paintAfter(page, 'Enter', '[role=menu]', 'Delete')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return ms
}

async function openPanel(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'New disk' }).focus()
  const ms = await paintAfter(page, 'Enter', '[role=dialog]', 'Create disk')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return ms
}

/** After `disk-0`, which all options but one match. */
async function typeLetter(page: Page): Promise<number> {
  const ms = await paintAfter(page, '5', '[role=option]', 'disk-05')
  await page.keyboard.press('Backspace')
  await page.getByRole('option', { name: 'disk-0001' }).waitFor()
  return ms
}

const server = await startBenchServer()
const { id } = await server.send<{ id: string }>('POST', '/v1/projects', { name: 'bench', description: '' })
const db = openDatabase({ url: server.databaseUrl, max: 1 })
await sql`
  insert into disks (id, project_id, name, description, size, block_size, state, source, has_volume, finalized,
    time_created, time_modified)
  select gen_random_uuid(), ${id}, 'disk-' || lpad(n::text, 4, '0'), 'For a benchmark', 1073741824, 4096, 'detached',
    'blank', true, true, now(), now()
  from generate_series(1, ${DISKS}::int) n`.execute(db)

const executablePath = await findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })
const page = await freshPage(browser, { base: server.base, readyOf: ({ ready }) => ready }, server.cookie)
const protocol = await page.context().newCDPSession(page)

const list = async () => {
  await page.goto('/projects/bench/disks')
  await page.locator('[data-row-menu]').nth(10).waitFor()
}
const combobox = async () => {
  await page.goto('/projects/bench/snapshots-new')
  await page.getByRole('combobox', { name: 'Disk' }).pressSequentially('disk-0')
  await page.getByRole('option', { name: 'disk-0001' }).waitFor()
}
const interactions = [
  { name: 'a row menu', begin: list, act: openMenu },
  { name: 'a side panel', begin: list, act: openPanel },
  { name: `a letter in a combobox of ${DISKS.toLocaleString('en')} items`, begin: combobox, act: typeLetter },
]
for (const { name, begin, act } of interactions) {
  await begin()
  await page.waitForLoadState('networkidle')
  for (const { slowdown, mostMs } of SPEEDS) {
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const times: number[] = []
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      const ms = await act(page)
      if (round >= 0) times.push(ms)
    }
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const ms = median(times)
    const what = slowdown === 1 ? name : `${name}, ${slowdown} times slower`
    report(what, `${(ms / mostMs).toFixed(2)} of the limit, ${ms.toFixed(0)} ms`, `under ${mostMs} ms`, ms < mostMs)
  }
}
await browser.close()
await db.destroy()
await server.close()
