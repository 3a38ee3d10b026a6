import type { InstanceState } from '@skerry/contract/compute/instances.ts'
import { sql } from 'kysely'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Answer, Caller } from '../../testing/caller.ts'
import { brokenInvariants } from '../../testing/invariants.ts'
import type { TestServer } from '../../testing/test-server.ts'

let count = 0

/** Creates a project for the test; returns its id. */
export async function newProject(server: TestServer): Promise<string> {
  const { id } = await server.admin.ok('project_create', { body: { name: `project-${++count}`, description: '' } })
  return id
}

export const newBody = (more: object = {}) => ({
  name: `instance-${++count}`,
  description: 'For a test',
  hostname: 'host',
  ncpus: 2,
  memory: 4 * GIB,
  ...more,
})

export const newDisk = (name: string, more: object = {}) => ({
  type: 'create',
  name,
  description: '',
  size: GIB,
  disk_source: { type: 'blank', block_size: 512 },
  ...more,
})

export const create = (caller: Caller, project: string, more: object = {}): Promise<Answer> =>
  caller.call('instance_create', { query: { project }, body: newBody(more) })

/** Creates an instance and waits for its stable state. */
export async function made(server: TestServer, project: string, more: object = {}) {
  const { status, body } = await create(server.admin, project, more)
  if (status !== 201) throw new Error(body.message)
  await server.settle()
  return view(server, body.id)
}

export const view = (server: TestServer, instance: string) => server.admin.ok('instance_view', { path: { instance } })

/** Whether the platform runs a machine of the instance. */
export const runs = (server: TestServer, instance: string) => Boolean(server.platform.inspect.machine(instance)?.run)

/** Creates a detached disk. */
export function createDetachedDisk(server: TestServer, project: string, name: string) {
  const disk_source = { type: 'blank', block_size: 512 }
  return server.admin.ok('disk_create', { query: { project }, body: { name, description: '', size: GIB, disk_source } })
}

/** Advances the clock until the instance is in that state. */
export const until = (server: TestServer, instance: string, state: InstanceState): Promise<void> =>
  server.clock.advanceUntil(async () => {
    await server.plane.services.sagas.idle()
    const { rows } = await sql`select 1 from instances where id = ${instance} and run_state = ${state}`.execute(
      server.db,
    )
    return rows.length > 0
  })

/** Changes the state of a running instance by a fault of the platform. */
export async function injectFault(
  server: TestServer,
  instance: string,
  kind: 'instance_fail' | 'instance_migrate' | 'instance_repair',
): Promise<void> {
  const { faults } = server.platform
  faults.end(faults.inject({ kind, target: instance }).id)
  const states = { instance_fail: 'failed', instance_migrate: 'migrating', instance_repair: 'repairing' } as const
  await until(server, instance, states[kind])
}

/** Waits for every saga and throws if the database is inconsistent. For the end of each test. */
export async function settleAndCheck(server: TestServer): Promise<void> {
  await server.settle()
  const problems = await brokenInvariants(server.db)
  if (problems.length) throw new Error(`The database is inconsistent: ${problems.join(', ')}`)
}
