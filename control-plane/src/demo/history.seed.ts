import type { Operation } from '@skerry/contract/operation.ts'
import { type OperationId, operations } from '@skerry/contract/operations.ts'
import { sql } from 'kysely'
import type { Row } from '../kernel/database/tables.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { daysAgo, known, type Seeding } from './seeding.ts'

/** How long the demo data go back, and the most acts of a project: one has a disk a day. */
const DAYS = 45
const MAX_ACTS = 60

/** Users who work in the projects of each silo, in turns. */
const WORKERS: Record<string, readonly string[]> = {
  default: ['jonas-weber', 'mara-lindqvist'],
  'north-quay': ['otto-brandt'],
}

interface Act {
  operation: OperationId
  time: Date
  target: string
  project_id: string | null
  silo_id: string
  silo: string
  /** A success unless said. */
  status?: number
  by?: string
  detail?: object
}

/** Requests of users in the projects, and events of machines and disks there. */
export async function seedHistory(seeding: Seeding, users: ReadonlyMap<string, string>): Promise<void> {
  const acts = [...(await actsOfThings(seeding)), ...(await otherActs(seeding))]
  await seeding.tx
    .insertInto('audit_log')
    .values(acts.map((act, turn) => recordOf(act, turn, users)))
    .execute()
  await seedEvents(seeding)
}

function recordOf(
  { silo, by, detail, status, silo_id, ...act }: Act,
  turn: number,
  users: ReadonlyMap<string, string>,
) {
  const workers = known(new Map(Object.entries(WORKERS)), silo)
  const { answer }: Operation = operations[act.operation]
  const id = randomId()
  return {
    ...act,
    id,
    request_id: id,
    actor_id: known(users, by ?? workers[turn % workers.length]!),
    silo_id,
    place_silo_id: silo_id,
    credential_id: null,
    source_address: '192.0.2.17',
    status: status ?? Number(answer[0]),
    detail: detail ? JSON.stringify(detail) : null,
  }
}

/** How things came to be as they are: they were created, attached, started and stopped. */
async function actsOfThings(seeding: Seeding): Promise<Act[]> {
  const since = daysAgo(seeding, DAYS)
  const created = (table: string, operation: OperationId, where = 'true') => sql`
    select ${sql.lit(operation)} as operation, id as target, project_id, name, time_created as time
    from ${sql.table(table)} where project_id is not null and ${sql.raw(where)}`
  const { rows } = await sql<Act>`
    select operation, target, project_id, silo_id, silo, time from (
      select made.*, p.silo_id, s.name as silo,
        row_number() over (partition by made.project_id order by made.time desc, made.name) as newest
      from (
        ${created('instances', 'instance_create')} union all ${created('disks', 'disk_create')}
        union all ${created('snapshots', 'snapshot_create')} union all ${created('vpcs', 'vpc_create')}
        union all ${created('external_ips', 'floating_ip_create', `kind = 'floating'`)}
        union all select 'project_create', id, id, name, time_created from projects
        union all select 'instance_start', id, project_id, name, time_run_state_updated from instances
          where run_state = 'running'
        union all select 'instance_stop', id, project_id, name, time_run_state_updated from instances
          where run_state = 'stopped') made
      join projects p on p.id = made.project_id join silos s on s.id = p.silo_id
      where made.time > ${since}) recent
    where newest <= ${MAX_ACTS} order by time, newest`.execute(seeding.tx)
  return rows.map((act, turn) => ({ ...act, time: new Date(act.time.getTime() + (turn % 600) * 1000) }))
}

/** Changes and refusals that leave no trace in the things themselves. */
async function otherActs(seeding: Seeding): Promise<Act[]> {
  const find = async (table: 'instances' | 'disks' | 'vpcs', project: string, name: string) => {
    const { rows } = await sql<Pick<Row<'projects'>, 'silo_id'> & { id: string; project_id: string; silo: string }>`
      select t.id, t.project_id, p.silo_id, s.name as silo from ${sql.table(table)} t
      join projects p on p.id = t.project_id join silos s on s.id = p.silo_id
      where p.name = ${project} and t.name = ${name}`.execute(seeding.tx)
    const { id: target, ...place } = known(new Map(rows.entries()), 0)
    return { target, ...place }
  }
  const [planner, store, network] = [
    await find('instances', 'harbour-logistics', 'berth-planner'),
    await find('disks', 'tide-gauges', 'gauge-spool'),
    await find('vpcs', 'harbour-logistics', 'default'),
  ]
  return [
    {
      ...planner,
      operation: 'instance_update',
      time: daysAgo(seeding, 0.8),
      detail: { before: { memory: 8 * 2 ** 30, ncpus: 2 }, after: { memory: 16 * 2 ** 30, ncpus: 4 } },
    },
    {
      ...planner,
      operation: 'instance_delete',
      time: daysAgo(seeding, 0.4),
      by: 'pavel-ivanov',
      status: 403,
      detail: { reason: 'Forbidden' },
    },
    {
      ...network,
      operation: 'vpc_firewall_rules_update',
      time: daysAgo(seeding, 2.3),
      detail: { before: { rules: [] }, after: { rules: ['allow-cranes'] } },
    },
    { ...store, operation: 'disk_deletion_lock_update', time: daysAgo(seeding, 0.3) },
    {
      ...network,
      operation: 'policy_update',
      time: daysAgo(seeding, 5.2),
      by: 'mara-lindqvist',
      target: network.silo_id,
      project_id: null,
    },
  ]
}

/** Events of machines and disks without a request. */
async function seedEvents({ tx }: Seeding): Promise<void> {
  const { rows } = await sql<Omit<Row<'machine_events'>, 'id' | 'reason'>>`
    select event, subject_id, p.silo_id, project_id, time from (
      select 'instance_failed' as event, id as subject_id, name, project_id, time_run_state_updated as time
      from instances where run_state = 'failed'
      union all
      select 'instance_restarted', id, name, project_id, time_last_auto_restarted from instances
      where time_last_auto_restarted is not null
      union all
      select 'disk_faulted', id, name, project_id, time_state_updated from disks where state = 'faulted') happened
    join projects p on p.id = project_id
    order by time, happened.name`.execute(tx)
  const events = rows.map((event) => ({ ...event, id: randomId(), reason: null }))
  await tx.insertInto('machine_events').values(events).execute()
}
