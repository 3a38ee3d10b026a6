import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { WorkInFlight } from '../../testing/work-in-flight.ts'
import type { Db } from '../database/database.ts'
import type { LogFields } from '../telemetry/log.ts'
import { type Task, Tasks } from './tasks.ts'

let db: Db
let settled: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  db = database.db
  settled = new WorkInFlight(db).settled
  return async () => {
    await db.destroy()
    await database.drop()
  }
})

let clock: ManualClock
let logged: LogFields[]
const made: Tasks[] = []
beforeEach(() => {
  clock = new ManualClock(undefined, settled)
  logged = []
  return async () => {
    for (const each of made.splice(0)) await each.stop()
  }
})

function tasks(all: Task[]): Tasks {
  const each = new Tasks({ db, clock, log: (_level, _message, fields = {}) => logged.push(fields) }, all)
  made.push(each)
  return each
}

/** A task that counts its runs; each waits for the test to call `open`. */
function gated(name: string, everyMs = 60_000) {
  const state = { runs: 0, open: () => {} }
  const task: Task = {
    name,
    everyMs,
    run: async (signal) => {
      state.runs++
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      state.open = resolve
      signal.addEventListener('abort', () => reject(signal.reason))
      await promise
    },
  }
  return { task, state }
}

test('tasks run by the clock and continue after a failed run', async () => {
  let runs = 0
  const flaky: Task = {
    name: 'flaky',
    everyMs: 60_000,
    run: async () => {
      if (++runs === 1) throw new Error('once')
      await sql`select 1`.execute(db)
    },
  }
  const all = tasks([flaky])
  all.start()
  expect(all.list()).toMatchObject([
    { running: false, time_last_run: null, time_next_run: new Date('2026-01-01T00:01:00Z') },
  ])
  await clock.advanceUntil(() => all.list()[0]?.outcome === 'failed', 1000)
  expect(logged).toMatchObject([{ task: 'flaky', error: { message: 'once' } }])
  await clock.advanceUntil(() => all.list()[0]?.outcome === 'done', 1000)
  expect(all.list()).toMatchObject([{ name: 'flaky', every_ms: 60_000, running: false }])
  expect(runs).toBe(2)
})

test('one control plane at a time runs a task', async () => {
  const { task, state } = gated('scan')
  const [a, b] = [tasks([task]), tasks([task])]
  const running = a.run('scan')
  await clock.advanceUntil(() => state.runs === 1)
  await b.run('scan')
  expect(b.list()).toMatchObject([{ outcome: 'elsewhere' }])
  expect(state.runs).toBe(1)
  state.open()
  await running
  const again = b.run('scan')
  await clock.advanceUntil(() => state.runs === 2)
  state.open()
  await again
  expect(b.list()).toMatchObject([{ outcome: 'done' }])
})

test('a second request joins the present run; other tasks do not wait for it', async () => {
  const [{ task: one, state }, { task: two, state: other }] = [gated('one'), gated('two')]
  const all = tasks([one, two])
  const runs = [all.run('one'), all.run('one'), all.run('two')]
  await clock.advanceUntil(() => state.runs === 1 && other.runs === 1)
  other.open()
  await runs[2]
  expect(all.list()).toMatchObject([{ running: true }, { running: false, outcome: 'done' }])
  state.open()
  await Promise.all(runs)
  expect(state.runs).toBe(1)
  expect(() => all.run('three')).toThrow('No task three')
})

test('a run that hangs fails after ten minutes, and another control plane can run the task', async () => {
  const run = vi.fn<Task['run']>(() => new Promise<void>(() => {}))
  const hung: Task = { name: 'hung', everyMs: 60_000, run }
  const [a, b] = [tasks([hung]), tasks([{ ...hung, run: async () => {} }])]
  const running = a.run('hung')
  await clock.advanceUntil(() => run.mock.calls.length === 1)
  const began = a.list()[0]!.time_last_run
  await clock.advanceUntil(() => !a.list()[0]!.running, 60_000, 3_600_000)
  await running
  expect(a.list()).toMatchObject([{ outcome: 'failed', failing_since: began }])
  await b.run('hung')
  expect(b.list()).toMatchObject([{ outcome: 'done', failing_since: null }])
})

test('more tasks can run at once than the database has connections', async () => {
  const gates = Array.from({ length: 20 }, (_, n) => gated(`many ${n}`))
  const all = tasks(gates.map(({ task }) => task))
  const runs = gates.map(({ task }) => all.run(task.name))
  await clock.advanceUntil(() => gates.every(({ state }) => state.runs === 1))
  await sql`select 1`.execute(db)
  for (const { state } of gates) state.open()
  await Promise.all(runs)
  expect(new Set(all.list().map(({ outcome }) => outcome))).toEqual(new Set(['done']))
})

test('stopping aborts running tasks, which is not logged as their failure', async () => {
  const [{ task: one, state }, { task: two, state: other }] = [gated('one'), gated('two')]
  const all = tasks([one, two])
  const runs = [all.run('one'), all.run('two')]
  await clock.advanceUntil(() => state.runs === 1 && other.runs === 1)
  await all.stop()
  await Promise.all(runs)
  expect(all.list().map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
  expect(logged).toEqual([])
})
