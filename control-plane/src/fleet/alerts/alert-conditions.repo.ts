import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../clock/durations.ts'
import type { Db } from '../../kernel/database/database.ts'
import type { SelfReport } from '../../kernel/sagas/self-report.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { isOverdue } from '../issues/sagas.ts'
import { unansweredCalls } from '../issues/server.ts'
import type { AlertData } from './raise-alert.ts'

const EXPIRES_WITHIN_MS = 30 * DAY_MS

/** Silos that have used up a resource of their quota. A limit of 0 without use does not count. */
const usedUpQuotas = sql`
  select silos.id || ' ' || resource as subject, jsonb_build_object('silo_id', silos.id, 'silo_name', silos.name,
    'resource', resource, 'limit', maximum::text, 'used', used::text) as data
  from quotas join silos on silos.id = quotas.silo_id, lateral (values
    ('cpus', cpus, cpus_provisioned), ('memory', memory, memory_provisioned), ('storage', storage, storage_provisioned)
  ) of (resource, maximum, used)
  where used > 0 and used >= maximum`

/** Pools with ranges but without a free address. */
const exhaustedPools = sql`
  select ip_pools.id::text as subject, jsonb_build_object('ip_pool_id', ip_pools.id, 'ip_pool_name', name,
    'capacity', (select sum(last - first + 1)::int8 from ip_pool_ranges where ip_pool_id = ip_pools.id)) as data
  from ip_pools
  where not is_service and exists (select from ip_pool_ranges where ip_pool_id = ip_pools.id)
    and not exists (select from ip_pool_gaps where owner_id = ip_pools.id)`

/** A time as JSON in answers. */
const inUtc = (time: string) => sql`to_char(${sql.raw(time)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const expiringCertificates = (before: Date) => sql`
  select id::text as subject, jsonb_build_object('certificate_id', id, 'certificate_name', name, 'silo_id', silo_id,
    'time_expires', ${inUtc('time_expires')}) as data
  from certificates where time_expires < ${before}::timestamptz`

/** One row per kind of saga: when the platform fails, many sagas are late for the same reason. */
const overdueSagas = (now: Date) => sql`
  select name as subject, jsonb_build_object('saga_id', (array_agg(id order by time_created, id))[1], 'saga_name', name,
    'count', count(*), 'time_created', ${inUtc('min(time_created)')}) as data
  from sagas where ${isOverdue(now)} group by name`

/** One row for the whole platform. */
function unresponsivePlatform(report: Pick<SelfReport, 'unanswered'>, now: Date) {
  const calls = unansweredCalls(report, now)
  const since = Math.min(...calls.map(({ since }) => since.getTime()))
  const data = calls.length && { calls: calls.map(({ kind }) => kind), time_began: timestamp(new Date(since)) }
  return sql`select 'platform' as subject, ${JSON.stringify(data)}::jsonb as data where ${calls.length}::int > 0`
}

export async function raiseCapacityAlerts(db: Db, now: Date): Promise<void> {
  await raiseNew(db, 'quota.exceeded', usedUpQuotas, now)
  await raiseNew(db, 'ip_pool.exhausted', exhaustedPools, now)
}

export const raiseCertificateAlerts = (db: Db, now: Date): Promise<void> =>
  raiseNew(db, 'certificate.expiring', expiringCertificates(new Date(now.getTime() + EXPIRES_WITHIN_MS)), now)

export async function raiseStallAlerts(db: Db, report: Pick<SelfReport, 'unanswered'>, now: Date): Promise<void> {
  await raiseNew(db, 'saga.overdue', overdueSagas(now), now)
  await raiseNew(db, 'platform.unresponsive', unresponsivePlatform(report, now), now)
}

/**
 * Raises an alert for each condition that holds now but did not at the last check, in one statement.
 * @param holding selects the conditions' `subject` and the alerts' `data`
 */
async function raiseNew(db: Db, name: keyof AlertData, holding: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    with holding as materialized (${holding}),
    ended as (
      delete from alert_conditions where class = ${name} and subject not in (select subject from holding)
    ),
    started as (
      insert into alert_conditions (class, subject, time_began) select ${name}, subject, ${now}::timestamptz from holding
      on conflict do nothing returning subject
    )
    insert into alerts (id, class, data, time_created)
    select gen_random_uuid(), ${name}, data, ${now}::timestamptz from holding join started using (subject)`.execute(db)
}
