import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { type CompiledQuery, CompiledQuery as Compiled, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { copyingFrom } from '../compute/disks/source-retention.repo.ts'
import { DeliveryWorker } from '../fleet/alerts/delivery-worker.ts'
import { handlers } from '../handlers.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { vpcRows } from '../network/vpcs/vpc-rows.repo.ts'
import { regularTasks } from '../tasks.ts'
import { ORIGIN, PEER } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { SMALL_TABLES } from './bulk-data-columns.ts'
import { insertBulkData } from './bulk-data.ts'
import { type Everything, makeEverything } from './everything.ts'
import { ordersOf, Requests, waysTo } from './requests.ts'

/** Checks PostgreSQL's plan for every statement of the views, lists and tasks, with many rows in each growing table. */

const OTHERS = 20_000
const MANY = 5_000
/** The most rows that are sorted for one page; beyond that an index must give the order. */
const SORTED_AT_MOST = 1_000

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Plan Rows': number
  Plans?: Plan[]
}

let server: TestServer
let everything: Everything
let requests: Requests
let sent: Map<string, CompiledQuery>
beforeAll(async () => {
  server = await startTestServer()
  everything = await makeEverything(server, server.admin)
  requests = new Requests(everything)
  await keepStatistics()
  await insertBulkData(server.db, everything, { others: OTHERS, many: MANY, few: 5 })
  sent = record()
}, 600_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** Plans are those of the bulk data, also for tables that a task empties: PostgreSQL must not analyze them again. */
const keepStatistics = () =>
  sql`do $$
    declare name text;
    begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %I set (autovacuum_enabled = false)', name);
      end loop;
    end $$`.execute(server.db)

/** Records each statement that is sent to PostgreSQL from now on, with the parameters of its first execution. */
function record(): Map<string, CompiledQuery> {
  const statements = new Map<string, CompiledQuery>()
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values: unknown[] }, unknown[]]
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : first
    if (/^\s*(select|insert|update|delete|with)/i.test(text) && !statements.has(text))
      statements.set(text, Compiled.raw(text, values))
    return (query as (...all: unknown[]) => never).apply(this, args)
  })
  return statements
}

async function planOf({ sql: text, parameters }: CompiledQuery): Promise<Plan> {
  const explain = Compiled.raw(`explain (format json) ${text}`, [...parameters])
  const { rows } = await server.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** The slow parts of a plan. A node below a limit may scan a whole index, since it stops early. */
function problemsOf(plan: Plan, limited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: inner = [] } = plan
  const found: string[] = []
  if (type === 'Seq Scan' && !SMALL_TABLES.some((small) => small === table)) found.push(`reads all of ${table}`)
  if (/^Index (Only )?Scan$/.test(type) && !plan['Index Cond'] && !isOfFew(plan) && !isPageOfAll(plan, limited))
    found.push(`reads all of ${table} by ${plan['Index Name']}`)
  const most = Math.max(0, ...inner.map((child) => child['Plan Rows']))
  if (type === 'Sort' && most > SORTED_AT_MOST) found.push(`sorts ${most} rows`)
  const passesOn = /^(Limit|LockRows|Nested Loop|Incremental Sort|Subquery Scan|Result)$/.test(type)
  return [...found, ...inner.flatMap((child) => problemsOf(child, passesOn && (limited || type === 'Limit')))]
}

/** A partial index on waiting rows is small. */
const isOfFew = (plan: Plan) => /_waiting/.test(plan['Index Name'] ?? '')

/** The first rows of a whole table in index order. With a selective filter it would scan most of the index. */
const isPageOfAll = (plan: Plan, limited: boolean) =>
  plan['Plan Rows'] <= SORTED_AT_MOST ? !plan.Filter : limited && plan['Plan Rows'] > OTHERS / 2

async function slowStatements(): Promise<Record<string, string[]>> {
  const slow: Record<string, string[]> = {}
  for (const [text, statement] of sent) {
    const problems = problemsOf(await planOf(statement))
    if (problems.length) slow[text.replaceAll(/\s+/g, ' ').slice(0, 600)] = problems
  }
  return slow
}

it('has rows in every table, and all indexes', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < ${OTHERS}`.execute(server.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...SMALL_TABLES].toSorted())
  const unused = await sql`select from pg_index where not (indisready and indisvalid and indislive)`.execute(server.db)
  expect(unused.rows).toHaveLength(0)
})

/**
 * The routes of a VPC are counted once for a page of its gateways; silos, their quotas and the hardware of sleds for the
 * overview of the system.
 */
const COUNTED =
  /^with "routed" as|^ select \(select count\(\*\)::int from silos |^ select count\(\*\) filter \(where policy = 'in_service'\)/

const withoutAnswer: ReadonlySet<OperationId> = new Set([
  'event_stream',
  'instance_guest_view',
  'instance_port_forward_list',
  'instance_serial_console',
])

it('scans no whole table for a view or a page of a list, with a session or a token', async () => {
  sent.clear()
  const signIn = await server.anonymous.call('login_local', {
    path: { silo_name: 'default' },
    body: { username: 'admin', password: 'correct horse' },
  })
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const reads = (Object.keys(handlers) as OperationId[]).filter((id) => {
    const operation: Operation = operations[id]
    return operation.method === 'get' && !operation.websocket && !withoutAnswer.has(id)
  })
  for (const id of reads)
    for (const way of waysTo(requests, id))
      for (const order of ordersOf(id)) {
        const request = { ...way, query: { ...way.query, ...order } }
        const page = await server.admin.ok(id, request)
        if (page?.next_page) await server.admin.ok(id, { ...way, query: { page_token: page.next_page } })
      }
  await server.plane.fetch(new Request(new URL('/v1/me', ORIGIN), { headers: { cookie } }), PEER)
  expect(sent.size).toBeGreaterThan(reads.length)
  const slow = Object.entries(await slowStatements()).filter(([statement]) => !COUNTED.test(statement))
  expect(slow).toEqual([])
}, 300_000)

/**
 * These read whole tables by design: the usage of all silos, exhausted pools, and the comparison of all hardware,
 * storage and networks.
 */
const WHOLE =
  /^ update "(racks|switches|sleds|physical_disks)" set missing|^ insert into usage_points |^ with holding as materialized \( select (silos|ip_pools)\.id|^select "id", "time_modified" from "sleds"$|^select "id" from "(disks|snapshots|images|vpcs)" where "(state|time_created)"/

it('scans no whole table in the regular tasks, to claim sagas and events, or for the copies of a source', async () => {
  const { services } = server.plane
  const others = server.db.selectFrom('vpcs').select('id').where('id', '<>', everything.ids['vpc']!)
  const other = await others.limit(1).executeTakeFirstOrThrow()
  sent.clear()
  // First, for the plans of a VPC like most: a task may declare the one that has many of everything before the others.
  await vpcRows(server.db, [other.id])
  for (const task of [...regularTasks(services), new DeliveryWorker(services).task])
    await task.run(new AbortController().signal)
  server.plane.services.sagas.wake()
  await server.plane.services.sagas.idle()
  await server.plane.services.sagas.list()
  await copyingFrom(server.db, randomId())
  const slow = Object.entries(await slowStatements()).filter(([statement]) => !WHOLE.test(statement))
  expect(slow).toEqual([])
}, 300_000)
