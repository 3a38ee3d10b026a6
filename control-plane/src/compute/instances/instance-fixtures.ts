import type { InstanceState } from '@skerry/contract/compute/instances.ts'
import { sql } from 'kysely'
import { GIB } from '../../kernel/bytes.ts'
import type { Db } from '../../kernel/database/database.ts'
import type { Answer, Caller } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { Simulator } from '../../platform/simulator/simulator.ts'

/** What the tests of instances share. */

let count = 0

/** A project of the test's own: its id. */
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

/** A new instance, in the state in which it comes to rest. */
export async function made(server: TestServer, project: string, more: object = {}) {
  const { status, body } = await create(server.admin, project, more)
  if (status !== 201) throw new Error(body.message)
  await server.settle()
  return view(server, body.id)
}

export const view = (server: TestServer, instance: string) => server.admin.ok('instance_view', { path: { instance } })

/** A disk that is there and attached to nothing. */
export function madeDisk(server: TestServer, project: string, name: string) {
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

export function simulator(server: TestServer): Simulator {
  const { platform } = server.plane.services
  if (!(platform instanceof Simulator)) throw new Error('These tests drive a simulator')
  return platform
}

/** Brings a running instance into a state by what the platform does to it. */
export async function bringAbout(
  server: TestServer,
  instance: string,
  kind: 'instance_fail' | 'instance_migrate' | 'instance_repair',
): Promise<void> {
  const { faults } = simulator(server)
  faults.end(faults.inject({ kind, target: instance }).id)
  const states = { instance_fail: 'failed', instance_migrate: 'migrating', instance_repair: 'repairing' } as const
  await until(server, instance, states[kind])
}

/** What is inconsistent in the database: a quota that does not add up, a thing of an instance that is gone. Empty when all is well. */
export async function inconsistencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with holding as (
      select p.silo_id, i.* from instances i join projects p on p.id = i.project_id
      where i.run_state in ('starting', 'running', 'stopping', 'rebooting', 'migrating', 'repairing')
    ),
    stored as (
      select p.silo_id, sum(size) as bytes from (
        select project_id, size from disks union all select project_id, size from snapshots
      ) things join projects p on p.id = things.project_id group by p.silo_id
    )
    select 'quota of silo ' || q.silo_id as problem from quotas q
      where cpus_provisioned <> coalesce((select sum(ncpus) from holding h where h.silo_id = q.silo_id), 0)
        or memory_provisioned <> coalesce((select sum(memory) from holding h where h.silo_id = q.silo_id), 0)
        or storage_provisioned <> coalesce((select bytes from stored s where s.silo_id = q.silo_id), 0)
    union all select 'place of ' || name from instances
      where (sled_id is not null) <> (id in (select id from holding))
    union all select 'run of ' || name from instances where time_booted is not null and sled_id is null
    union all select 'interface ' || id from network_interfaces
      where instance_id not in (select id from instances)
    union all select 'address ' || id from external_ips
      where instance_id is not null and instance_id not in (select id from instances)
    union all select 'disk ' || name from disks
      where instance_id is not null and instance_id not in (select id from instances) and state <> 'detaching'
    union all select 'boot disk of ' || name from instances i where boot_disk_id is not null
      and not exists (select 1 from disks d where d.id = i.boot_disk_id and d.instance_id = i.id)`.execute(db)
  return rows.map(({ problem }) => problem)
}

/** Waits for every saga to end, and throws when the database is inconsistent then. For the end of each test. */
export async function settleAndCheck(server: TestServer): Promise<void> {
  await server.settle()
  const problems = await inconsistencies(server.db)
  if (problems.length) throw new Error(`The database is inconsistent: ${problems.join(', ')}`)
}
