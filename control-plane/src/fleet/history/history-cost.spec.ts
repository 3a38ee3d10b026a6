import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newProject } from '../../compute/instances/instance-fixtures.ts'
import { pageQuery } from '../../kernel/http/paging.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { historyEntries } from './history.repo.ts'

let server: TestServer
let project: string
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
})
afterAll(() => server.close())

it('a page reads as many rows as it has, however long a history is', async () => {
  const target = randomId()
  const rows = 3000
  await sql`
    with acts as (
      insert into audit_log (id, time, request_id, operation, target, status, project_id, place_silo_id, actor_id)
      select gen_random_uuid(), now() - i * interval '1 second', gen_random_uuid(), 'disk_update',
        case when i % 2 = 0 then ${target}::text else gen_random_uuid()::text end, 200, ${project}::uuid,
        ${server.siloId}::uuid, ${server.admin.userId}::uuid
      from generate_series(1, ${sql.lit(rows)}) i
      returning id, time, target),
    mentions as (
      insert into audit_mentions (target, time, record_id)
      select ${target}::uuid, time, id from acts where target <> ${target})
    insert into machine_events (id, time, event, subject_id, silo_id, project_id)
    select gen_random_uuid(), now() - i * interval '1 second', 'instance_failed',
      case when i % 2 = 0 then ${target}::uuid else gen_random_uuid() end, ${server.siloId}::uuid, ${project}::uuid
    from generate_series(1, ${sql.lit(rows)}) i`.execute(server.db)
  await sql`analyze audit_log, audit_mentions, machine_events`.execute(server.db)
  const limit = 25
  const deep = [new Date(server.clock.now().getTime() - 1000 * 1000).toISOString(), randomId()]
  for (const scope of [{ project, silo: server.siloId }, { silo: server.siloId }])
    for (const ofThing of [undefined, target])
      for (const after of [undefined, deep]) {
        const page = { limit, after }
        const entries = historyEntries(server.db, scope, { target: ofThing, page })
        const statement = pageQuery(page, 'descending', entries, { table: 'entries', time: 'time' }).compile()
        const { rows: plans } = await server.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
          ...statement,
          sql: `explain (analyze, format json) ${statement.sql}`,
        })
        expect(mostRead(plans[0]!['QUERY PLAN'][0].Plan), statement.sql).toBeLessThanOrEqual(2 * (limit + 1))
      }
})

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The most rows that a part of a statement reads of the tables of a history. */
function mostRead(plan: Plan): number {
  const isRead = /^(audit_log|audit_mentions|machine_events)$/.test(plan['Relation Name'] ?? '')
  const own = isRead ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0
  return Math.max(own, ...(plan.Plans ?? []).map(mostRead))
}

it('the names of users in changes do not make an answer too large', async () => {
  const { id: own } = await server.admin.ok('project_create', { body: { name: 'many-names', description: '' } })
  const { rows: users } = await sql<{ id: string }>`
    insert into users (id, silo_id, external_id, time_created, time_modified)
    select gen_random_uuid(), ${server.siloId}::uuid, repeat('ü', 250) || i, now(), now() from generate_series(1, 120) i
    returning id`.execute(server.db)
  const detail = JSON.stringify({ before: {}, after: { role_assignments: users.map(({ id }) => id.padEnd(120, ' ')) } })
  const id = randomId()
  const act = { request_id: id, operation: 'project_policy_update', status: 200, target: own, project_id: own, detail }
  const acts = Array.from({ length: 100 }, () => ({ ...act, id: randomId(), time: server.clock.now() }))
  await server.db.insertInto('audit_log').values(acts).execute()
  const { bytes } = await server.admin.call('project_history_list', { path: { project: own }, query: { limit: 100 } })
  expect(bytes.length).toBeLessThan(4 * 2 ** 20)
  expect(new TextDecoder().decode(bytes)).toContain('üü')
})
