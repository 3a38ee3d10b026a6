import { MAX_CHANGE_BYTES } from '@skerry/contract/rules/history.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import type { Page } from '../../kernel/http/paging.ts'
import type { Failure } from '../../kernel/sagas/saga-tables.ts'
import { historyNameOf, type ShownName } from './history-names.ts'

/** Owner of a history: a project, a silo, a user, or the fleet. */
export type Scope = { project: string; silo: string } | { silo: string } | { user: string } | 'fleet'

export interface HistoryRow {
  id: string
  time: Date
  operation: string
  /** Whether it is an act; otherwise it happened to a machine. */
  is_act: boolean
  outcome: 'success' | 'refused' | 'failed'
  actor_id: string | null
  actor_silo_id: string | null
  actor_name: string | null
  target: string | null
  named: ShownName | null
  reason: string | null
  detail: Record<string, unknown> | null
  detail_omitted: boolean
  names: Record<string, string> | null
  sagas: SagaFacts[] | null
}

export interface SagaFacts {
  id: string
  name: string
  state: 'running' | 'done' | 'undone'
  failure: Failure | null
  time_created: string
  time_modified: string
}

const UUID = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const ANY_UUID = UUID.slice(1, -1)

/** The changes of a page to which names are added: each id in them may stand for a name of 256 characters. */
const MAX_NAMED_BYTES = 65_536

type Condition = RawBuilder<unknown>

const all = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `)

/** Conditions that select the audit records of a scope. */
function placeOf(scope: Scope, target: string | undefined): Condition[] {
  if (scope === 'fleet') return [sql`project_id is null`]
  if ('project' in scope) return [sql`project_id = ${scope.project}`]
  if ('user' in scope) return [sql`place_user_id = ${scope.user}`]
  return [
    sql`place_silo_id = ${scope.silo}`,
    ...(target === undefined ? [sql`(project_id is null or audit_log.target = project_id::text)`] : []),
  ]
}

/** Conditions that select the machine events of a scope; undefined for scopes without machines. */
function machinesIn(scope: Scope, target: string | undefined): Condition[] | undefined {
  if (scope === 'fleet') return [sql`project_id is null`]
  if ('project' in scope) return [sql`project_id = ${scope.project}`]
  return 'silo' in scope && target !== undefined ? [sql`silo_id = ${scope.silo}`] : undefined
}

/** The parts of a history. Each has an index in the order of time, with and without a target. */
function partsOf(scope: Scope, target: string | undefined, page: Pick<Page, 'limit' | 'after'>): Condition[] {
  const place = placeOf(scope, target)
  const machines = machinesIn(scope, target)
  const ofTarget = target === undefined ? [] : [sql`target = ${target}`]
  const ofMachine = target === undefined ? [] : [sql`subject_id = ${target}::uuid`]
  return [
    pageOfPart(acts([...ofTarget, ...place]), 'audit_log', page),
    ...(target === undefined ? [] : [pageOfPart(mentions(place, target), 'm', page)]),
    ...(machines ? [pageOfPart(events([...ofMachine, ...machines]), 'machine_events', page)] : []),
  ]
}

const ACT = (table: string) =>
  sql.raw(`
  select ${table}.id, ${table}.time, operation, true as is_act, outcome, actor_id, silo_id as actor_silo_id,
    ${table}.target, case when ${table}.target ~ '${UUID}' then ${table}.target::uuid end as target_id,
    request_id, detail, null::text as reason`)

const acts = (conditions: Condition[]) => sql`${ACT('audit_log')} from audit_log where ${all(conditions)}`

/** Audit records of other resources whose request created, attached, detached or deleted the target too. */
const mentions = (conditions: Condition[], target: string) => sql`
  ${ACT('audit_log')} from audit_mentions m join audit_log on audit_log.id = m.record_id
  where m.target = ${target}::uuid and audit_log.target is distinct from ${target} and ${all(conditions)}`

const events = (conditions: Condition[]) => sql`
  select id, time, event, false, 'success' collate "C", null::uuid, null::uuid, subject_id::text, subject_id,
    null::uuid, null::jsonb, reason
  from machine_events where ${all(conditions)}`

/** The rows of a page of one part, which its index has in order; a union alone would be read whole and sorted. */
function pageOfPart(part: Condition, table: string, { limit, after }: Pick<Page, 'limit' | 'after'>): Condition {
  const [time, id] = [sql.raw(`${table}.time`), sql.raw(`${table}.${table === 'm' ? 'record_id' : 'id'}`)]
  const rest = after ? sql`and (${time}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
  return sql`(${part} ${rest} order by ${time} desc, ${id} desc limit ${limit + 1})`
}

/** The users and groups of a silo that a change names. */
const namesIn = (silo: string) => sql`(
  select json_object_agg(named.id, named.external_id)
  from (select distinct found[1]::uuid as id
    from regexp_matches(entries.detail::text, ${sql.lit(ANY_UUID)}, 'g') with ordinality whole (found, at)
    where entries.is_act and entries.told <= ${sql.lit(MAX_NAMED_BYTES)}
      and octet_length(entries.detail::text) <= ${sql.lit(MAX_CHANGE_BYTES)}) ids
  join lateral (
    select id, external_id from users where id = ids.id and silo_id = ${silo}
    union all select id, external_id from groups where id = ids.id and silo_id = ${silo}) named on true)`

const sagasOf = sql`(
  select json_agg(json_build_object('id', id, 'name', name, 'state', state, 'failure', failure,
    'time_created', time_created, 'time_modified', time_modified) order by time_created, id)
  from (select * from sagas where request_id = entries.request_id order by time_created, id limit 20) begun)`

/** A page of the history of a scope, or of one thing in it, as one statement. A target is given for the fleet. */
export function historyEntries(
  db: Queryable,
  scope: Scope,
  { target, page }: { target: string | undefined; page: Pick<Page, 'limit' | 'after'> },
) {
  const parts = partsOf(scope, target, page)
  const silo = typeof scope === 'object' && 'silo' in scope ? scope.silo : undefined
  const detail = sql`(case when octet_length(entries.detail::text) <= ${sql.lit(MAX_CHANGE_BYTES)}
    then entries.detail else jsonb_build_object('reason', entries.detail -> 'reason') end)`
  const together = sql<HistoryRow>`(
    select *, sum(octet_length(detail::text)) over (order by time desc, id desc) as told
    from (${sql.join(parts, sql` union all `)}) parts)`
  const rows = db.selectFrom(together.as('entries')).select([
    'entries.id',
    'entries.time',
    'entries.operation',
    'entries.is_act',
    'entries.outcome',
    'entries.actor_id',
    'entries.actor_silo_id',
    'entries.target',
    'entries.reason',
    sql`coalesce((select external_id from users where id = entries.actor_id),
      (select name from deleted_things where id = entries.actor_id))`.as('actor_name'),
    historyNameOf(sql`entries.target_id`, { inSilos: scope !== 'fleet' }).as('named'),
    detail.as('detail'),
    sql`coalesce(octet_length(entries.detail::text) > ${sql.lit(MAX_CHANGE_BYTES)}, false)`.as('detail_omitted'),
    (silo === undefined ? sql`null::json` : namesIn(silo)).as('names'),
    sagasOf.as('sagas'),
  ])
  // The parts of the union are no tables that Kysely could know.
  return rows as unknown as SelectQueryBuilder<Tables & { entries: HistoryRow }, 'entries', HistoryRow>
}
