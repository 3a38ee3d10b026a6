import { beforeAll, beforeEach } from 'vitest'
import { ManualClock } from '../clock/clock.ts'
import type { Db } from '../kernel/database/database.ts'
import { conflict } from '../kernel/http/errors.ts'
import { addEffect, createSagaTables, removeEffect } from '../kernel/sagas/saga-fixtures.ts'
import { type SagaSettings, SagaWorker } from '../kernel/sagas/saga-worker.ts'
import { defineSaga, type SagaDefinition } from '../kernel/sagas/saga.ts'
import { silent } from '../kernel/telemetry/log.ts'
import { PlatformError } from '../platform/interface/platform-error.ts'
import type { Platform } from '../platform/interface/platform.ts'
import { noServices } from './no-services.ts'
import { testDatabase } from './test-database.ts'
import { WorkInFlight } from './work-in-flight.ts'

// The steps of these sagas change only the ledger.
const noPlatform = {} as Platform

/** A database and a clock for the tests of a file. After each test its workers are stopped and its sagas deleted. */
export function setUpWorkers() {
  let db: Db
  let clock: ManualClock
  let settled: () => Promise<void>
  const workers: SagaWorker[] = []
  beforeAll(async () => {
    const database = await testDatabase()
    db = database.db
    settled = new WorkInFlight(db).settled
    await createSagaTables(db)
    return async () => {
      await db.destroy()
      await database.drop()
    }
  })
  beforeEach(() => {
    clock = new ManualClock(undefined, settled)
    return async () => {
      for (const worker of workers.splice(0)) await worker.stop()
      await db.deleteFrom('sagas').execute()
    }
  })
  return {
    get db() {
      return db
    },
    get clock() {
      return clock
    },
    worker(definition: SagaDefinition<object>, more: Partial<SagaSettings> = {}): SagaWorker {
      const parts = { db, clock, log: silent, platform: noPlatform, services: noServices }
      const worker = new SagaWorker({ ...parts, definitions: [definition], ...more })
      workers.push(worker)
      return worker
    },
    begin: <D extends object>(sagas: SagaWorker, saga: SagaDefinition<D>, data: D) =>
      db.transaction().execute((tx) => sagas.begin(tx, saga, data, {})),
    /** Advances the clock until `done`, only as fast as the workers and their database can follow. */
    async until(done: () => boolean | Promise<boolean>, stepMs = 100, limitMs = 600_000): Promise<void> {
      const idle = async () => {
        await Promise.all(workers.map((each) => each.idle()))
        return done()
      }
      await clock.advanceUntil(idle, stepMs, limitMs)
    },
  }
}

/** Slots without limits per silo and project. */
export const slotsFor = (all: number) => {
  const limits = { all, ofSilo: all, ofProject: all }
  return { short: limits, slow: limits }
}

interface Build {
  name: string
  volume?: string
  fail?: 'permanent' | 'failure' | 'transient'
}

export const refusals = {
  permanent: () => new PlatformError('permanent', 'no such thing'),
  failure: () => conflict('no room'),
  transient: () => new PlatformError('transient', 'not now'),
}

/** Three steps of both kinds, and a fourth that fails with `data.fail`. `tries` counts its attempts. */
export function buildSaga() {
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

/** A saga whose step waits until the test calls `open`. */
export function gatedSaga() {
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
