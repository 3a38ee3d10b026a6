import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { DatabaseWatch } from './database-watch.ts'

/** Answers or fails as a test says, or not at all. */
class Probe {
  asked = 0
  dropped = 0
  answer: Promise<void> = Promise.resolve()
  ask() {
    this.asked++
    return this.answer
  }
  drop() {
    this.dropped++
  }
}
const never = new Promise<never>(() => {})

let clock: ManualClock
let probe: Probe
let watch: DatabaseWatch
beforeEach(() => {
  clock = new ManualClock()
  probe = new Probe()
  watch = new DatabaseWatch(clock, probe)
})

/** How work in the watch's guard ends: `waits` as long as it has not. */
function guarded<T>(work: Promise<T>): { end: T | string } {
  const state: { end: T | string } = { end: 'waits' }
  watch
    .guard(() => work)
    .then(
      (result) => (state.end = result),
      ({ status }: { status: number }) => (state.end = `${status}`),
    )
  return state
}

test('work that ends at once asks nothing of the database', async () => {
  expect(await watch.guard(async () => 7)).toBe(7)
  await clock.advance(10_000)
  expect(probe.asked).toBe(0)
  expect(clock.pending).toBe(0)
})

test('all that waits is answered 503 once the database has not answered for two seconds, and new work at once', async () => {
  probe.answer = never
  const first = guarded(never)
  await clock.advance(2000)
  const second = guarded(never)
  await clock.advance(900)
  expect([first.end, second.end]).toEqual(['waits', 'waits'])
  await clock.advance(200)
  expect([first.end, second.end]).toEqual(['503', '503'])
  await expect(watch.guard(() => expect.unreachable())).rejects.toMatchObject({ status: 503 })
})

test('work goes on once the database answers again, without a request that asks for it', async () => {
  probe.answer = never
  guarded(never)
  await clock.advance(3100)
  expect(probe.dropped).toBe(1)
  probe.answer = Promise.resolve()
  await clock.advance(1100)
  expect(await watch.guard(async () => 7)).toBe(7)
  await clock.advance(10_000)
  expect(clock.pending).toBe(0)
})

test('slow work waits for as long as the database answers, be it with an error', async () => {
  const slow = guarded(never)
  await clock.advance(30_000)
  probe.answer = Promise.reject(new Error('too many connections'))
  probe.answer.catch(() => {})
  await clock.advance(30_000)
  expect(slow.end).toBe('waits')
})

test('a loop that is held up for longer than the database has does not count as an unanswered question', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  probe.answer = promise
  const work = guarded(never)
  await clock.advance(1000)
  // Timers that were due meanwhile run late, and the answer comes with them.
  clock.leap(10_000)
  await clock.advance(0)
  resolve()
  await clock.advance(100)
  expect(work.end).toBe('waits')
})

test('a watch that is closed leaves no timer', async () => {
  guarded(never)
  watch.close()
  await clock.advance(0)
  expect(probe.dropped).toBe(1)
})
