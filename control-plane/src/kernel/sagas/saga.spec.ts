import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { buildSaga, refusals, setUpWorkers, slotsFor } from '../../testing/saga-workers.ts'
import { conflict } from '../http/errors.ts'
import { randomId } from '../values/uuid.ts'
import { addEffect, effectsOf, endOf } from './saga-fixtures.ts'
import { findSaga } from './saga-store.ts'
import { defineSaga, WaitForSaga } from './saga.ts'

const site = setUpWorkers()
const { worker, begin, until } = site

test('runs the steps in order, each with the results of the ones before', async () => {
  const { saga } = buildSaga()
  const sagas = worker(saga)
  sagas.start()
  // Its first claim is over before there is a saga.
  await sagas.idle()
  const id = await begin(sagas, saga, { name: 'a' })
  expect(await effectsOf(site.db, id)).toEqual([])
  sagas.wake()
  expect(await endOf(site.db, sagas, id)).toEqual({ state: 'done', error: null })
  expect(await effectsOf(site.db, id)).toEqual(['row a', 'volume', 'volume of a', 'finish'])
})

test('a request whose transaction fails leaves no saga', async () => {
  const { saga } = buildSaga()
  const sagas = worker(saga)
  const refused = site.db.transaction().execute(async (tx) => {
    await sagas.begin(tx, saga, { name: 'a' }, {})
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await sagas.list()).toEqual([])
})

test('a step with a transient error is retried after growing waits, then the saga is undone', async () => {
  const { saga, seen } = buildSaga()
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a', fail: 'transient' })
  sagas.wake()
  await until(() => seen.tries === 1, 0)
  await sagas.idle()
  for (const [failures, wait] of [500, 1000, 2000, 4000].entries()) {
    await site.clock.advance(wait - 1)
    await sagas.idle()
    expect(seen.tries).toBe(failures + 1)
    await site.clock.advance(1)
    await sagas.idle()
  }
  expect(await endOf(site.db, sagas, id)).toEqual({ state: 'undone', error: 'not now' })
  expect(seen.tries).toBe(5)
})

test('a transaction step that fails leaves nothing, and is not undone itself', async () => {
  const log: string[] = []
  const saga = defineSaga<{ name: string }>('write-fails', [
    { name: 'one', do: async () => {}, undo: async () => void log.push('-one') },
    {
      name: 'two',
      write: async (tx, _data, { id }) => {
        await addEffect(tx, id, 'two')
        throw conflict('no')
      },
      unwrite: async () => void log.push('-two'),
    },
  ])
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a' })
  sagas.wake()
  expect((await endOf(site.db, sagas, id)).state).toBe('undone')
  expect(log).toEqual(['-one'])
  expect(await effectsOf(site.db, id)).toEqual([])
})

test('a step outside the database is recorded with the write that follows, and its result survives a failed attempt', async () => {
  const seen: { step?: number | undefined; volume: string | undefined }[] = []
  const saga = defineSaga<{ volume?: string }>('create', [
    { name: 'volume', do: async () => ({ volume: 'made' }) },
    {
      name: 'created',
      async write(_tx, { volume }, { id }) {
        seen.push({ step: (await findSaga(site.db, id))?.step, volume })
        if (seen.length === 1) throw refusals.transient()
      },
    },
  ])
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, {})
  sagas.wake()
  await until(() => seen.length === 1, 0)
  await site.clock.advance(500)
  expect((await endOf(site.db, sagas, id)).state).toBe('done')
  expect(seen).toEqual([
    { step: 0, volume: 'made' },
    { step: 1, volume: 'made' },
  ])
})

test('a step may start another saga in its transaction', async () => {
  const { saga: inner } = buildSaga()
  const ids: string[] = []
  const outer = defineSaga<object>('outer', [
    {
      name: 'begin',
      write: async (tx, _data, ctx) => void ids.push(await ctx.sagas.begin(tx, inner, { name: 'inner' }, ctx.scope)),
    },
  ])
  const sagas = worker(outer, { definitions: [outer, inner] })
  sagas.start()
  const id = await begin(sagas, outer, {})
  sagas.wake()
  await endOf(site.db, sagas, id)
  expect((await endOf(site.db, sagas, ids[0] ?? '')).state).toBe('done')
})

test('a step that waits for another saga releases its slot, and gets the failure of that saga', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const source = defineSaga<object>('source', [
    {
      name: 'fail',
      do: async () => {
        await gate
        throw conflict('no source')
      },
    },
  ])
  const copy = defineSaga<{ sourceSaga: string }>('copy', [
    {
      name: 'copy',
      async do(ctx, { sourceSaga }) {
        if (ctx.awaitedFailure) throw ctx.awaitedFailure
        throw new WaitForSaga(sourceSaga)
      },
    },
  ])
  const sagas = worker(copy, { definitions: [source, copy], limits: { slots: slotsFor(2) } })
  sagas.start()
  const copies: string[] = []
  const sourceSaga = randomId()
  // Far more than the worker does at once, and before what they wait for.
  for (let i = 0; i < 9; i++) copies.push(await begin(sagas, copy, { sourceSaga }))
  await site.db.transaction().execute((tx) => sagas.begin(tx, source, {}, {}, sourceSaga))
  sagas.wake()
  await sagas.idle()
  open()
  const ends = await Promise.all(copies.map((id) => endOf(site.db, sagas, id)))
  expect(ends).toEqual(copies.map(() => ({ state: 'undone', error: 'no source' })))
})

test('an error thrown before a step is its failure', async () => {
  const { saga, seen } = buildSaga()
  const sagas = worker(saga, {
    beforeStep(_saga, step) {
      if (step === 'finish') throw conflict('by request')
    },
  })
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a' })
  sagas.wake()
  expect(await endOf(site.db, sagas, id)).toEqual({ state: 'undone', error: 'by request' })
  expect(seen.tries).toBe(0)
})

test('a step fails with whatever text a platform gives as its reason', async () => {
  const saga = defineSaga('unstorable', [
    {
      name: 'one',
      async do() {
        throw new PlatformError('permanent', 'from a program: \0 \ud83d')
      },
    },
  ])
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, {})
  sagas.wake()
  await until(() => sagas.completed({ started: [id] }, site.clock.now()).then(({ ended }) => ended), 1000, 60_000)
  expect(await endOf(site.db, sagas, id)).toEqual({ state: 'undone', error: 'from a program: \ufffd \ufffd' })
})

test('a saga whose progress could not be stored continues once it can be, long before its lease ends', async () => {
  let tries = 0
  const lost = Promise.withResolvers<void>()
  const saga = defineSaga('cut-off', [
    {
      name: 'lose the table',
      async do() {
        if (++tries > 1) return
        await sql`alter table sagas rename to sagas_away`.execute(site.db)
        lost.resolve()
      },
    },
  ])
  const sagas = worker(saga)
  const id = await begin(sagas, saga, {})
  sagas.start()
  await lost.promise
  await sagas.idle()
  await site.clock.advance(1000)
  await sql`alter table sagas_away rename to sagas`.execute(site.db)
  await until(() => tries === 2, 100, 2000)
  expect(await endOf(site.db, sagas, id)).toEqual({ state: 'done', error: null })
})

test('records of ended sagas are deleted after a while, others are kept', async () => {
  const { saga } = buildSaga()
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a' })
  sagas.wake()
  await endOf(site.db, sagas, id)
  // No claim that is under way finds the second.
  await sagas.idle()
  await begin(sagas, saga, { name: 'b' })
  await site.clock.advance(500)
  const { signal } = new AbortController()
  expect(await sagas.prune({ doneMs: 1000, undoneMs: 1000 }, signal)).toBe(0)
  expect(await sagas.prune({ doneMs: 100, undoneMs: 100 }, signal)).toBe(1)
  expect(await sagas.list()).toHaveLength(1)
})
