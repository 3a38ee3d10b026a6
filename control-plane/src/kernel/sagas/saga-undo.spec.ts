import { expect, test } from 'vitest'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { buildSaga, refusals, setUpWorkers } from '../../testing/saga-workers.ts'
import { conflict } from '../http/errors.ts'
import { effectsOf, endOf } from './saga-fixtures.ts'
import { defineSaga } from './saga.ts'

const site = setUpWorkers()
const { worker, begin, until } = site

test.each(['permanent', 'failure'] as const)(
  'a %s error undoes the steps in reverse without a second try',
  async (fail) => {
    const { saga, seen } = buildSaga()
    const sagas = worker(saga)
    sagas.start()
    const id = await begin(sagas, saga, { name: 'a', fail })
    sagas.wake()
    expect(await endOf(site.db, sagas, id)).toEqual({ state: 'undone', error: refusals[fail]().message })
    expect(seen).toEqual({ tries: 1, log: ['row', 'volume', '-finish', '-volume', '-row'] })
    // The step without an undo keeps its effect: that is what leaving the undo out means.
    expect(await effectsOf(site.db, id)).toEqual(['volume of a'])
  },
)

test('an undo is retried until it succeeds, with pauses of minutes, or at once on request', async () => {
  let broken = true
  const saga = defineSaga<object>('sticky', [
    {
      name: 'only',
      do: async () => Promise.reject(conflict('no')),
      undo: async () => (broken ? Promise.reject(new Error('cannot undo')) : undefined),
    },
  ])
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, {})
  sagas.wake()
  await until(async () => ((await sagas.list())[0]?.attempts ?? 0) > 20, 10_000, 4 * 3_600_000)
  const [listed] = await sagas.list()
  expect(listed).toMatchObject({ id, state: 'running', undoing: true, step: 'only', error: 'cannot undo' })
  const wait = listed!.time_next_attempt!.getTime() - site.clock.now().getTime()
  expect(wait).toBeGreaterThan(60_000)
  expect(wait).toBeLessThanOrEqual(300_000)
  broken = false
  expect(await sagas.retry(id)).toBe(true)
  expect((await endOf(site.db, sagas, id)).state).toBe('undone')
  expect(await sagas.retry(id)).toBe(false)
})

test('a forward saga is retried after errors that would undo another', async () => {
  let tries = 0
  const saga = defineSaga<object>(
    'delete',
    [
      { name: 'gone', do: async () => {}, undo: async () => expect.unreachable() },
      {
        name: 'only',
        do: async () => (++tries < 8 ? Promise.reject(new PlatformError('permanent', 'no')) : undefined),
      },
    ],
    { forward: true },
  )
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, {})
  sagas.wake()
  await until(() => tries === 8)
  expect(await endOf(site.db, sagas, id)).toEqual({ state: 'done', error: null })
})

test('a saga whose undo fails too is answered with what failed first', async () => {
  let stuck = true
  const saga = defineSaga('stuck', [
    {
      name: 'one',
      async do() {
        throw refusals.permanent()
      },
      async undo() {
        if (!stuck) return
        stuck = false
        throw new Error('not undone yet')
      },
    },
  ])
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, {})
  sagas.wake()
  await until(() => !stuck, 0)
  // No request receives a success that is being undone.
  const meanwhile = await sagas.completed({ started: [id] }, site.clock.now())
  expect(meanwhile).toMatchObject({ ended: false, failure: { status: 500 } })
  await site.clock.advance(500)
  const { failure } = await sagas.completed({ started: [id] }, new Date(8.64e15))
  expect(failure).toEqual({ status: 500, code: 'Internal', message: 'Internal Server Error', cause: 'no such thing' })
})
