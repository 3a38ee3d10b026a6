import { MOST_CHANGE_BYTES } from '@skerry/contract/rules/history.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import type { Failure } from '../../kernel/sagas/saga-tables.ts'
import { nameOf, type ShownName } from './history-names.ts'

/** Whose history: of a project, of a silo, of a user's own things, or of a thing of the fleet. */
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

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** The acts in a scope. Each has an index in the order of time, with and without a target. */
function actsIn(scope: Scope, target: string | undefined): RawBuilder<unknown> {
  const ofTarget = target === undefined ? [] : [sql`target = ${target}`]
  if (scope === 'fleet') return all([...ofTarget, sql`project_id is null`])
  if ('project' in scope) return all([...ofTarget, sql`project_id = ${scope.project}`])
  if ('user' in scope) return all([...ofTarget, sql`place_user_id = ${scope.user}`])
  return all([
    ...ofTarget,
    sql`place_silo_id = ${scope.silo}`,
    ...(target === undefined ? [sql`(project_id is null or target = project_id::text)`] : []),
  ])
}

/** What happened to machines in a scope; undefined where there is no machine. */
function eventsIn(scope: Scope, target: string | undefined): RawBuilder<unknown> | undefined {
  const ofTarget = target === undefined ? [] : [sql`subject_id = ${target}::uuid`]
  if (scope === 'fleet') return all([...ofTarget, sql`project_id is null`])
  if ('project' in scope) return all([...ofTarget, sql`project_id = ${scope.project}`])
  return 'silo' in scope && target !== undefined ? all([...ofTarget, sql`silo_id = ${scope.silo}`]) : undefined
}

const acts = (condition: RawBuilder<unknown>) => sql`
  select id, time, operation, true as is_act, outcome, actor_id, silo_id as actor_silo_id, target,
    case when target ~ ${sql.lit(UUID)} then target::uuid end as target_id,
    request_id, detail, null::text as reason
  from audit_log where ${condition}`

const events = (condition: RawBuilder<unknown>) => sql`
  select id, time, event, false, 'success' collate "C", null::uuid, null::uuid, subject_id::text, subject_id,
    null::uuid, null::jsonb, reason
  from machine_events where ${condition}`

/** The users and groups of a silo that a change names. */
const namesIn = (silo: string) => sql`(
  select json_object_agg(named.id, named.external_id)
  from (select distinct found[1]::uuid as id
    from regexp_matches(entries.detail::text, ${sql.lit(ANY_UUID)}, 'g') with ordinality whole (found, at)
    where entries.is_act and octet_length(entries.detail::text) <= ${sql.lit(MOST_CHANGE_BYTES)}) ids
  join lateral (
    select id, external_id from users where id = ids.id and silo_id = ${silo}
    union all select id, external_id from groups where id = ids.id and silo_id = ${silo}) named on true)`

const sagasOf = sql`(
  select json_agg(json_build_object('id', id, 'name', name, 'state', state, 'failure', failure,
    'time_created', time_created, 'time_modified', time_modified) order by time_created, id)
  from (select * from sagas where request_id = entries.request_id order by time_created, id limit 20) begun)`

/** The history of a scope, or of one thing in it, as one statement. A target is given for the fleet. */
export function historyEntries(db: Queryable, scope: Scope, target: string | undefined) {
  const happened = eventsIn(scope, target)
  const parts = [acts(actsIn(scope, target)), ...(happened ? [events(happened)] : [])]
  const silo = typeof scope === 'object' && 'silo' in scope ? scope.silo : undefined
  const detail = sql`(case when octet_length(entries.detail::text) <= ${sql.lit(MOST_CHANGE_BYTES)}
    then entries.detail else jsonb_build_object('reason', entries.detail -> 'reason') end)`
  const rows = db.selectFrom(sql<HistoryRow>`(${sql.join(parts, sql` union all `)})`.as('entries')).select([
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
    nameOf(sql`entries.target_id`, { inSilos: scope !== 'fleet' }).as('named'),
    detail.as('detail'),
    sql`coalesce(octet_length(entries.detail::text) > ${sql.lit(MOST_CHANGE_BYTES)}, false)`.as('detail_omitted'),
    (silo === undefined ? sql`null::json` : namesIn(silo)).as('names'),
    sagasOf.as('sagas'),
  ])
  // The parts of the union are no tables that Kysely could know.
  return rows as unknown as SelectQueryBuilder<Tables & { entries: HistoryRow }, 'entries', HistoryRow>
}
