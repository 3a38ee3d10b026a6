import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBulkRun } from './bulk-run.ts'
import { bulkRuns, openNewRun, reportText } from './bulk-runs.ts'

const rows = Array.from({ length: 20 }, (_, index) => `vm-${index}`)
const plan = {
  title: 'Stop instances',
  verb: 'Stop',
  consequence: 'Their disks stay.',
  rows,
  getId: (row: string) => row,
  getName: (row: string) => row,
  unless: () => null,
}

/** What the page listens to before it is left. */
let page: EventTarget
const asksBeforeLeaving = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

it('runs six at a time and no more, and all of them', async () => {
  let now = 0
  let most = 0
  const run = createBulkRun({
    ...plan,
    run: async () => {
      most = Math.max(most, ++now)
      await Promise.resolve()
      now--
    },
  })
  await run.start()
  expect(most).toBe(6)
  expect(run.state.get()).toMatchObject({ phase: 'finished', counts: { done: 20, waiting: 0, running: 0 } })
})

it('skips what is refused, reports what failed, and retries only that', async () => {
  const tried: string[] = []
  let broken = true
  const run = createBulkRun({
    ...plan,
    rows: ['a', 'b', 'c'],
    unless: (row) => row === 'a' && 'Already stopped',
    run: async (row) => {
      tried.push(row)
      if (row === 'c' && broken) throw new Error('No answer')
    },
  })
  await run.start()
  expect(tried).toEqual(['b', 'c'])
  expect(reportText(run)).toBe(
    'Stop instances: 1 done, 1 skipped, 1 failed\na: skipped (Already stopped)\nb: done\nc: failed (No answer)',
  )
  broken = false
  await run.retry()
  expect(tried).toEqual(['b', 'c', 'c'])
  expect(run.items.map(({ mark }) => mark.get().status)).toEqual(['skipped', 'done', 'done'])
})

it('is not started twice', async () => {
  let count = 0
  const run = createBulkRun({ ...plan, run: async () => void count++ })
  await Promise.all([run.start(), run.start()])
  expect(count).toBe(20)
})

it('has the browser ask before the page is left, for as long as it runs', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = createBulkRun({ ...plan, rows: ['a'], run: () => answers.shift()!.promise })
  const [first, second] = answers
  expect(asksBeforeLeaving()).toBe(false)
  const started = run.start()
  expect(asksBeforeLeaving()).toBe(true)
  first!.reject(new Error('No answer'))
  await started
  expect(asksBeforeLeaving()).toBe(false)
  const retried = run.retry()
  expect(asksBeforeLeaving()).toBe(true)
  second!.resolve()
  await retried
  expect(asksBeforeLeaving()).toBe(false)
})

it('marks a line without touching any other', async () => {
  const run = createBulkRun({ ...plan, run: () => Promise.resolve() })
  const marks = run.items.map(() => 0)
  run.items.forEach(({ mark }, at) => mark.watch(() => (marks[at]! += 1)))
  await run.start()
  // Once when it begins, once when it ends.
  expect(marks).toEqual(run.items.map(() => 2))
})

it('keeps the reports of the last runs, and every run that goes on', async () => {
  const endless = createBulkRun({ ...plan, rows: ['a'], run: () => new Promise(() => {}) })
  void endless.start()
  openNewRun(endless)
  const runs = Array.from({ length: 40 }, () => createBulkRun({ ...plan, rows: ['a'], run: () => Promise.resolve() }))
  for (const run of runs) {
    openNewRun(run)
    await run.start()
  }
  expect(bulkRuns.get()).toEqual([endless, ...runs.slice(-19)])
})
