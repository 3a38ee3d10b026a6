import { assert, describe, expect } from 'vitest'
import { type Bed, onSite, rejects } from './bed.ts'
import { instanceCalls } from './instance-calls.ts'
import { otherCalls } from './other-calls.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { type UnknownId, unknownIds } from './unknown-ids.ts'
import { volumeCalls } from './volume-calls.ts'

/** One call about one new thing. */
export interface Call {
  make(signal?: AbortSignal): Promise<unknown>
  /** Checks that the platform is as the call wants it, once and not twice. */
  verify(): Promise<void>
}

export interface CallUnderTest {
  name: string
  /** Prepares everything that the call needs; undefined where the hardware does not have it. */
  prepare(bed: Bed): Promise<Call | undefined>
  /** It concerns the whole platform: there are no different things to call it for. */
  single?: true
  /** Runs a machine for each thing. */
  onMachine?: true
  /** A later call gives a new result. */
  fresh?: true
}

const CALLERS = 32
const REASON = new Error('The caller has left')
const ignore = () => {}

export function describeEveryCall(under: PlatformUnderTest): void {
  describeCalls(under, [...instanceCalls, ...volumeCalls, ...otherCalls], unknownIds)
}

/** Promises of every call: about repeats, aborted waits, many callers and an end of the process in the midst. */
export function describeCalls(
  under: PlatformUnderTest,
  calls: readonly CallUnderTest[],
  unknown: readonly UnknownId[],
): void {
  const test = onSite(under)
  const onCall = (name: string, call: CallUnderTest, body: (call: Call, bed: Bed) => Promise<void>) =>
    test(name, async (bed) => {
      const prepared = await call.prepare(bed)
      if (prepared) await body(prepared, bed)
    })

  describe.each(calls)('$name', (one) => {
    onCall('gives its first result when it is repeated', one, async ({ make, verify }) => {
      const first = await make()
      const again = await make()
      if (!one.fresh) expect(again).toEqual(first)
      await verify()
    })

    onCall(`serves ${CALLERS} callers of the same thing with one result`, one, async ({ make, verify }) => {
      const [first, ...others] = await Promise.all(Array.from({ length: CALLERS }, () => make()))
      for (const other of others) expect(other).toEqual(first)
      await verify()
    })

    if (!one.single)
      test('serves callers of different things at once', async (bed) => {
        const count = one.onMachine ? Math.min(CALLERS, under.maxMachines) : CALLERS
        const calls = await Promise.all(Array.from({ length: count }, () => one.prepare(bed)))
        const prepared = calls.filter((call) => call !== undefined)
        await Promise.all(prepared.map(({ make }) => make()))
        for (const { verify } of prepared) await verify()
      })

    onCall('rejects with the reason of a signal that is aborted already', one, async ({ make, verify }) => {
      await expect(make(AbortSignal.abort(REASON))).rejects.toBe(REASON)
      await make()
      await verify()
    })

    onCall('rejects at once when its signal aborts, and a later call finds the work', one, async ({ make, verify }) => {
      const abort = new AbortController()
      const first = make(abort.signal)
      const second = make()
      abort.abort(REASON)
      await expect(first).rejects.toBe(REASON)
      await second
      await make()
      await verify()
    })

    onCall('can be made again after the process ended in the midst', one, async ({ make, verify }, bed) => {
      make().catch(ignore)
      await bed.restart('killed')
      await make()
      await verify()
    })

    onCall('ends when the platform is closed, and can be made again', one, async ({ make, verify }, bed) => {
      const ended = make().then(
        () => undefined,
        (error: unknown) => error,
      )
      await bed.restart('closed')
      const error = await ended
      if (error !== undefined) await rejects(Promise.reject(error), 'transient')
      await make()
      await verify()
    })
  })

  describe.each(unknown)('$name of something unknown', ({ call, kind }) => {
    test(kind ? `rejects with ${kind}` : 'changes nothing', async (bed) => {
      if (kind) return rejects(call(bed), kind)
      assert.isUndefined(await call(bed))
    })
  })
}
