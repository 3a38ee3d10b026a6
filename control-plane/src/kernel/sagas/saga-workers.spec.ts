import { describe, expect, test } from 'vitest'
import { buildSaga, gatedSaga, slotsFor, setUpWorkers } from '../../testing/saga-workers.ts'
import { standardLimits } from './saga-drive.ts'
import { effectsOf, endOf } from './saga-fixtures.ts'
import { type SagaOutcome } from './saga.ts'

const site = setUpWorkers()
const { worker, begin, until } = site

describe('several workers', () => {
  test('run each saga once', async () => {
    const { saga, starts, open } = gatedSaga()
    const [a, b] = [worker(saga, { limits: { slots: slotsFor(4) } }), worker(saga, { limits: { slots: slotsFor(4) } })]
    const ids = await Promise.all(Array.from({ length: 20 }, () => begin(a, saga, {})))
    a.start()
    b.start()
    await until(() => starts.length === 8)
    open()
    await until(async () => (await a.list()).length === 0)
    expect(await Promise.all(ids.map((id) => endOf(site.db, b, id)))).toEqual(
      ids.map(() => ({ state: 'done', error: null })),
    )
    expect(starts).toHaveLength(20)
  })

  test('a lease is renewed while a step runs, and a third worker leaves it alone', async () => {
    const { saga, starts, open } = gatedSaga()
    const [a, b] = [worker(saga), worker(saga)]
    const id = await begin(a, saga, {})
    a.start()
    await until(() => starts.length === 1)
    b.start()
    await expect(until(() => false, 1000, 120_000)).rejects.toThrow('Not done')
    expect(starts).toHaveLength(1)
    open()
    expect((await endOf(site.db, a, id)).state).toBe('done')
  })

  test('an abandoned saga is claimed when its lease ends, and the late worker writes nothing', async () => {
    const { saga, starts, open } = gatedSaga()
    const [a, b] = [worker(saga, { limits: { leaseMs: 10_000 } }), worker(saga, { limits: { leaseMs: 10_000 } })]
    const id = await begin(a, saga, {})
    a.start()
    await until(() => starts.length === 1)
    // As if the first worker's process had been frozen past its lease: the record is due although it still works.
    await site.db.updateTable('sagas').set({ due: site.clock.now() }).execute()
    b.start()
    await until(() => starts.length === 2)
    await until(() => starts[0]?.aborted === true)
    expect(starts[1]?.aborted).toBe(false)
    open()
    expect(await endOf(site.db, b, id)).toEqual({ state: 'done', error: null })
    expect(await effectsOf(site.db, id)).toEqual(['waited', 'counted'])
  })

  test('a worker that stops releases its sagas at once', async () => {
    const { saga, starts, open } = gatedSaga()
    const [a, b] = [worker(saga), worker(saga)]
    const id = await begin(a, saga, {})
    a.start()
    await until(() => starts.length === 1)
    await a.stop()
    b.start()
    open()
    expect((await endOf(site.db, b, id)).state).toBe('done')
    expect(starts).toHaveLength(2)
  })

  test.each([
    ['succeeds', {}, { ended: true, failure: null }],
    ['fails', { fail: 'permanent' }, { ended: true, failure: { status: 500 } }],
  ] as const)('a wait ends soon after a saga that another process does %s', async (_, data, expected) => {
    const { saga } = buildSaga()
    const [here, there] = [worker(saga), worker(saga)]
    const id = await begin(here, saga, { name: 'a', ...data })
    let outcome: SagaOutcome | undefined
    const waited = here
      .completed({ started: [id] }, new Date(site.clock.now().getTime() + 30_000))
      .then((ended) => (outcome = ended))
    await site.clock.advance(5000)
    expect(outcome).toBeUndefined()
    there.start()
    const { state } = await endOf(site.db, there, id)
    expect(state).toBe('fail' in data ? 'undone' : 'done')
    await site.clock.advance(standardLimits.watchMs)
    expect(await waited).toMatchObject(expected)
  })

  test('sagas with an unknown name are left to other workers', async () => {
    const { saga } = buildSaga()
    const { saga: newer } = gatedSaga()
    const [older, sagas] = [worker(saga), worker(newer)]
    await begin(sagas, newer, {})
    older.start()
    await older.idle()
    expect(await older.list()).toMatchObject([{ name: 'gated', state: 'running', step: null, attempts: 0 }])
  })
})
