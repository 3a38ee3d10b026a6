import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../../kernel/http/errors.ts'
import type { SpinJob } from './spin.worker.ts'
import { JobTooLarge, type PoolLimits, WorkerPool } from './worker-pool.ts'

const LIMITS: PoolLimits = {
  threads: 2,
  threadsOfOwner: [1],
  waiting: 3,
  waitingOfOwner: [2],
  waitMs: 60_000,
  deadlineMs: 60_000,
  heapMb: 32,
}

const pools: WorkerPool<SpinJob, unknown>[] = []
function poolWith(limits: Partial<PoolLimits> = {}): WorkerPool<SpinJob, unknown> {
  const pool = new WorkerPool<SpinJob, unknown>(new URL('spin.worker.ts', import.meta.url), { ...LIMITS, ...limits })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  )

it('runs jobs one after the other in the same thread', async () => {
  const pool = poolWith({ threads: 1 })
  const echoes = ['a', 'b', 'c'].map((echo) => pool.run(['owner'], { echo }))
  expect(await Promise.all(echoes)).toEqual(['a', 'b', 'c'])
})

it('ends a job at its deadline, and continues in another thread', async () => {
  const pool = poolWith({ deadlineMs: 300 })
  await expect(pool.run(['owner'], { spin: true })).rejects.toThrow(new JobTooLarge('it takes longer than 0.3 s'))
  expect(await pool.run(['owner'], { echo: 1 })).toBe(1)
})

it('ends a job that fills its heap, and continues in another thread', async () => {
  const pool = poolWith()
  await expect(pool.run(['owner'], { fill: true })).rejects.toThrow(new JobTooLarge('it takes too much memory'))
  expect(await pool.run(['owner'], { echo: 1 })).toBe(1)
})

it('rejects a failed job with 500, and continues in another thread', async () => {
  const pool = poolWith()
  expect(await statusOf(pool.run(['owner'], { fail: 'odd' }))).toBe(500)
  expect(await pool.run(['owner'], { echo: 1 })).toBe(1)
})

it('limits the running and waiting jobs of an owner', async () => {
  const pool = poolWith()
  const spinning = statusOf(pool.run(['greedy'], { spin: true }))
  const waiting = [1, 2].map((echo) => statusOf(pool.run(['greedy'], { echo })))
  expect(await statusOf(pool.run(['greedy'], { echo: 3 }))).toBe(503)
  expect(await pool.run(['other'], { echo: 'answered' })).toBe('answered')
  await pool.close()
  expect(await Promise.all([spinning, ...waiting])).toEqual([503, 503, 503])
})

it('limits the waiting jobs of all owners', async () => {
  const pool = poolWith()
  const busy = ['a', 'b', 'c', 'd', 'e'].map((owner) => statusOf(pool.run([owner], { spin: true })))
  expect(await statusOf(pool.run(['f'], { echo: 1 }))).toBe(503)
  await pool.close()
  expect(await Promise.all(busy)).toEqual([503, 503, 503, 503, 503])
})

it('rejects a job that waits too long for a thread', async () => {
  const pool = poolWith({ threads: 1, waitMs: 50 })
  const spinning = statusOf(pool.run(['a'], { spin: true }))
  expect(await statusOf(pool.run(['b'], { echo: 1 }))).toBe(503)
  await pool.close()
  expect(await spinning).toBe(503)
})

it('rejects a job whose thread is ended at any moment of its start', async () => {
  for (let turns = 0; turns < 20; turns++) {
    const pool = poolWith()
    await pool.run(['owner'], { echo: 'warm' })
    const started = statusOf(pool.run(['owner'], { spin: true }))
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    await pool.close()
    expect(await started, `closed after ${turns} turns`).toBe(503)
  }
})
