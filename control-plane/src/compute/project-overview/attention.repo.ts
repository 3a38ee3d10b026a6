import type { AttentionItem, AttentionKind } from '@skerry/contract/compute/project-overview.ts'
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock/durations.ts'

/** Largest number of items of one kind in an answer. */
export const MAX_ATTENTION_PER_KIND = 10

/** A transitional state that lasts longer is reported. */
const SLOW_INSTANCE_MS = 10 * MINUTE_MS
const SLOW_SNAPSHOT_MS = HOUR_MS
const UNFINISHED_IMPORT_MS = DAY_MS
/** An unattached disk or address that uses quota for longer is reported. */
const UNATTACHED_DISK_MS = 30 * DAY_MS
const UNATTACHED_ADDRESS_MS = 7 * DAY_MS
/** How long before its expiry a certificate is reported. */
const EXPIRY_NOTICE_MS = 30 * DAY_MS

export interface AttentionScope {
  project: { id: string; silo_id: string }
  now: Date
  /** The caller is an admin of the silo, whose certificates it then sees. */
  seesCertificates: boolean
}

type Sql = RawBuilder<unknown>

interface Columns {
  severity: 'critical' | 'warning' | 'notice' | Sql
  time?: Sql
  reason?: Sql
}

/** @param from the SQL after `from`, with an order that an index has */
function selectAttention(
  kind: AttentionKind,
  { severity, time = sql`null`, reason = sql`null` }: Columns,
  from: Sql,
): Sql {
  const word = typeof severity === 'string' ? sql.lit(severity) : severity
  return sql`
    (select ${sql.lit(kind)} as kind, ${word} as severity, id, name, ${reason}::text as reason,
      ${time}::timestamptz as time_began
    from ${from} limit ${sql.lit(MAX_ATTENTION_PER_KIND + 1)})`
}

function statements({ project, now, seesCertificates }: AttentionScope): Sql[] {
  const before = (ms: number) => sql`${new Date(now.getTime() - ms)}::timestamptz`
  const own = sql`project_id = ${project.id}`
  const instances = (states: Sql, older: Sql = sql``) =>
    sql`instances where ${own} and run_state ${states} ${older} order by time_run_state_updated, id`
  const disks = (states: Sql, older: Sql = sql``) =>
    sql`disks where ${own} and state ${states} ${older} order by time_state_updated, id`
  const [ran, stated, modified, created] = [
    sql`time_run_state_updated`,
    sql`time_state_updated`,
    sql`time_modified`,
    sql`time_created`,
  ]
  return [
    selectAttention('instance_failed', { severity: 'critical', time: ran }, instances(sql`= 'failed'`)),
    selectAttention(
      'instance_paused',
      { severity: 'critical', time: sql`time_condition`, reason: sql`condition_detail` },
      sql`instances where ${own} and condition is not null order by time_condition, id`,
    ),
    selectAttention(
      'instance_slow',
      { severity: 'warning', time: ran, reason: sql`run_state` },
      instances(
        sql`in ('creating', 'starting', 'stopping', 'rebooting')`,
        sql`and time_run_state_updated < ${before(SLOW_INSTANCE_MS)}`,
      ),
    ),
    selectAttention('disk_faulted', { severity: 'critical', time: stated }, disks(sql`= 'faulted'`)),
    selectAttention(
      'disk_import_unfinished',
      { severity: 'warning', time: stated },
      disks(
        sql`in ('import_ready', 'importing_from_bulk_writes', 'importing_from_url')`,
        sql`and time_state_updated < ${before(UNFINISHED_IMPORT_MS)}`,
      ),
    ),
    selectAttention(
      'disk_unattached',
      { severity: 'notice', time: stated },
      disks(sql`= 'detached'`, sql`and time_state_updated < ${before(UNATTACHED_DISK_MS)}`),
    ),
    selectAttention(
      'snapshot_faulted',
      { severity: 'critical', time: modified },
      sql`snapshots where ${own} and state = 'faulted' order by time_created, id`,
    ),
    selectAttention(
      'snapshot_slow',
      { severity: 'warning', time: created },
      sql`snapshots where ${own} and state = 'creating' and time_created < ${before(SLOW_SNAPSHOT_MS)}
        order by time_created, id`,
    ),
    selectAttention(
      'image_faulted',
      { severity: 'critical', time: stated },
      sql`images where ${own} and state = 'faulted' order by time_state_updated, id`,
    ),
    selectAttention(
      'image_fetch_failed',
      { severity: 'warning', time: modified, reason: sql`reason_for_failure` },
      sql`image_fetches where silo_id = ${project.silo_id} and ${own} and state = 'failed'
        order by time_created desc, id desc`,
    ),
    selectAttention(
      'floating_ip_unattached',
      { severity: 'notice', time: sql`time_attachment_updated` },
      sql`external_ips where ${own} and kind = 'floating' and instance_id is null
        and time_attachment_updated < ${before(UNATTACHED_ADDRESS_MS)} order by time_attachment_updated, id`,
    ),
    selectAttention(
      'ip_pool_full',
      { severity: sql`case when is_default then 'critical' else 'warning' end` },
      sql`ip_pool_silos join ip_pools on id = ip_pool_id
        where silo_id = ${project.silo_id} and not exists (select from ip_pool_gaps where owner_id = ip_pool_id)`,
    ),
    ...(seesCertificates
      ? [
          selectAttention(
            'certificate_expiring',
            {
              severity: sql`case when time_expires <= ${now}::timestamptz then 'critical' else 'warning' end`,
              reason: sql`to_char(time_expires at time zone 'UTC', 'YYYY-MM-DD')`,
            },
            sql`certificates where silo_id = ${project.silo_id} and time_expires < ${before(-EXPIRY_NOTICE_MS)}
              order by time_expires, id`,
          ),
        ]
      : []),
  ]
}

/** An item as PostgreSQL writes it in JSON. */
export type FoundAttention = Pick<AttentionItem, 'kind' | 'severity' | 'id' | 'name'> & {
  reason: string | null
  time_began: string | null
}

/** One JSON array of the items that need attention: per kind at most the maximum and one more. */
export const attentionOf = (scope: AttentionScope): RawBuilder<FoundAttention[]> =>
  sql`(select coalesce(json_agg(found), '[]') from (${sql.join(statements(scope), sql` union all `)}) found)`
