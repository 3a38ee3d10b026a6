import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NO_LIMITS, openDatabase } from '../../control-plane/src/kernel/database/database.ts'
import { startTestPostgres, TEMPLATE } from '../test/test-postgres.ts'
import { schemaText } from './schema.ts'

test('schema.sql is the schema that PostgreSQL has after the migrations', async () => {
  const postgres = await startTestPostgres()
  const url = new URL(postgres.url)
  url.pathname = `/${TEMPLATE}`
  const db = openDatabase({ url: url.href, max: 1, limits: NO_LIMITS })
  try {
    expect(await schemaText(db)).toBe(readFileSync(new URL('../../control-plane/schema.sql', import.meta.url), 'utf8'))

    await sql`create table added (
      first int not null constraint positive check (first > 0),
      second text collate "C" default 'A::text' check (second in ('A', 'b')),
      unique (first, second))`.execute(db)
    await sql`comment on column added.first is 'Why it''s here'`.execute(db)
    await sql.raw(`comment on table added is '${'a word '.repeat(20).trim()}'`).execute(db)
    expect(await schemaText(db)).toContain(`
-- a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a
-- word a word a word a word
create table added (
  -- Why it's here
  first integer not null,
  second text collate "C" default 'A::text' check (second in ('A', 'b')),
  unique (first, second),
  constraint positive check (first > 0)
);
`)

    await sql`create type colour as enum ('red')`.execute(db)
    await expect(schemaText(db)).rejects.toThrow('cannot print colour')
  } finally {
    await db.destroy()
    await postgres.stop()
  }
})
