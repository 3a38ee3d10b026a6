import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { gatedSaga, slotsFor, setUpWorkers } from '../../testing/saga-workers.ts'
import { randomId } from '../values/uuid.ts'
import { standardLimits } from './saga-drive.ts'
import { endOf } from './saga-fixtures.ts'
import type { SagaWorker } from './saga-worker.ts'
import { defineSaga, type SagaDefinition, type SagaScope } from './saga.ts'

const site = setUpWorkers()
const { worker, begin, until } = site

/** Begins so many sagas of a project, in one transaction. */
const beginMany = (sagas: SagaWorker, saga: SagaDefinition<object>, scope: SagaScope, many: number) =>
  site.db.transaction().execute(async (tx) => {
    for (let i = 0; i < many; i++) await sagas.begin(tx, saga, {}, scope)
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
  // The database's statistics may be of a time without sagas.
  await sql`analyze sagas`.execute(site.db)
  sagas.start()
  await beginMany(sagas, saga, { silo_id: silo, project_id: busy }, 1000)
  sagas.wake()
  await sagas.idle()
  expect(starts).toHaveLength(standardLimits.slots.short.ofProject)
  const before = site.clock.now()
  const id = await site.db.transaction().execute((tx) => sagas.begin(tx, quick, {}, owner))
  sagas.wake()
  expect((await endOf(site.db, sagas, id)).state).toBe('done')
  expect(site.clock.now()).toEqual(before)
  open()
  await until(async () => (await sagas.list()).length === 0)
  expect(starts).toHaveLength(1000)
})

test('a free slot goes to the silo with the fewest running sagas, and in it to the project with the fewest', async () => {
  const { saga, open } = gatedSaga()
  const sagas = worker(saga, { limits: { slots: slotsFor(6) } })
  await beginMany(sagas, saga, { silo_id: silo, project_id: busy }, 10)
  await beginMany(sagas, saga, { silo_id: silo, project_id: calm }, 10)
  await beginMany(sagas, saga, { silo_id: otherSilo, project_id: randomId() }, 10)
  sagas.start()
  await sagas.idle()
  const claimed = await site.db
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

test('slow steps use only slow slots', async () => {
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
  expect((await endOf(site.db, sagas, id)).state).toBe('done')
  open()
  await until(async () => (await sagas.list()).length === 0)
  expect(copying).toBe(200)
})
