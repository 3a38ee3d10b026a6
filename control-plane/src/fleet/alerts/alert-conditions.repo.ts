import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/database/database.ts'
import type { AlertData } from './raise-alert.ts'

const EXPIRES_WITHIN_MS = 30 * 86_400_000

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

const expiringCertificates = (before: Date) => sql`
  select id::text as subject, jsonb_build_object('certificate_id', id, 'certificate_name', name, 'silo_id', silo_id,
    'time_expires', to_char(time_expires at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as data
  from certificates where time_expires < ${before}::timestamptz`

export async function raiseCapacityAlerts(db: Db, now: Date): Promise<void> {
  await raiseNew(db, 'quota.exceeded', usedUpQuotas, now)
  await raiseNew(db, 'ip_pool.exhausted', exhaustedPools, now)
}

export const raiseCertificateAlerts = (db: Db, now: Date): Promise<void> =>
  raiseNew(db, 'certificate.expiring', expiringCertificates(new Date(now.getTime() + EXPIRES_WITHIN_MS)), now)

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
