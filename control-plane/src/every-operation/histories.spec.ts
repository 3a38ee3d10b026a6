import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projects } from '../kernel/resources/project.resource.ts'
import { type AnyResource, parentsOf } from '../kernel/resources/resource.ts'
import { gatewayPools } from '../network/internet-gateways/internet-gateway.resource.ts'
import { routes } from '../network/routers/router.resource.ts'
import { resources } from '../resources.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { makeEverything } from './everything.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Rows of these come with a VPC or a subnet, too, without an entry of their own. */
const MADE_ALONG: readonly AnyResource[] = [routes, gatewayPools]

/** The ids and names of the rows of a resource in a project. */
function rowsIn(project: string, { kind, table, only }: AnyResource, above: ReturnType<typeof ancestorsOf>) {
  const joins = above.slice(0, -1).map(({ of, reference }) => {
    return sql`join ${sql.table(of.table)} on ${sql.ref(`${of.table}.id`)} = ${sql.ref(reference)}`
  })
  const where = [
    sql`${sql.ref(above.at(-1)!.reference)} = ${project}`,
    ...Object.entries(only).map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${value}`),
  ]
  return sql`select ${sql.lit<string>(kind)} as kind, ${sql.ref(`${table}.id`)} as id, ${sql.ref(`${table}.name`)} as name
    from ${sql.table(table)} ${sql.join(joins, sql` `)} where ${sql.join(where, sql` and `)}`
}

/** From the parent up to the project; empty for a resource that lies in none. */
function ancestorsOf(resource: AnyResource) {
  const parents = [...parentsOf(resource)]
  return parents.slice(0, parents.findIndex(({ of }) => of === projects) + 1)
}

it('each thing in a project has the act that made it in its history', async () => {
  const { ids } = await makeEverything(server, server.admin)
  const inProjects = resources.flatMap((resource) => {
    const above = ancestorsOf(resource)
    return above.length && !MADE_ALONG.includes(resource)
      ? [{ kind: resource.kind, rows: rowsIn(ids['project']!, resource, above) }]
      : []
  })
  // No request names these by `find`.
  const others = ['images', 'probes'].map((table) => ({
    kind: table,
    rows: sql`select ${sql.lit(table)} as kind, id, name from ${sql.table(table)} where project_id = ${ids['project']}`,
  }))
  const selects = [...inProjects, ...others]
  const { rows } = await sql<{ kind: string; id: string; name: string }>`
    ${sql.join(
      selects.map((select) => select.rows),
      sql` union all `,
    )}`.execute(server.db)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(selects.map(({ kind }) => kind)))
  const unmade: string[] = []
  for (const { kind, id, name } of rows) {
    const path = { project: ids['project']! }
    const { items } = await server.admin.ok('project_history_list', { path, query: { target: id } })
    if (!items.some(({ operation }: { operation: string }) => operation.endsWith('_create')))
      unmade.push(`${kind} ${name}`)
  }
  expect(unmade).toEqual([])
})
