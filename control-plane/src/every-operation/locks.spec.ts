import { operations, type OperationId } from '@skerry/contract/operations.ts'
import type { HeldRoles } from '@skerry/contract/rules/needs.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import { LOCK_ORDER } from '../testing/lock-order.ts'
import { startTestServer } from '../testing/test-server.ts'
import { makeEverything } from './everything.ts'
import { Requests } from './requests.ts'

/** No handler locks them: sagas run beside requests, and credentials are noted as used before a handler is called. */
const UNLOCKED = new Set(['sagas', 'platform_events', 'sessions', 'access_tokens'])
const LOCKED = [...LOCK_ORDER.flat().filter((table) => !UNLOCKED.has(table)), 'system_networking', 'target_release']

/** Operations on projects, which the admin of another silo may not do either. */
const isAboutProject = (id: OperationId) => !permits(id, { silo: 'admin', siloMember: true, self: true })

it('a caller without permission is refused without waiting for a lock, and so blocks no other request', async () => {
  const server = await startTestServer()
  const everything = await makeEverything(server, server.admin)
  const requests = new Requests(everything)
  const viewer = await server.user({ silo: 'viewer' })
  const outsider = await server.user({ silo: 'admin' }, await server.silo('elsewhere'))
  const held: HeldRoles = { siloMember: true, self: true, silo: 'viewer', project: 'viewer', inProject: true }
  const denied = (Object.keys(handlers) as OperationId[]).filter((id) => {
    const { method } = operations[id]
    return method !== 'get' && !permits(id, undefined) && !permits(id, held)
  })
  expect(denied.length).toBeGreaterThan(40)
  const statuses = new Set<number>()
  await server.db.transaction().execute(async (tx) => {
    for (const table of LOCKED) await sql`select 1 from ${sql.table(table)} for update`.execute(tx)
    for (const id of denied)
      for (const somebody of isAboutProject(id) ? [viewer, outsider] : [viewer])
        statuses.add((await somebody.call(id, requests.byId(id))).status)
  })
  expect([...statuses].toSorted()).toEqual([403, 404])
  await server.close()
})
