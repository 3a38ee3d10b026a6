import { operations } from '@skerry/contract/operations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOLDERS } from './compute/projects/projects.repo.ts'
import { TABLES } from './fleet/audit-log/resource-names.ts'
import { IN_SILOS } from './fleet/history/history-names.ts'
import { UNIQUE } from './kernel/http/failures.ts'
import { projects } from './kernel/resources/project.resource.ts'
import type { AnyResource } from './kernel/resources/resource.ts'
import { resources } from './resources.ts'
import { LOCK_ORDER } from './testing/lock-order.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The unique indexes of a table that end in its name, with the condition of their rows. */
async function nameIndexes(table: string) {
  const { rows } = await sql<{ index: string; columns: string[]; rows: string }>`
    select index, columns, coalesce(condition, '') as rows from (
      select i.relname as index, pg_get_expr(x.indpred, x.indrelid) as condition,
        array(select a.attname::text from unnest(x.indkey::int[]) with ordinality k(attnum, at)
          join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum order by k.at) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = ${table}::regclass and x.indisunique) indexes
    where columns[cardinality(columns)] = 'name'`.execute(server.db)
  return rows
}

/** Whether a condition in SQL has the values of the columns. */
const isOnly = (only: Readonly<Record<string, string>>, condition: string) =>
  Object.values(only).every((value) => condition.includes(`'${value}'`))

describe.each(resources.map((resource) => [resource.kind, resource] as const))('%s', (kind, resource) => {
  const { table, only, parent, parameter } = resource

  it('is named by its parameter in the path of an operation', () => {
    expect(Object.values(operations).some(({ path }) => path.includes(`{${parameter}}`))).toBe(true)
  })

  it('has a unique name in what it lies in, and a name that is taken is reported as its own', async () => {
    const within = parent ? [parent.column, 'name'] : ['name']
    const own = (await nameIndexes(table)).filter(
      ({ columns, rows }) => String(columns) === String(within) && isOnly(only, rows),
    )
    expect(own).toHaveLength(1)
    expect(UNIQUE[own[0]!.index]).toBe(kind)
  })

  it('has its name in histories', () => {
    expect(Object.values({ ...IN_SILOS, ...TABLES })).toContainEqual([table, 'name'])
  })
})

describe('Resources in projects', () => {
  it('keep their project from being deleted', () => {
    const kept = ({ table, only }: AnyResource) =>
      HOLDERS.some((holder) => holder.table === table && isOnly(only, holder.where ?? ''))
    const direct = resources.filter(({ parent }) => parent?.of === projects)
    expect(direct.filter((resource) => !kept(resource)).map(({ kind }) => kind)).toEqual([])
  })

  it('have a place in the order of locks', () => {
    const placed = new Set<string>(LOCK_ORDER.flat())
    const tables = resources.filter(({ parent }) => parent).map(({ table }) => table)
    expect(tables.filter((table) => !placed.has(table))).toEqual([])
  })
})
