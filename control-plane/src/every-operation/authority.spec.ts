import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import type { Caller, Request_ } from '../testing/caller.ts'
import { lateBody, withHeldTransaction } from '../testing/held-request.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { type Everything, makeEverything } from './everything.ts'
import { Requests } from './requests.ts'

/**
 * Every write, by a caller who has permission when the request starts and loses it before the change: while the body
 * arrives, or before the transaction.
 */

const tableOf = (id: OperationId): Operation => operations[id]
/** Queries are sent with POST, since they are long. */
const reads = (id: OperationId) => ['get', 'head'].includes(tableOf(id).method) || id.endsWith('timeseries_query')
const writes = (Object.keys(handlers) as OperationId[]).filter((id) => !reads(id) && !permits(id, undefined))
const needsRole = (id: OperationId) => !permits(id, { siloMember: true, self: true, inProject: true })
const isFleets = (id: OperationId) => permits(id, { fleet: 'admin' })

const takesText = (id: OperationId) =>
  tableOf(id).body !== undefined && tableOf(id).bodyType !== 'application/octet-stream'

/** Without a transaction: only its body can be delayed. */
const WITHOUT = ['disk_bulk_write_import']
/** Refused earlier by other rules: this server has one silo, with local users, and no trust root. */
const REFUSED_EARLIER = [
  'saml_identity_provider_create',
  'system_update_put_repository',
  'system_update_trust_root_create',
]
/** Tables that change when permission is taken away, and the counts of device codes that were tried. */
const CHANGED_OTHERWISE = [
  'sign_in_attempts',
  'audit_log',
  'deleted_things',
  'users',
  'sessions',
  'access_tokens',
  'role_assignments',
  'silos',
  'quotas',
]

let server: TestServer
let everything: Everything
let requests: Requests
let tables: string[]
let policy: object
let unchanged: string
beforeAll(async () => {
  server = await startTestServer()
  everything = await makeEverything(server, server.admin)
  requests = new Requests(everything)
  policy = await server.admin.ok('policy_view')
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(server.db)
  tables = rows.map(({ name }) => name).filter((name) => !CHANGED_OTHERWISE.includes(name))
  unchanged = await contents()
})
afterAll(() => server.close())

/** A digest for each table. */
async function contents(): Promise<string> {
  const each = tables.map(
    (name) => sql`select ${name} as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest
      from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(each, sql` union all `)}`.execute(server.db)
  return JSON.stringify(Object.fromEntries(rows.map(({ name, digest }) => [name, digest])), null, 1)
}

interface Loss {
  /** A caller with every permission, and a function that takes the permission away. */
  begin(): Promise<{ caller: Caller; lose(): Promise<unknown> }>
  applies(id: OperationId): boolean
  statuses: number[]
}
/** All operations that accept a token. */
const byToken = (id: OperationId) => id !== 'device_auth_confirm'
let silos = 0
const losses: Record<string, Loss> = {
  role: {
    async begin() {
      const caller = await server.user({ silo: 'admin' })
      return { caller, lose: () => server.admin.ok('policy_update', { body: policy }) }
    },
    applies: needsRole,
    statuses: [403, 404],
  },
  session: {
    async begin() {
      const caller = await server.session(await server.user({ silo: 'admin' }))
      return { caller, lose: () => caller.ok('logout') }
    },
    applies: () => true,
    statuses: [401],
  },
  token: {
    async begin() {
      const caller = await server.user({ silo: 'admin' })
      const { items } = await caller.ok('current_user_access_token_list')
      const lose = () => caller.ok('current_user_access_token_delete', { path: { token_id: items[0].id } })
      return { caller, lose }
    },
    applies: byToken,
    statuses: [401],
  },
  user: {
    async begin() {
      const caller = await server.user({ silo: 'admin' })
      const gone = { path: { user_id: caller.userId }, query: { silo: server.siloId } }
      return { caller, lose: () => server.admin.ok('local_idp_user_delete', gone) }
    },
    applies: byToken,
    statuses: [401],
  },
  silo: {
    async begin() {
      const silo = await server.silo(`closing-${silos++}`)
      const caller = await server.user({ fleet: 'admin' }, silo)
      return { caller, lose: () => server.admin.ok('silo_delete', { path: { silo } }) }
    },
    applies: (id) => isFleets(id) && byToken(id),
    statuses: [401],
  },
}

const bodies: Partial<Record<OperationId, object>> = {
  current_user_ssh_key_create: {
    name: 'never-made',
    description: '',
    public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEvAYHxzyGkpPdVqVnOYJ2fpCk6zlPjcGqDOyJnHzFmK',
  },
}
const requestTo = (id: OperationId): Request_ => ({ ...requests.byId(id), ...(bodies[id] && { body: bodies[id] }) })

/**
 * Sends a request and takes its caller's permission away meanwhile. Returns the status; undefined if nothing was
 * delayed.
 */
type Held = (caller: Caller, id: OperationId, lose: () => Promise<void>) => Promise<number | undefined>

const whileBodyComes: Held = async (caller, id, lose) => {
  const request = requestTo(id)
  return (await caller.call(id, { ...request, body: lateBody(JSON.stringify(request.body), lose) })).status
}
const beforeTransaction: Held = async (caller, id, lose) =>
  (await withHeldTransaction(server.db, lose, () => caller.call(id, requestTo(id))))?.status

describe.each(Object.entries(losses))('a request that loses its %s', (_, { begin, applies, statuses }) => {
  async function statusesOf(ids: OperationId[], held: Held): Promise<Record<string, number | undefined>> {
    const found: Record<string, number | undefined> = {}
    for (const id of ids) {
      const { caller, lose } = await begin()
      found[id] = await held(caller, id, async () => void (await lose()))
    }
    return found
  }
  const others = (found: Record<string, number | undefined>) =>
    Object.entries(found).filter(([, status]) => status === undefined || !statuses.includes(status))

  it('before its transaction changes nothing', async () => {
    const ids = writes.filter((id) => applies(id) && !WITHOUT.includes(id) && !REFUSED_EARLIER.includes(id))
    const found = await statusesOf(ids, beforeTransaction)
    expect(others(found)).toEqual([])
    expect(await contents()).toEqual(unchanged)
    expect(ids.length).toBeGreaterThan(40)
  })

  it('while its body arrives changes nothing', async () => {
    const ids = writes.filter((id) => applies(id) && takesText(id) && !REFUSED_EARLIER.includes(id))
    const found = await statusesOf(ids, whileBodyComes)
    expect(others(found)).toEqual([])
    expect(await contents()).toEqual(unchanged)
    expect(ids.length).toBeGreaterThan(20)
  })
})
