import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, NO_LIMITS, openDatabase } from '../../kernel/database/database.ts'
import { migrate } from '../../kernel/database/migrate.ts'
import { readMigrations } from '../postgres/migrations.ts'
import { startPostgres } from '../postgres/postgres.ts'

/**
 * A data folder that can be committed: its small files, and in place of PostgreSQL's the migrations that were applied
 * and the rows of each table. The migrations make the tables again, for an applied one never changes.
 */
interface Stored {
  migrations: string[]
  rows: Record<string, object[]>
}

const ROWS = 'rows.json'
const FILES = ['platform', 'storage.json', 'volumes']
/** Migrations write these themselves. */
const OF_MIGRATOR = ['migrations', 'migration_locks', 'migration_hashes']

/** Stores the data folder of a server that has ended. */
export async function storeFolder(data: string, stored: string): Promise<void> {
  mkdirSync(stored, { recursive: true })
  for (const name of FILES) cpSync(join(data, name), join(stored, name), { recursive: true })
  await withDatabase(data, async (db) => {
    const applied = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
    const rows: Stored['rows'] = {}
    for (const table of await tablesOf(db)) {
      const found = await sql<{ rows: object[] }>`
        select coalesce(json_agg(t), '[]') as rows from ${sql.table(table)} t`.execute(db)
      if (found.rows[0]!.rows.length > 0) rows[table] = found.rows[0]!.rows
    }
    const text = { migrations: applied.rows.map(({ name }) => name), rows }
    writeFileSync(join(stored, ROWS), `${JSON.stringify(text, null, 1)}\n`)
  })
}

/** Makes a data folder as it was stored, by the version of Skerry that applied those migrations last. */
export async function restoreFolder(stored: string, data: string): Promise<void> {
  for (const name of FILES) cpSync(join(stored, name), join(data, name), { recursive: true })
  const { migrations, rows } = JSON.parse(readFileSync(join(stored, ROWS), 'utf8')) as Stored
  const applied = readMigrations().filter(({ name }) => migrations.includes(name))
  await withDatabase(data, async (db) => {
    await migrate(db, applied)
    await db.transaction().execute(async (tx) => {
      // Neither triggers nor foreign keys: the rows are what they are.
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const table of await tablesOf(tx)) {
        await sql`delete from ${sql.table(table)}`.execute(tx)
        const columns = sql.join((await storedColumns(tx, table)).map((name) => sql.ref(name)))
        await sql`
          insert into ${sql.table(table)} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows[table] ?? [])})
        `.execute(tx)
      }
    })
    await continueNumbers(db)
  })
}

async function withDatabase(data: string, work: (db: Db) => Promise<void>): Promise<void> {
  const postgres = await startPostgres(join(data, 'postgres'), (why) => {
    throw new Error(`PostgreSQL ended: ${why}`)
  })
  const db = openDatabase({ url: postgres.url(), max: 1, limits: NO_LIMITS })
  try {
    await work(db)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
    collate "C"`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !OF_MIGRATOR.includes(name))
}

/** Those that PostgreSQL does not compute from others. */
async function storedColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  return rows.map(({ name }) => name)
}

/** Numbers that PostgreSQL gives go on after those of the rows. */
async function continueNumbers(db: Db): Promise<void> {
  const { rows } = await sql<{ sequence: string; table: string; column: string }>`
    select s.oid::regclass::text as sequence, a.attrelid::regclass::text as table, a.attname as column
    from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where s.relkind = 'S'`.execute(db)
  for (const { sequence, table, column } of rows)
    await sql`select setval(${sequence}::regclass, max(${sql.ref(column)})) from ${sql.table(table)}
      having count(*) > 0`.execute(db)
}
