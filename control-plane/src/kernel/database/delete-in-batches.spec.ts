import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readMigrations } from '../../node/postgres/migrations.ts'
import { testDatabase } from '../../testing/test-database.ts'
import type { Db } from './database.ts'
import { deleteInBatches, deleteUntil } from './delete-in-batches.ts'
import { migrate } from './migrate.ts'

const START = new Date('2026-01-01T00:00:00Z')
const END = new Date(START.getTime() + 50_000)

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await testDatabase())
  await migrate(db, readMigrations())
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

/** That many events, one per millisecond. */
const applied = (count: number) =>
  sql`
  insert into platform_events (id, subject, event, due, time_recorded, time_applied)
  select gen_random_uuid(), 's', '{}', ${START}, ${START}, ${START}::timestamptz + n * interval '1 ms'
  from generate_series(1, ${count}::int) n`.execute(db)
const left = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from platform_events`.execute(db)
  return rows[0]!.count
}
beforeEach(() => db.deleteFrom('platform_events').execute())

it('deletes a long backlog completely and keeps newer rows', async () => {
  await applied(50_010)
  expect(await deleteUntil(db, 'platform_events', 'time_applied', END, new AbortController().signal)).toBe(50_000)
  expect(await left()).toBe(10)
})

it('deletes fewer rows at a time where the statement timeout ends a batch', async () => {
  await applied(300)
  await sql`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.005); return old; end $$`.execute(
    db,
  )
  await sql`create trigger slow before delete on platform_events for each row execute function slow()`.execute(db)
  const asked = { table: 'platform_events', where: sql`time_applied is not null`, order: 'time_applied' } as const
  try {
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 400`.execute(connection)
      const deleted = await deleteInBatches(connection, asked, new AbortController().signal)
      await sql`reset statement_timeout`.execute(connection)
      expect(deleted).toBe(300)
    })
  } finally {
    await sql`drop function slow cascade`.execute(db)
  }
  expect(await left()).toBe(0)
})

it('ends between two batches when its signal aborts', async () => {
  await applied(50_000)
  const abort = new AbortController()
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      abort.abort(new Error('stopping'))
      return result
    },
  })
  await expect(deleteUntil(watched, 'platform_events', 'time_applied', END, abort.signal)).rejects.toThrow('stopping')
  expect(await left()).toBe(48_000)
})
