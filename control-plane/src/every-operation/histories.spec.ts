import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { makeEverything } from './everything.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('each thing in a project has the act that made it in its history', async () => {
  const { ids } = await makeEverything(server, server.admin)
  const inProject = sql`project_id = ${ids['project']}`
  const below = (table: string, key: string, parent: string) => sql`
    select ${sql.lit(table)} as kind, t.id, t.name from ${sql.table(table)} t
    join ${sql.table(parent)} p on p.id = t.${sql.ref(key)} where p.id in (select id from ${sql.table(parent)} where ${inProject})`
  const { rows } = await sql<{ kind: string; id: string; name: string }>`
    ${sql.join(
      ['instances', 'disks', 'snapshots', 'images', 'affinity_groups', 'probes', 'vpcs'].map(
        (table) => sql`select ${sql.lit(table)} as kind, id, name from ${sql.table(table)} where ${inProject}`,
      ),
      sql` union all `,
    )}
    union all select 'external_ips', id, name from external_ips where kind = 'floating' and ${inProject}
    union all ${below('subnets', 'vpc_id', 'vpcs')} union all ${below('routers', 'vpc_id', 'vpcs')}
    union all ${below('internet_gateways', 'vpc_id', 'vpcs')}
    union all ${below('network_interfaces', 'instance_id', 'instances')}`.execute(server.db)
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(12)
  const unmade: string[] = []
  for (const { kind, id, name } of rows) {
    const path = { project: ids['project']! }
    const { items } = await server.admin.ok('project_history_list', { path, query: { target: id } })
    if (!items.some(({ operation }: { operation: string }) => operation.endsWith('_create')))
      unmade.push(`${kind} ${name}`)
  }
  expect(unmade).toEqual([])
})
