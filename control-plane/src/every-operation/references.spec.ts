import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

/**
 * Foreign keys whose columns, in any order, are not the first of an index. A partial index of all non-null values is
 * enough.
 */
const withoutIndex = ({ db }: TestServer) =>
  sql<{ reference: string }>`
    select conrelid::regclass || ' (' || string_agg(a.attname, ', ') || ')' as reference
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or (cardinality(c.conkey) = 1
          and pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)')))
    group by c.oid, conrelid`.execute(db)

it('every foreign key has an index; otherwise a deletion of the referenced row would scan the whole table', async () => {
  const server = await startTestServer()
  expect((await withoutIndex(server)).rows).toEqual([])
  await server.close()
})
