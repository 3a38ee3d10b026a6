import { newDisk, newProject } from '../../compute/instances/instance-fixtures.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { startTestServer } from '../../testing/test-server.ts'

type Query = Record<string, string | number>

export interface Entry {
  operation: string
  [field: string]: unknown
}

export const named = (name: string) => ({ name, description: '' })
export const operationsOf = (entries: Entry[]) => entries.map(({ operation }) => operation)

/** A server with a project, a user for each kind of history, and how each reads it. */
export async function startHistorySite() {
  const server = await startTestServer()
  const project = await newProject(server)
  const member = await server.user({ projects: { [project]: 'collaborator' } })
  const viewer = await server.user({ projects: { [project]: 'viewer' } })
  const siloAdmin = await server.user({ silo: 'admin' })
  const operator = await server.user({ fleet: 'viewer' }, await server.silo('operators'))
  let number = 0
  const unique = (what: string) => `${what}-${++number}`
  return {
    server,
    project,
    member,
    viewer,
    siloAdmin,
    operator,
    unique,
    ofProject: async (query: Query = {}, by = viewer): Promise<Entry[]> =>
      (await by.ok('project_history_list', { path: { project }, query })).items,
    ofSilo: async (query: Query = {}, by = siloAdmin): Promise<Entry[]> =>
      (await by.ok('silo_history_list', { query })).items,
    ofFleet: async (target: string, by = operator): Promise<Entry[]> =>
      (await by.ok('system_history_list', { query: { target } })).items,
    /** Acts of one moment have no order that a test could expect. */
    later: () => server.clock.advance(1000),
    newDiskBy: (by: Caller) => by.ok('disk_create', { query: { project }, body: newDisk(unique('disk')) }),
    /** Records an act of the member. */
    async insertAct(act: { target: string; project_id?: string; place_silo_id?: string; detail?: string }) {
      const id = randomId()
      const who = { actor_id: member.userId, silo_id: server.siloId, credential_id: null, source_address: '192.0.2.7' }
      const row = {
        id,
        time: server.clock.now(),
        request_id: id,
        operation: 'instance_update',
        status: 200,
        detail: null,
      }
      await server.db
        .insertInto('audit_log')
        .values({ ...row, ...who, ...act })
        .execute()
      return row
    },
  }
}
