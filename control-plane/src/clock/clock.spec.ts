import { describe, expect, test } from 'vitest'
import { ManualClock, systemClock } from './clock.ts'

describe('ManualClock', () => {
  test('runs timers in order of time, including those that timers start', async () => {
    const clock = new ManualClock()
    const seen: string[] = []
    const walk = async (name: string, ms: number) => {
      await clock.sleep(ms)
      seen.push(`${name}@${clock.now().getSeconds()}`)
      await clock.sleep(1000)
      seen.push(`${name}+1@${clock.now().getSeconds()}`)
    }
    void walk('late', 2000)
    void walk('early', 1000)
    await clock.advance(2500)
    expect(seen).toEqual(['early@1', 'late@2', 'early+1@2'])
    await clock.advance(500)
    expect(seen.at(-1)).toBe('late+1@3')
    expect(clock.pending).toBe(0)
  })

  test('every waits again once its work has settled, until it is stopped', async () => {
    const clock = new ManualClock()
    const seen: number[] = []
    const end = clock.every(1000, async () => {
      seen.push(clock.now().getSeconds())
      await clock.sleep(500)
    })
    await clock.advance(4000)
    expect(seen).toEqual([1, 2, 4])
    end()
    await clock.advance(10_000)
    expect(seen).toHaveLength(3)
    expect(clock.pending).toBe(0)
  })

  test('advanceToNext moves to the next timer and no further', async () => {
    const clock = new ManualClock(new Date(0))
    const ran: string[] = []
    clock.after(700, () => ran.push('first'))
    clock.after(701, () => ran.push('second'))
    await clock.advanceToNext()
    expect([clock.now().getTime(), ran]).toEqual([700, ['first']])
    await clock.advanceToNext()
    expect([clock.now().getTime(), ran]).toEqual([701, ['first', 'second']])
    await clock.advanceToNext()
    expect(clock.now().getTime()).toBe(702)
  })

  test('advanceUntil rejects at its limit', async () => {
    await expect(new ManualClock().advanceUntil(() => false, 100, 1000)).rejects.toThrow('1000 ms')
  })
})

describe.each([
  ['manual', new ManualClock()],
  ['system', systemClock],
])('sleep on the %s clock', (_name, clock) => {
  test('rejects with the reason of its signal, before and while it sleeps', async () => {
    const abort = new AbortController()
    const sleeping = clock.sleep(60_000, abort.signal)
    abort.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
    await expect(clock.sleep(1, abort.signal)).rejects.toThrow('enough')
  })
})
