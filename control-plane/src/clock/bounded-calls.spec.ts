import { expect, test } from 'vitest'
import { BoundedCalls } from './bounded-calls.ts'
import { ManualClock } from './clock.ts'

const setUp = () => {
  const clock = new ManualClock()
  return { clock, calls: new BoundedCalls(clock, (message) => new Error(message)) }
}
/** A callee that answers on `answer()` and records its signals. */
function callee() {
  const { promise, resolve } = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return promise
  }
  return { work, signals, answer: resolve }
}
const never = () => new Promise<never>(() => {})

test('returns the answer or error of a call that settles in time', async () => {
  const { calls, clock } = setUp()
  expect(await calls.run({ kind: 'ask', ms: 1000 }, async () => 'yes')).toBe('yes')
  const refuse = () => {
    throw new Error('no')
  }
  await expect(calls.run({ kind: 'ask', ms: 1000 }, refuse)).rejects.toThrow('no')
  expect(calls.unanswered()).toEqual([])
  expect(clock.pending).toBe(0)
})

test('a deadline ends the wait, aborts the call and ignores a late answer', async () => {
  const { calls, clock } = setUp()
  const slow = callee()
  const began = clock.now()
  const asked = calls.run({ kind: 'ask', ms: 1000 }, slow.work)
  const refusal = asked.catch((error: Error) => error.message)
  await clock.advance(999)
  expect(slow.signals[0]?.aborted).toBe(false)
  await clock.advance(1)
  expect(await refusal).toBe('ask was not answered within 1 s')
  expect(slow.signals[0]?.aborted).toBe(true)
  expect(calls.unanswered()).toEqual([{ kind: 'ask', since: began, last: clock.now() }])
  slow.answer('late')
  await clock.advance(0)
  expect(calls.unanswered()).toHaveLength(1)
  await calls.run({ kind: 'ask', ms: 1000 }, async () => 'in time')
  expect(calls.unanswered()).toEqual([])
})

test("the caller's signal ends the wait, even if the callee ignores it", async () => {
  const { calls, clock } = setUp()
  const [abort, slow] = [new AbortController(), callee()]
  const asked = calls.run({ kind: 'ask', ms: 1000, signal: abort.signal }, slow.work)
  abort.abort(new Error('stopping'))
  await expect(asked).rejects.toThrow('stopping')
  expect(slow.signals[0]?.aborted).toBe(true)
  expect(clock.pending).toBe(0)
  await expect(calls.run({ kind: 'ask', ms: 1, signal: abort.signal }, never)).rejects.toThrow('stopping')
})

test('at most two calls per subject and a hundred per kind may hang', async () => {
  const { calls, clock } = setUp()
  let started = 0
  const ask = async (kind: string, subject: string) => {
    const asked = calls.run({ kind, subject, ms: 1000 }, () => {
      started++
      return never()
    })
    const refusal = asked.catch((error: Error) => error.message)
    await clock.advance(1000)
    expect(await refusal).toContain(kind)
  }
  for (let i = 0; i < 5; i++) await ask('ask', 'a')
  expect(started).toBe(2)
  for (let i = 0; i < 120; i++) await ask('ask', `${i}`)
  expect(started).toBe(100)
  await ask('other', 'a')
  expect(started).toBe(101)
  // Calls that have hung for so long count as lost.
  await clock.advance(3_600_000)
  await ask('ask', 'a')
  expect(started).toBe(102)
})
