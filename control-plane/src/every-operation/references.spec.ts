import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

/** References whose columns do not begin an index of their table, in any order. An index of all that are set will do. */
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

it('every reference has an index, or else deleting what it points to would read the whole table', async () => {
  const server = await startTestServer()
  expect((await withoutIndex(server)).rows).toEqual([])
  await server.close()
})
