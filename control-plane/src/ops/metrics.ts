import { sql } from 'kysely'
import type { Db } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import type { TaskSummary } from '../kernel/tasks/tasks.ts'
import type { MetricReading } from '../kernel/telemetry/telemetry.ts'

const gauge = (name: string, help: string, labelNames: string[], samples: MetricReading['samples']): MetricReading => ({
  name: `skerry_${name}`,
  help,
  labelNames,
  samples,
})

/** Metrics of running work and resource use from the database, one statement per subject. */
export async function gatherMetrics(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  tasks: readonly TaskSummary[],
): Promise<MetricReading[]> {
  const now = clock.now()
  return [
    ...(await sagaMetrics(db, now)),
    ...taskMetrics(tasks),
    await sessions(db, now, settings.sessions),
    await instances(db),
    ...(await pools(db)),
    ...(await quotas(db)),
    await pendingDeliveries(db),
  ]
}

async function sagaMetrics(db: Db, now: Date): Promise<MetricReading[]> {
  const rows = await db
    .selectFrom('sagas')
    .where('state', '=', 'running')
    .groupBy('name')
    .select('name')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('time_created').as('oldest')])
    .execute()
  return [
    gauge(
      'sagas',
      'Unfinished sagas.',
      ['saga'],
      rows.map(({ name, count }) => ({ labels: { saga: name }, value: Number(count) })),
    ),
    gauge(
      'saga_oldest_age_seconds',
      'Age of the oldest unfinished saga.',
      ['saga'],
      rows.map(({ name, oldest }) => ({
        labels: { saga: name },
        value: (now.getTime() - oldest.getTime()) / 1000,
      })),
    ),
  ]
}

const taskMetrics = (tasks: readonly TaskSummary[]): MetricReading[] => [
  gauge(
    'task_last_run_timestamp_seconds',
    'When this server last started a regular task.',
    ['task'],
    tasks.flatMap(({ name, time_last_run }) =>
      time_last_run ? [{ labels: { task: name }, value: time_last_run.getTime() / 1000 }] : [],
    ),
  ),
  gauge(
    'task_failed',
    'Whether the last run of a regular task failed.',
    ['task'],
    tasks.map(({ name, outcome }) => ({ labels: { task: name }, value: Number(outcome === 'failed') })),
  ),
]

async function sessions(
  db: Db,
  now: Date,
  { idleMs, absoluteMs }: Services['settings']['sessions'],
): Promise<MetricReading> {
  const { count } = await db
    .selectFrom('sessions')
    .where('time_created', '>', new Date(now.getTime() - absoluteMs))
    .where('time_last_used', '>', new Date(now.getTime() - idleMs))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return gauge('sessions', 'Sessions of signed-in users.', [], [{ value: Number(count) }])
}

async function instances(db: Db): Promise<MetricReading> {
  const rows = await db
    .selectFrom('instances')
    .groupBy('run_state')
    .select('run_state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return gauge(
    'instances',
    'Instances by state.',
    ['state'],
    rows.map(({ run_state, count }) => ({ labels: { state: run_state }, value: Number(count) })),
  )
}

async function pools(db: Db): Promise<MetricReading[]> {
  const { rows } = await sql<{ name: string; capacity: number; allocated: number }>`
    select name,
      (select coalesce(sum(last - first + 1), 0)::float8 from ip_pool_ranges where ip_pool_id = p.id) as capacity,
      (select count(distinct ip)::float8 from external_ips where ip_pool_id = p.id) as allocated
    from ip_pools p`.execute(db)
  const samples = (field: 'capacity' | 'allocated') =>
    rows.map((row) => ({ labels: { pool: row.name }, value: row[field] }))
  return [
    gauge('ip_pool_capacity', 'Addresses in the ranges of an IP pool.', ['pool'], samples('capacity')),
    gauge('ip_pool_allocated', 'Addresses of an IP pool in use.', ['pool'], samples('allocated')),
  ]
}

async function quotas(db: Db): Promise<MetricReading[]> {
  const rows = await db
    .selectFrom('quotas')
    .innerJoin('silos', 'silos.id', 'quotas.silo_id')
    .selectAll('quotas')
    .select('silos.name')
    .execute()
  const resources = ['cpus', 'memory', 'storage'] as const
  const samples = (used: '' | '_provisioned') =>
    rows.flatMap((row) =>
      resources.map((resource) => ({
        labels: { silo: row.name, resource },
        value: Number(row[`${resource}${used}`]),
      })),
    )
  return [
    gauge('quota_limit', 'Quota of a silo: vCPUs, and bytes of memory and storage.', ['silo', 'resource'], samples('')),
    gauge('quota_provisioned', 'Use of the quota of a silo.', ['silo', 'resource'], samples('_provisioned')),
  ]
}

async function pendingDeliveries(db: Db): Promise<MetricReading> {
  const { count } = await db
    .selectFrom('alert_deliveries')
    .where('state', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return gauge(
    'alert_deliveries_pending',
    'Alert deliveries that have neither succeeded nor failed.',
    [],
    [{ value: Number(count) }],
  )
}
