import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, NO_LIMITS, openDatabase } from '../../kernel/database/database.ts'
import { migrate } from '../../kernel/database/migrate.ts'
import { readMigrations } from '../postgres/migrations.ts'
import { startPostgres } from '../postgres/postgres.ts'

const FILES = ['platform', 'storage.json', 'volumes']
/** A file for each table that has rows, as PostgreSQL writes them: a number of 64 bits is more than JavaScript reads. */
const ROWS = 'rows'
const HASHES = 'migration_hashes'
/** Migrations write these themselves. */
const OF_MIGRATOR = ['migrations', 'migration_locks']

/**
 * Stores the data folder of a server that has ended as one that can be committed: its small files, and in place of
 * PostgreSQL's the rows of each table. The migrations that were applied make the tables again.
 */
export async function storeFolder(data: string, stored: string): Promise<void> {
  mkdirSync(join(stored, ROWS), { recursive: true })
  for (const name of FILES) cpSync(join(data, name), join(stored, name), { recursive: true })
  await withDatabase(data, async (db) => {
    for (const table of await tablesOf(db)) {
      const { rows } = await sql<{ text: string | null }>`
        select json_agg(t order by t::text)::text as text from ${sql.table(table)} t`.execute(db)
      const { text } = rows[0]!
      if (text !== null) writeFileSync(fileOf(stored, table), `${text}\n`)
    }
  })
}

/** Makes a data folder as it was stored, by the version of Skerry that applied those migrations last. */
export async function restoreFolder(stored: string, data: string): Promise<void> {
  for (const name of FILES) cpSync(join(stored, name), join(data, name), { recursive: true })
  const tables = readdirSync(join(stored, ROWS))
  const hashes = JSON.parse(readFileSync(fileOf(stored, HASHES), 'utf8')) as { name: string }[]
  const applied = readMigrations().filter(({ name }) => hashes.some((one) => one.name === name))
  await withDatabase(data, async (db) => {
    await migrate(db, applied)
    await db.transaction().execute(async (tx) => {
      // Neither triggers nor foreign keys: the rows are what they are.
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const table of await tablesOf(tx)) {
        await sql`delete from ${sql.table(table)}`.execute(tx)
        if (!tables.includes(`${table}.json`)) continue
        const text = readFileSync(fileOf(stored, table), 'utf8')
        const columns = sql.join((await storedColumns(tx, table)).map((name) => sql.ref(name)))
        await sql`
          insert into ${sql.table(table)} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${text})
        `.execute(tx)
      }
    })
    await continueNumbers(db)
  })
}

const fileOf = (stored: string, table: string) => join(stored, ROWS, `${table}.json`)

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
