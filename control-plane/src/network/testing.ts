import type { House } from '../kernel/testing.ts'
import { randomId } from '../kernel/uuid.ts'

/** For tests of what an instance holds: a stopped one, in a project of its own, straight in the books. */
export async function anInstance(
  { db, clock, siloId: defaultSilo }: House,
  siloId: string = defaultSilo,
  options: { projectId?: string; name?: string } = {},
): Promise<{ siloId: string; projectId: string; instanceId: string; name: string }> {
  const now = clock.now()
  const times = { time_created: now, time_modified: now }
  const id = randomId()
  const name = options.name ?? `instance-${id.slice(0, 8)}`
  const projectId = options.projectId ?? randomId()
  if (!options.projectId)
    await db
      .insertInto('projects')
      .values({ id: projectId, silo_id: siloId, name: `project-${id.slice(0, 8)}`, description: '', ...times })
      .execute()
  await db
    .insertInto('instances')
    .values({
      id,
      project_id: projectId,
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: 2 ** 30,
      run_state: 'stopped',
      intent: 'stopped',
      boot_disk_id: null,
      auto_restart_policy: null,
      time_last_auto_restarted: null,
      time_run_state_updated: now,
      time_booted: null,
      user_data: new Uint8Array(),
      sled_id: null,
      ...times,
    })
    .execute()
  return { siloId, projectId, instanceId: id, name }
}
