import { sql } from 'kysely'
import { readMigrations } from '../../node/postgres/migrations.ts'
import type { Db } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import type { Sagas } from './saga.ts'

/** Creates the tables of sagas, and `ledger` with one row per effect: a step adds its row, its undo deletes it. */
export async function createSagaTables(db: Db): Promise<void> {
  await migrate(db, readMigrations())
  await sql`create table ledger (seq bigserial, saga uuid, effect text, times integer not null default 1,
    primary key (saga, effect))`.execute(db)
}

/** A saga with any data. */
export type AnySaga = { name: string; steps: readonly { name: string }[] }
export const stepsOf = ({ steps }: AnySaga) => steps.map(({ name }) => name)

/** The end state of a saga, once it has ended. */
export async function endOf(db: Db, sagas: Sagas, id: string) {
  const { ended } = await sagas.completed({ started: [id] }, new Date(8.64e15))
  if (!ended) throw new Error(`Saga ${id} has not ended`)
  return db.selectFrom('sagas').select(['state', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** An idempotent effect outside the saga's transaction. */
export const addEffect = (db: Db, saga: string, effect: string) =>
  sql`insert into ledger (saga, effect) values (${saga}, ${effect}) on conflict do nothing`.execute(db)

/** An effect that counts its repetitions, for steps that must happen exactly once. */
export const countEffect = (db: Db, saga: string, effect: string) =>
  sql`insert into ledger (saga, effect) values (${saga}, ${effect})
    on conflict (saga, effect) do update set times = ledger.times + 1`.execute(db)

export const removeEffect = (db: Db, saga: string, effect: string) =>
  sql`delete from ledger where saga = ${saga} and effect = ${effect}`.execute(db)

/** The present effects in order: `volume`, or `volume×2` after a repetition. */
export async function effectsOf(db: Db, saga: string): Promise<string[]> {
  const { rows } = await sql<{ effect: string; times: number }>`
    select effect, times from ledger where saga = ${saga} order by seq`.execute(db)
  return rows.map(({ effect, times }) => (times === 1 ? effect : `${effect}×${times}`))
}
