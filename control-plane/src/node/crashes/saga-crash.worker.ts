import { systemClock } from '../../clock/clock.ts'
import { openDatabase } from '../../kernel/database/database.ts'
import { conflict } from '../../kernel/http/errors.ts'
import { addEffect, countEffect, endOf, removeEffect } from '../../kernel/sagas/saga-fixtures.ts'
import { SagaWorker } from '../../kernel/sagas/saga-worker.ts'
import { defineSaga } from '../../kernel/sagas/saga.ts'
import { silent } from '../../kernel/telemetry/log.ts'
import type { Platform } from '../../platform/interface/platform.ts'
import { noServices } from '../../testing/no-services.ts'

/** One control plane of saga-crash.spec.ts: runs the saga of that name, and dies at the given boundary. */
const [url = '', name = '', id = '', goal = '', killAt] = process.argv.slice(2)

const here = (point: string) => {
  if (point === killAt) process.kill(process.pid, 'SIGKILL')
}

const step = (effect: string) => ({
  name: effect,
  do: async (ctx: { db: typeof db; id: string }) => {
    here(`before ${effect}`)
    await addEffect(ctx.db, id, effect)
    here(`after ${effect}`)
  },
  undo: async (ctx: { db: typeof db; id: string }) => {
    here(`before undo of ${effect}`)
    await removeEffect(ctx.db, id, effect)
    here(`after undo of ${effect}`)
  },
})

const db = openDatabase({ url, max: 4 })
const writeStep = (effect: string) => ({
  name: effect,
  write: async (tx: typeof db) => {
    await countEffect(tx, id, effect)
    here(`inside ${effect}`)
  },
  unwrite: async (tx: typeof db) => {
    await removeEffect(tx, id, effect)
    here(`inside undo of ${effect}`)
  },
})

const saga = defineSaga<object>(name, [
  writeStep('row'),
  step('volume'),
  step('machine'),
  writeStep('result'),
  {
    name: 'end',
    do: async () => {
      here('before end')
      if (goal === 'undone') throw conflict('no')
    },
  },
])

const limits = { leaseMs: 400, pollMs: 50 }
const sagas = new SagaWorker({
  db,
  platform: {} as Platform,
  services: noServices,
  clock: systemClock,
  log: silent,
  definitions: [saga],
  limits,
})

const known = await db.selectFrom('sagas').select('id').where('name', '=', name).executeTakeFirst()
const started =
  known?.id ??
  (await db.transaction().execute(async (tx) => {
    await addEffect(tx, id, 'request')
    const made = await sagas.begin(tx, saga, {}, {})
    here('inside the request')
    return made
  }))
here('after the request')
sagas.start()
const { state } = await endOf(db, sagas, started)
await sagas.stop()
await db.destroy()
console.log(state)
