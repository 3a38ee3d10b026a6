import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PlatformError } from '../../platform/platform-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { ManualClock } from '../../clock/clock.ts'
import { watchQueries } from '../../testing/queries-in-flight.ts'
import { testDatabase } from '../../testing/test-database.ts'
import type { Db } from '../database/database.ts'
import { silent } from '../log.ts'
import { conflict } from '../errors.ts'
import { defineSaga, type SagaDefinition, type SagaOutcome, type SagaOwner, WaitForSaga } from './saga.ts'
import { standardLimits } from './saga-drive.ts'
import { findSaga } from './saga-store.ts'
import { addEffect, createSagaTables, effectsOf, endOf, removeEffect } from './saga-fixtures.ts'
import { noServices } from '../../testing/no-services.ts'
import { SagaWorker, type SagaSettings } from './saga-worker.ts'
import { randomId } from '../uuid.ts'

let db: Db
let settled: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  db = database.db
  settled = watchQueries(db)
  await createSagaTables(db)
  return async () => {
    await db.destroy()
    await database.drop()
  }
})

let clock: ManualClock
const workers: SagaWorker[] = []
beforeEach(() => {
  clock = new ManualClock(undefined, settled)
  return async () => {
    for (const made of workers.splice(0)) await made.stop()
    await db.deleteFrom('sagas').execute()
  }
})

// These sagas' world is the ledger; none of them turns to the platform.
const noPlatform = {} as Platform

function worker(definition: SagaDefinition<object>, more: Partial<SagaSettings> = {}): SagaWorker {
  const made = new SagaWorker({
    db,
    clock,
    log: silent,
    platform: noPlatform,
    services: noServices,
    definitions: [definition],
    ...more,
  })
  workers.push(made)
  return made
}

/** So many slots, and all of them for whoever needs them. */
const few = (n: number) => {
  const all = { all: n, ofSilo: n, ofProject: n }
  return { short: all, slow: all }
}

const begin = <D extends object>(sagas: SagaWorker, saga: SagaDefinition<D>, data: D) =>
  db.transaction().execute((tx) => sagas.begin(tx, saga, data, {}))

/** Advances the clock until that holds, and no faster than the workers and their database can follow. */
async function until(done: () => boolean | Promise<boolean>, stepMs = 100, limitMs = 600_000): Promise<void> {
  const idle = async () => {
    await Promise.all(workers.map((each) => each.idle()))
    return done()
  }
  await clock.advanceUntil(idle, stepMs, limitMs)
}

interface Build {
  name: string
  volume?: string
  fail?: 'permanent' | 'failure' | 'transient'
}

const refusals = {
  permanent: () => new PlatformError('permanent', 'no such thing'),
  failure: () => conflict('no room'),
  transient: () => new PlatformError('transient', 'not now'),
}

/** Three steps of both kinds, and a fourth that fails as `data.fail` says. `tries` counts its tries. */
function buildSaga() {
  const seen = { tries: 0, log: [] as string[] }
  const saga = defineSaga<Build>('build', [
    {
      name: 'row',
      write: async (tx, data, { id }) => {
        seen.log.push('row')
        await addEffect(tx, id, `row ${data.name}`)
      },
      unwrite: async (tx, data, { id }) => {
        seen.log.push('-row')
        await removeEffect(tx, id, `row ${data.name}`)
      },
    },
    {
      name: 'volume',
      do: async (ctx, data) => {
        seen.log.push('volume')
        await addEffect(ctx.db, ctx.id, 'volume')
        return { volume: `volume of ${data.name}` }
      },
      undo: async (ctx) => {
        seen.log.push('-volume')
        await removeEffect(ctx.db, ctx.id, 'volume')
      },
    },
    { name: 'note', do: async (ctx, data) => void (await addEffect(ctx.db, ctx.id, data.volume ?? 'lost')) },
    {
      name: 'finish',
      do: async (ctx, data) => {
        seen.tries++
        if (data.fail) throw refusals[data.fail]()
        await addEffect(ctx.db, ctx.id, 'finish')
      },
      undo: async (ctx) => {
        seen.log.push('-finish')
        await removeEffect(ctx.db, ctx.id, 'finish')
      },
    },
  ])
  return { saga, seen }
}

test('does the steps in order, each with what the ones before it found', async () => {
  const { saga } = buildSaga()
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a' })
  expect(await effectsOf(db, id)).toEqual([])
  sagas.wake()
  expect(await endOf(db, sagas, id)).toEqual({ state: 'done', error: null })
  expect(await effectsOf(db, id)).toEqual(['row a', 'volume', 'volume of a', 'finish'])
})

test('a request whose transaction fails leaves no saga', async () => {
  const { saga } = buildSaga()
  const sagas = worker(saga)
  const refused = db.transaction().execute(async (tx) => {
    await sagas.begin(tx, saga, { name: 'a' }, {})
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await sagas.list()).toEqual([])
})

test.each(['permanent', 'failure'] as const)(
  'a %s error undoes the steps in reverse without a second try',
  async (fail) => {
    const { saga, seen } = buildSaga()
    const sagas = worker(saga)
    sagas.start()
    const id = await begin(sagas, saga, { name: 'a', fail })
    sagas.wake()
    expect(await endOf(db, sagas, id)).toEqual({ state: 'undone', error: refusals[fail]().message })
    expect(seen).toEqual({ tries: 1, log: ['row', 'volume', '-finish', '-volume', '-row'] })
    // The step without an undo keeps its effect: that is what leaving the undo out means.
    expect(await effectsOf(db, id)).toEqual(['volume of a'])
  },
)

test('a transient error is tried again after growing waits, then undone', async () => {
  const { saga, seen } = buildSaga()
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a', fail: 'transient' })
  sagas.wake()
  await until(() => seen.tries === 1, 0)
  await sagas.idle()
  for (const [failures, wait] of [500, 1000, 2000, 4000].entries()) {
    await clock.advance(wait - 1)
    await sagas.idle()
    expect(seen.tries).toBe(failures + 1)
    await clock.advance(1)
    await sagas.idle()
  }
  expect(await endOf(db, sagas, id)).toEqual({ state: 'undone', error: 'not now' })
  expect(seen.tries).toBe(5)
})

test('a step of a transaction that fails leaves nothing, and is not itself undone', async () => {
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
  expect((await endOf(db, sagas, id)).state).toBe('undone')
  expect(log).toEqual(['-one'])
  expect(await effectsOf(db, id)).toEqual([])
})

test('a step outside the database is recorded with the write that follows, and its result survives a failed try', async () => {
  const seen: { step?: number | undefined; volume: string | undefined }[] = []
  const saga = defineSaga<{ volume?: string }>('create', [
    { name: 'volume', do: async () => ({ volume: 'made' }) },
    {
      name: 'created',
      async write(_tx, { volume }, { id }) {
        seen.push({ step: (await findSaga(db, id))?.step, volume })
        if (seen.length === 1) throw refusals.transient()
      },
    },
  ])
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, {})
  sagas.wake()
  await until(() => seen.length === 1, 0)
  await clock.advance(500)
  expect((await endOf(db, sagas, id)).state).toBe('done')
  expect(seen).toEqual([
    { step: 0, volume: 'made' },
    { step: 1, volume: 'made' },
  ])
})

test('an undo is tried for as long as it takes, with pauses of minutes, or at once by request', async () => {
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
  const wait = listed!.time_next_attempt!.getTime() - clock.now().getTime()
  expect(wait).toBeGreaterThan(60_000)
  expect(wait).toBeLessThanOrEqual(300_000)
  broken = false
  expect(await sagas.retry(id)).toBe(true)
  expect((await endOf(db, sagas, id)).state).toBe('undone')
  expect(await sagas.retry(id)).toBe(false)
})

test('a saga with no way back tries on past errors that would undo another', async () => {
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
  expect(await endOf(db, sagas, id)).toEqual({ state: 'done', error: null })
})

test('a step may begin another saga in its transaction', async () => {
  const { saga: inner } = buildSaga()
  const ids: string[] = []
  const outer = defineSaga<object>('outer', [
    {
      name: 'begin',
      write: async (tx, _data, ctx) => void ids.push(await ctx.sagas.begin(tx, inner, { name: 'inner' }, ctx.owner)),
    },
  ])
  const sagas = worker(outer, { definitions: [outer, inner] })
  sagas.start()
  const id = await begin(sagas, outer, {})
  sagas.wake()
  await endOf(db, sagas, id)
  expect((await endOf(db, sagas, ids[0] ?? '')).state).toBe('done')
})

test('a step that waits for another saga gives its place back, and learns how that one ended', async () => {
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
  const sagas = worker(copy, { definitions: [source, copy], limits: { slots: few(2) } })
  sagas.start()
  const copies: string[] = []
  const sourceSaga = randomId()
  // Far more than the worker does at once, and before what they wait for.
  for (let i = 0; i < 9; i++) copies.push(await begin(sagas, copy, { sourceSaga }))
  await db.transaction().execute((tx) => sagas.begin(tx, source, {}, {}, sourceSaga))
  sagas.wake()
  await sagas.idle()
  open()
  const ends = await Promise.all(copies.map((id) => endOf(db, sagas, id)))
  expect(ends).toEqual(copies.map(() => ({ state: 'undone', error: 'no source' })))
})

test('what is thrown before a step counts as its failure', async () => {
  const { saga, seen } = buildSaga()
  const sagas = worker(saga, {
    beforeStep(_saga, step) {
      if (step === 'finish') throw conflict('by request')
    },
  })
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a' })
  sagas.wake()
  expect(await endOf(db, sagas, id)).toEqual({ state: 'undone', error: 'by request' })
  expect(seen.tries).toBe(0)
})

test('a saga whose progress could not be written goes on once it can be, long before its lease ends', async () => {
  let tries = 0
  const lost = Promise.withResolvers<void>()
  const saga = defineSaga('cut-off', [
    {
      name: 'lose the table',
      async do() {
        if (++tries > 1) return
        await sql`alter table sagas rename to sagas_away`.execute(db)
        lost.resolve()
      },
    },
  ])
  const sagas = worker(saga)
  const id = await begin(sagas, saga, {})
  sagas.start()
  await lost.promise
  await sagas.idle()
  await clock.advance(1000)
  await sql`alter table sagas_away rename to sagas`.execute(db)
  await until(() => tries === 2, 100, 2000)
  expect(await endOf(db, sagas, id)).toEqual({ state: 'done', error: null })
})

test('finished sagas are forgotten after a while, others are not', async () => {
  const { saga } = buildSaga()
  const sagas = worker(saga)
  sagas.start()
  const id = await begin(sagas, saga, { name: 'a' })
  sagas.wake()
  await endOf(db, sagas, id)
  await begin(sagas, saga, { name: 'b' })
  await clock.advance(500)
  const { signal } = new AbortController()
  expect(await sagas.prune(1000, signal)).toBe(0)
  expect(await sagas.prune(100, signal)).toBe(1)
  expect(await sagas.list()).toHaveLength(1)
})

/** A saga whose step waits until the test lets it go. */
function gatedSaga() {
  const starts: AbortSignal[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const saga = defineSaga<object>('gated', [
    {
      name: 'wait',
      do: async (ctx) => {
        starts.push(ctx.signal)
        await Promise.race([gate, new Promise((_, reject) => ctx.signal.addEventListener('abort', reject))])
        await addEffect(ctx.db, ctx.id, 'waited')
      },
    },
    { name: 'count', write: (tx, _data, { id }) => addEffect(tx, id, 'counted').then(() => {}) },
  ])
  return { saga, starts, open }
}

describe('several workers', () => {
  test('one saga is done by one of them', async () => {
    const { saga, starts, open } = gatedSaga()
    const [a, b] = [worker(saga, { limits: { slots: few(4) } }), worker(saga, { limits: { slots: few(4) } })]
    const ids = await Promise.all(Array.from({ length: 20 }, () => begin(a, saga, {})))
    a.start()
    b.start()
    await until(() => starts.length === 8)
    open()
    await until(async () => (await a.list()).length === 0)
    expect(await Promise.all(ids.map((id) => endOf(db, b, id)))).toEqual(
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
    expect((await endOf(db, a, id)).state).toBe('done')
  })

  test('what a worker leaves behind is taken up when its lease ends, and the late one writes nothing', async () => {
    const { saga, starts, open } = gatedSaga()
    const [a, b] = [worker(saga, { limits: { leaseMs: 10_000 } }), worker(saga, { limits: { leaseMs: 10_000 } })]
    const id = await begin(a, saga, {})
    a.start()
    await until(() => starts.length === 1)
    // As if the first worker's process had been frozen past its lease: the record is due although it still works.
    await db.updateTable('sagas').set({ due: clock.now() }).execute()
    b.start()
    await until(() => starts.length === 2)
    await until(() => starts[0]?.aborted === true)
    expect(starts[1]?.aborted).toBe(false)
    open()
    expect(await endOf(db, b, id)).toEqual({ state: 'done', error: null })
    expect(await effectsOf(db, id)).toEqual(['waited', 'counted'])
  })

  test('a worker that stops gives its sagas back at once', async () => {
    const { saga, starts, open } = gatedSaga()
    const [a, b] = [worker(saga), worker(saga)]
    const id = await begin(a, saga, {})
    a.start()
    await until(() => starts.length === 1)
    await a.stop()
    b.start()
    open()
    expect((await endOf(db, b, id)).state).toBe('done')
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
      .completed({ started: [id] }, new Date(clock.now().getTime() + 30_000))
      .then((ended) => (outcome = ended))
    await clock.advance(5000)
    expect(outcome).toBeUndefined()
    there.start()
    const { state } = await endOf(db, there, id)
    expect(state).toBe('fail' in data ? 'undone' : 'done')
    await clock.advance(standardLimits.watchMs)
    expect(await waited).toMatchObject(expected)
  })

  test('sagas of an unknown name are left to those who know them', async () => {
    const { saga } = buildSaga()
    const { saga: newer } = gatedSaga()
    const [older, sagas] = [worker(saga), worker(newer)]
    await begin(sagas, newer, {})
    older.start()
    await older.idle()
    expect(await older.list()).toMatchObject([{ name: 'gated', state: 'running', step: null, attempts: 0 }])
  })
})

describe('turns', () => {
  /** Begins so many sagas of a project, in one transaction. */
  const beginMany = (sagas: SagaWorker, saga: SagaDefinition<object>, owner: SagaOwner, many: number) =>
    db.transaction().execute(async (tx) => {
      for (let i = 0; i < many; i++) await sagas.begin(tx, saga, {}, owner)
    })
  const [silo, otherSilo, busy, calm] = [randomId(), randomId(), randomId(), randomId()]
  /** A saga of one step, which is over at once. */
  const quick = defineSaga<object>('quick', [{ name: 'only', do: async () => {} }])

  test.each([
    ['of the same silo', { silo_id: silo, project_id: calm }],
    ['of another silo', { silo_id: otherSilo, project_id: calm }],
    ['of the fleet', {}],
  ])('a thousand sagas of one project delay none %s', async (_, owner) => {
    const { saga, starts, open } = gatedSaga()
    const sagas = worker(saga, { definitions: [saga, quick] })
    sagas.start()
    await beginMany(sagas, saga, { silo_id: silo, project_id: busy }, 1000)
    sagas.wake()
    await sagas.idle()
    expect(starts).toHaveLength(standardLimits.slots.short.ofProject)
    const before = clock.now()
    const id = await db.transaction().execute((tx) => sagas.begin(tx, quick, {}, owner))
    sagas.wake()
    expect((await endOf(db, sagas, id)).state).toBe('done')
    expect(clock.now()).toEqual(before)
    open()
    await until(async () => (await sagas.list()).length === 0)
    expect(starts).toHaveLength(1000)
  })

  test('a slot that is free goes to the silo, and in it to the project, with the fewest at work', async () => {
    const { saga, open } = gatedSaga()
    const sagas = worker(saga, { limits: { slots: few(6) } })
    await beginMany(sagas, saga, { silo_id: silo, project_id: busy }, 10)
    await beginMany(sagas, saga, { silo_id: silo, project_id: calm }, 10)
    await beginMany(sagas, saga, { silo_id: otherSilo, project_id: randomId() }, 10)
    sagas.start()
    await sagas.idle()
    const claimed = await db
      .selectFrom('sagas')
      .select(['silo_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('lease_id', 'is not', null)
      .groupBy(['silo_id', 'project_id'])
      .orderBy('count')
      .execute()
    expect(claimed.map(({ silo_id, count }) => [silo_id === silo, Number(count)])).toEqual(
      expect.arrayContaining([
        [false, 3],
        [true, 1],
        [true, 2],
      ]),
    )
    open()
    await until(async () => (await sagas.list()).length === 0)
  })

  test('slow steps take the slots of slow steps alone', async () => {
    const { promise: copied, resolve: open } = Promise.withResolvers<void>()
    let copying = 0
    const copy = defineSaga<object>('copy', [
      { name: 'look', do: async () => {} },
      {
        name: 'copy',
        slow: () => true,
        async do() {
          copying++
          await copied
        },
      },
    ])
    const sagas = worker(copy, { definitions: [copy, quick] })
    sagas.start()
    const owners = Array.from({ length: 200 }, () => ({ silo_id: randomId(), project_id: randomId() }))
    for (const owner of owners) await beginMany(sagas, copy, owner, 1)
    sagas.wake()
    await sagas.idle()
    expect(copying).toBe(standardLimits.slots.slow.all)
    const id = await begin(sagas, quick, {})
    sagas.wake()
    expect((await endOf(db, sagas, id)).state).toBe('done')
    open()
    await until(async () => (await sagas.list()).length === 0)
    expect(copying).toBe(200)
  })
})
