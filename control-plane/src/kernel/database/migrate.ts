import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

export interface Migration {
  /** File name; its number gives the order: `0001-server.sql`. */
  name: string
  sql: string
}

/**
 * Splits a migration, since PGlite runs one statement at a time. Each ends with a semicolon at the end of a line; bodies
 * of functions stand between `$$`.
 */
const statements = (text: string): string[] =>
  (text.match(/(?:\$\$[\s\S]*?\$\$|(?!;[ \t]*(?:\n|$))[\s\S])+/g) ?? []).filter((part) => part.trim() !== '')

/** The database is another program's, or of a version whose schema this one does not know. */
export class UnknownSchema extends Error {
  override name = 'UnknownSchema'
}

/**
 * Migrates the schema in one transaction: all missing migrations are applied or none.
 * @throws UnknownSchema if a later version has migrated the database, one from before the first migration made it,
 * a migration had another text then, or another program has it
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<void> {
  if (await isMigrated(db)) {
    await refuseFormer(db, migrations)
    await refuseChanged(db, migrations)
  } else await refuseForeign(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations.map((one) => [one.name, { up: upOf(one) }])) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_locks',
    // Branches merge in any order, so a migration may come after one with a higher number.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
  throw unknown
    ? new UnknownSchema(
        `the database is from a later version of Skerry (it has migration ${unknown}): start that version, or restore ` +
          'the backup from before the upgrade',
      )
    : error
}

/** Whether a migration was applied. */
const isMigrated = async (db: Db): Promise<boolean> =>
  (await hasTable(db, 'migrations', 'name,timestamp')) &&
  (await sql`select from migrations limit 1`.execute(db)).rows.length > 0

/** Whether there is this table of ours. A program that has one of the same name has other columns in it. */
async function hasTable(db: Db, name: string, columns: string): Promise<boolean> {
  const { rows } = await sql<{ columns: string | null }>`
    select string_agg(attname, ',' order by attname) as columns from pg_attribute
    where attrelid = to_regclass(${name}) and attnum > 0 and not attisdropped`.execute(db)
  return rows[0]?.columns === columns
}

/**
 * Refuses a database in which another program has something. Excepted are extensions, and the tables of the migrator:
 * where the first migration failed they are empty.
 */
async function refuseForeign(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    with found as (
      select 'pg_class'::regclass as catalog, oid, relname as name, relnamespace as schema from pg_class
      where relkind in ('r', 'p', 'v', 'm', 'f', 'S', 'c')
      union all select 'pg_proc'::regclass, oid, proname, pronamespace from pg_proc
      union all select 'pg_type'::regclass, oid, typname, typnamespace from pg_type where typtype in ('d', 'e', 'r')
    ), columns as (
      select attrelid, array_agg(attname::text order by attname) as names from pg_attribute
      where attnum > 0 and not attisdropped group by attrelid
    )
    select format('%I.%I', nspname, name) as name from found
      join pg_namespace on pg_namespace.oid = schema
      left join columns on catalog = 'pg_class'::regclass and attrelid = found.oid
    where nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (
        select from pg_depend where classid = catalog and objid = found.oid and deptype = 'e'
      )
      and (name, names) is distinct from ('migrations', array['name', 'timestamp'])
      and (name, names) is distinct from ('migration_locks', array['id', 'is_locked'])
    order by catalog, name limit 4`.execute(db)
  if (rows.length === 0) return
  const names = rows.slice(0, 3).map(({ name }) => name)
  throw new UnknownSchema(
    `the database is not empty, and not Skerry's: it has ${names.join(', ')}${rows.length > 3 ? ' and more' : ''}. ` +
      'Nothing was changed in it: set DATABASE_URL to an empty database',
  )
}

/** Refuses a database from before the first migration: no migration leads from there to this schema. */
async function refuseFormer(db: Db, [first]: readonly Migration[]): Promise<void> {
  const applied = await sql<{ name: string }>`select name from migrations`.execute(db)
  if (applied.rows.every(({ name }) => name !== first?.name))
    throw new UnknownSchema(
      'the database is from before the first release of Skerry. This version cannot read it and has changed nothing ' +
        'in it: start the version that made it, or choose an empty folder with SKERRY_DATA, and an empty database if ' +
        'DATABASE_URL is set',
    )
}

/**
 * Refuses a database in which a migration that was applied had another text, or has no hash to tell: its tables may not
 * be those that this version expects.
 */
async function refuseChanged(db: Db, migrations: readonly Migration[]): Promise<void> {
  const kept = (await hasTable(db, 'migration_hashes', 'hash,name'))
    ? (await sql<{ name: string; hash: string }>`select name, hash from migration_hashes`.execute(db)).rows
    : []
  const applied = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  for (const { name } of applied.rows) {
    const migration = migrations.find((one) => one.name === name)
    if (!migration) continue
    const ours = await sql<{ hash: string }>`select ${hashOf(migration)} as hash`.execute(db)
    if (kept.find((one) => one.name === name)?.hash === ours.rows[0]?.hash) continue
    throw new UnknownSchema(
      `the database is from another build of Skerry: its migration ${name} may not have made the tables that ` +
        'this version expects. It cannot read them and has changed nothing: start the version that made it, or choose an empty folder with ' +
        'SKERRY_DATA, and an empty database if DATABASE_URL is set',
    )
  }
}

/**
 * Of the statements that make something: a comment may be reworded, also one that the database keeps, and lines be
 * wrapped in another way. The database computes it.
 */
const hashOf = ({ sql: text }: Migration) => {
  const compared = statements(text)
    .map((one) => one.replaceAll(/('[^']*'|"[^"]*")|(?:--.*|\s)+/g, (_, quoted?: string) => quoted ?? ' ').trim())
    .filter((one) => one !== '' && !/^comment on /i.test(one))
    .join(';\n')
  return sql<string>`encode(sha256(convert_to(${compared}, 'UTF8')), 'hex')`
}

const upOf = (migration: Migration) => async (db: Kysely<unknown>) => {
  for (const statement of statements(migration.sql)) await sql.raw(statement).execute(db)
  await sql`create table if not exists migration_hashes (name text primary key, hash text not null)`.execute(db)
  await sql`insert into migration_hashes values (${migration.name}, ${hashOf(migration)})`.execute(db)
}
