import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import type { HeldRoles } from '@skerry/contract/rules/needs.ts'
import { permissions } from '@skerry/contract/rules/permission-table.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import { projectRole, type Role, type RoleLevel, roleLevels, roles } from '@skerry/contract/rules/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import { FLEET_ID } from '../kernel/values/uuid.ts'
import type { Caller } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { type Everything, makeEverything } from './everything.ts'
import { refuseRecords } from './refusing-log.ts'
import { Requests } from './requests.ts'

/**
 * Every operation, asked for by holders of each role at each level, in the silo of the things it is about and in
 * another. What each is to be told follows from the contract's table; who may is told what somebody is who may do
 * everything. The audit log cannot be written meanwhile, so that no write goes through.
 */

const ids = Object.keys(operations) as OperationId[]
const isBuilt = (id: OperationId) => Object.hasOwn(handlers, id)
const closed = ids.filter((id) => !permits(id, undefined))
const built = closed.filter(isBuilt)

const tableOf = (id: OperationId): Operation => operations[id]
const needsOf = (id: OperationId) => JSON.stringify(permissions[id])
const inPath = (id: OperationId) => tableOf(id).path.includes('{')

/** What an operation is about: something in a project, the silo that the request names, the caller's own, the fleet. */
type Sphere = 'project' | 'namedSilo' | 'ownSilo' | 'fleet'
function sphereOf(id: OperationId): Sphere {
  if (/"(project\.|inProject)/.test(needsOf(id)) || id === 'image_demote') return 'project'
  if (id.startsWith('ip_pool')) return 'fleet'
  const { path, query } = tableOf(id)
  // A user belongs to one silo.
  if (/\/(silos\/\{silo|users\/\{user_id)\}(\/|$)/.test(path) || query?.shape['silo']) return 'namedSilo'
  return /"user"|silo\./.test(needsOf(id)) ? 'ownSilo' : 'fleet'
}

interface Somebody {
  level?: RoleLevel
  role?: Role
  foreign: boolean
}
const everybody: Somebody[] = [false, true].flatMap((foreign) => [
  { foreign },
  ...roleLevels.flatMap((level) => roles.map((role) => ({ level, role, foreign }))),
])
const nameOf = ({ level, role, foreign }: Somebody) =>
  `${level ? `${level} ${role}` : 'no role'}, ${foreign ? 'another silo' : 'own silo'}`

let server: TestServer
let everything: Everything
let requests: Requests
let otherSilo: string
let otherProject: string
/** The status for a caller with every permission. */
const answers = new Map<OperationId, number>()

async function ask(user: Caller, id: OperationId): Promise<number> {
  // It requires a session, whatever the caller's roles.
  const caller = id === 'device_auth_confirm' && user.userId ? await server.session(user) : user
  return (await caller.call(id, requests.byId(id))).status
}

beforeAll(async () => {
  server = await startTestServer()
  everything = await makeEverything(server, server.admin)
  requests = new Requests(everything)
  otherSilo = await server.silo('elsewhere')
  const owner = await server.user({ silo: 'admin' }, otherSilo)
  otherProject = (await owner.ok('project_create', { body: { name: 'theirs', description: '' } })).id
  // Without the mapping, a role on the silo gives no role on the fleet.
  await server.db.updateTable('silos').set({ mapped_fleet_roles: '{}' }).where('id', '=', server.siloId).execute()
  await server.db
    .insertInto('role_assignments')
    .values({
      level: 'fleet',
      resource_id: FLEET_ID,
      identity_type: 'silo_user',
      identity_id: server.admin.userId,
      role: 'admin',
    })
    .execute()
  await refuseRecords(server.db)
  for (const id of built) answers.set(id, await ask(server.admin, id))
})
afterAll(() => server.close())

function callerOf({ level, role, foreign }: Somebody): Promise<Caller> {
  const project = foreign ? otherProject : everything.project.id
  const held = level === 'project' ? { projects: { [project]: role! } } : level ? { [level]: role } : {}
  return server.user(held, foreign ? otherSilo : server.siloId)
}

/** The roles that count for an operation. In another silo only those on the fleet do. */
function heldBy({ level, role, foreign }: Somebody, id: OperationId): HeldRoles {
  const at = (one: RoleLevel) => (level === one ? role : undefined)
  const sphere = sphereOf(id)
  const reaches = !foreign || sphere === 'ownSilo'
  const inProject = sphere === 'project'
  return {
    fleet: at('fleet'),
    silo: reaches ? at('silo') : undefined,
    project: reaches && inProject ? projectRole(at('project'), at('silo')) : undefined,
    anyProject: reaches && level === 'project',
    siloMember: reaches,
    inProject,
    mappedFleetRoles: {},
    // Who decides about providers decides who signs in as anybody of the silo, and one of them is an admin of the fleet.
    usersFleetRole: /^saml_identity_provider_(create|delete|make_default)$/.test(id) ? 'admin' : undefined,
  }
}

/** 404 for callers who may not see the resource, 403 for the others. */
function refusalFor(id: OperationId, held: HeldRoles): 403 | 404 {
  const sphere = sphereOf(id)
  if (id === 'system_metric') return 403
  if (sphere === 'project') return held.project ? 403 : 404
  if (sphere === 'namedSilo') return held.siloMember || held.fleet ? 403 : 404
  if (id.startsWith('certificate_') && inPath(id)) return 404
  return sphere === 'ownSilo' || held.fleet || !inPath(id) ? 403 : 404
}

/** The caller's own resources (a key, a token, something of its silo) get 404 for others. */
const isOwnThing = (id: OperationId) => sphereOf(id) === 'ownSilo' && inPath(id)
const isPersonal = (id: OperationId) => id.startsWith('current_user_')

function expectedFor(somebody: Somebody, id: OperationId): number {
  const held = heldBy(somebody, id)
  if (!permits(id, held)) return refusalFor(id, held)
  if (isOwnThing(id) && (somebody.foreign || isPersonal(id))) return 404
  // The policy in the body names a user of the first silo.
  return somebody.foreign && id === 'policy_update' ? 400 : answers.get(id)!
}

describe('every operation', () => {
  it('is implemented, or answers 501 to every signed-in user', async () => {
    const plain = await server.user()
    for (const id of closed.filter((one) => !isBuilt(one))) {
      expect([id, await ask(server.anonymous, id)]).toEqual([id, 401])
      // 400 where no resource exists yet that its path could name.
      expect([400, 501]).toContain(await ask(plain, id))
    }
  })

  it('admits a caller with every permission', () => {
    const refused = [...answers].filter(([, status]) => status === 401 || status === 403)
    expect(refused).toEqual([])
    const absent = [...answers].filter(([, status]) => status === 404).map(([id]) => id)
    // An unknown device code, and a sled that was not found.
    expect(absent).toEqual(['device_auth_confirm', 'sled_add'])
  })

  it.each(everybody.map((somebody) => [nameOf(somebody), somebody] as const))(
    'answers by the table: %s',
    async (_, somebody) => {
      const caller = await callerOf(somebody)
      const found: Record<string, number> = {}
      for (const id of built) found[id] = await ask(caller, id)
      expect(found).toEqual(Object.fromEntries(built.map((id) => [id, expectedFor(somebody, id)])))
    },
  )
})
