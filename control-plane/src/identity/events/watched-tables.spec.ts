import { changeKinds, projectKinds } from '@skerry/contract/rules/change-events.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEverything } from '../../every-operation/everything.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { streamsOn } from './stream-fixtures.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ changes: true })
})
afterAll(() => server.close())

const { open } = streamsOn(() => ({ server }))

/** Tables of which no list or page shows a row, or that only follow from watched ones. */
const unwatched = {
  'of this server': [
    'settings',
    'migrations',
    'migration_locks',
    'migration_hashes',
    'platform_events',
    'platform_storage',
    'sagas',
  ],
  'records that are only searched': [
    'audit_log',
    'audit_mentions',
    'machine_events',
    'deleted_things',
    'samples',
    'sample_roll_ups',
    'timeseries',
    'usage_points',
    'alert_conditions',
  ],
  'written with a watched row': [
    'instance_user_data',
    'instance_ssh_keys',
    'update_artifacts',
    'update_repository_artifacts',
    'storage_losses',
  ],
  'free addresses': ['ip_pool_gaps', 'subnet_gaps', 'ip_pool_cursors', 'subnet_cursors', 'free_snat_blocks'],
  'sign-in': ['sign_in_attempts', 'sign_in_addresses', 'device_requests', 'used_saml_assertions'],
  'shown by nothing': ['disk_imports'],
  constant: ['builtin_users'],
}

test('each table is watched, or is known to need it not', async () => {
  const { rows } = await sql<{ table: string; kind: string | null }>`
    select c.relname as table, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as kind
    from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'note_change'
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition`.execute(
    server.db,
  )
  const without = rows.filter(({ kind }) => kind === null).map(({ table }) => table)
  expect(without.toSorted()).toEqual(Object.values(unwatched).flat().toSorted())
  const kinds = new Set(rows.flatMap(({ kind }) => kind ?? []))
  expect([...kinds].toSorted()).toEqual([...changeKinds].toSorted())
})

/** Not created by a request alone: the platform reports them, they need none, or the test server has them already. */
const notCreated = [
  'access-tokens',
  'sessions',
  'policies',
  'silos',
  'allow-list',
  'physical-disks',
  'racks',
  'sleds',
  'switches',
]

test('everything that can be created is reported', async () => {
  await using events = await open(server.admin)
  await makeEverything(server, server.admin)
  const last = await server.admin.ok('project_create', { body: { name: 'last', description: '' } })
  const seen = new Set<string>()
  for (let event = await events.next(); event; event = await events.next()) {
    for (const { kind } of event.changes) seen.add(kind)
    if (event.changes.some((change) => change.project === last.id)) break
  }
  const unseen = changeKinds.filter((kind) => !seen.has(kind) && !notCreated.includes(kind))
  expect(unseen).toEqual([])
})

test('things in projects are reported where they are, and with them how much of a quota they use', async () => {
  const triggers = await sql<{ args: string }>`
    select encode(tgargs, 'escape') as args from pg_trigger where tgname = 'note_change'`.execute(server.db)
  const [scopes, others] = [new Set<string>(), new Set<string>()]
  for (const { args } of triggers.rows) {
    const [kind, scope] = args.split(String.raw`\000`)
    if (scope === 'project') scopes.add(kind!)
    else others.add(kind!)
  }
  expect([...scopes].toSorted()).toEqual([...projectKinds, 'utilization'].toSorted())
  expect(projectKinds.filter((kind) => others.has(kind))).toEqual([])
})
