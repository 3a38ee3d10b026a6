import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../testing/test-database.ts'
import type { Db } from './database.ts'
import { migrate, UnknownSchema } from './migrate.ts'

let db: Db
beforeEach(async () => {
  const database = await emptyDatabase()
  db = database.db
  return async () => {
    await db.destroy()
    await database.drop()
  }
})

const first = { name: '0001-first.sql', sql: 'create table one (id int);\ninsert into one values (1);\n' }
const second = { name: '0002-second.sql', sql: 'alter table one add column more int;\n' }

const rows = async () => (await sql<object>`select * from one`.execute(db)).rows
const applied = async () =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(({ name }) => name)

it('applies missing migrations once', async () => {
  await migrate(db, [first])
  await migrate(db, [first, second])
  await migrate(db, [first, second])
  expect(await rows()).toEqual([{ id: 1, more: null }])
  expect(await applied()).toEqual([first.name, second.name])
})

it('applies all or nothing', async () => {
  await expect(migrate(db, [first, { name: '0002-broken.sql', sql: 'alter table none add x int;\n' }])).rejects.toThrow(
    'relation "none" does not exist',
  )
  expect(await applied()).toEqual([])
  await migrate(db, [first])
  expect(await rows()).toEqual([{ id: 1 }])
})

it('refuses a database of a version before the first migration, and leaves it alone', async () => {
  await migrate(db, [first])
  const baseline = { name: '0001-baseline.sql', sql: 'create table two (id int);\n' }
  await expect(migrate(db, [baseline, second])).rejects.toThrow(
    'the database is from before the first release of Skerry. This version cannot read it and has changed nothing in ' +
      'it: start the version that made it, or choose an empty folder with SKERRY_DATA, and an empty ' +
      'database if DATABASE_URL is set',
  )
  expect(await applied()).toEqual([first.name])
  expect(await rows()).toEqual([{ id: 1 }])
})

describe('a database whose first migration had another text', () => {
  const refusal =
    'the database is from another build of Skerry: its migration 0001-first.sql may not have made the tables ' +
    'that this version expects. It cannot read them and has changed nothing: start the version that made it, or ' +
    'choose an empty folder with SKERRY_DATA, and an empty database if DATABASE_URL is set'
  const older = { ...first, sql: first.sql.replace('int', 'bigint') }

  it('is refused and left alone', async () => {
    await migrate(db, [older])
    await expect(migrate(db, [first, second])).rejects.toThrow(new UnknownSchema(refusal))
    expect(await applied()).toEqual([first.name])
    await migrate(db, [older, second])
  })

  it('is refused also if it is from before texts were compared', async () => {
    await migrate(db, [first])
    await sql`drop table migration_hashes`.execute(db)
    await expect(migrate(db, [first])).rejects.toThrow(new UnknownSchema(refusal))
  })

  it('is refused also if another program has a table of the name of the hashes', async () => {
    await migrate(db, [first])
    await sql`drop table migration_hashes`.execute(db)
    await sql`create table migration_hashes (id int)`.execute(db)
    await expect(migrate(db, [first])).rejects.toThrow(new UnknownSchema(refusal))
  })

  it('is taken if only comments and line breaks differ', async () => {
    const explained = {
      ...first,
      sql: `${first.sql}-- It's counted.\ncomment on table one is\n  'A -- few; ''one''s.';\n`,
    }
    await migrate(db, [explained])
    const reworded = explained.sql.replace(' (id', '\n  (id').replace('counted', 'explained').replace('few', 'lot')
    await expect(migrate(db, [{ ...first, sql: reworded }])).resolves.toBeUndefined()
    await expect(migrate(db, [first])).resolves.toBeUndefined()
  })

  it.each([
    ['blanks', "'a b'", "'a  b'"],
    ['words after dashes', "'a --b'", "'a --c'"],
  ])('is refused if a text in it has other %s', async (_, before, after) => {
    const having = (text: string) => ({ ...first, sql: `create table one (name text default ${text});\n` })
    await migrate(db, [having(before)])
    await expect(migrate(db, [having(after)])).rejects.toThrow(new UnknownSchema(refusal))
  })
})

it.each([
  ['create table migrations (id int, name text, timestamp bigint)', 'public.migrations'],
  ['create table migration_locks (id int)', 'public.migration_locks'],
  ['create table one (id int)', 'public.one'],
  ['create table "Other" (id int)', 'public."Other"'],
  ['create schema app create table things (id int)', 'app.things'],
  ['create view seen as select 1 as id', 'public.seen'],
  ["create type kind as enum ('a')", 'public.kind'],
  ['create function own() returns int language sql return 1', 'public.own'],
])('refuses a database with something of another program, and leaves nothing in it: %s', async (statement, name) => {
  await sql.raw(statement).execute(db)
  const tables = async () =>
    (await sql<object>`select oid, relname from pg_class where relnamespace = 'public'::regnamespace`.execute(db)).rows
  const before = await tables()
  await expect(migrate(db, [first])).rejects.toThrow(
    new UnknownSchema(
      `the database is not empty, and not Skerry's: it has ${name}. Nothing was changed in it: set DATABASE_URL to an ` +
        'empty database',
    ),
  )
  expect(await tables()).toEqual(before)
})

it('names the first of what another program has', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await sql`create table ${sql.id(name)} (id int)`.execute(db)
  await expect(migrate(db, [first])).rejects.toThrow('it has public.a, public.b, public.c and more. Nothing')
})

it('goes on with what an operator has added', async () => {
  await migrate(db, [first])
  await sql`create table added (id int)`.execute(db)
  await migrate(db, [first, second])
  expect(await applied()).toEqual([first.name, second.name])
})

it('refuses a database of a later version', async () => {
  await migrate(db, [first, second])
  await expect(migrate(db, [first])).rejects.toThrow(
    'the database is from a later version of Skerry (it has migration 0002-second.sql): start that version, or ' +
      'restore the backup from before the upgrade',
  )
})
