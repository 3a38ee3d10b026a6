import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

type Entry = Insertable<Tables['audit_log']>

/** Refusals per user and minute, or of a silo's failed sign-ins, that have their own record. */
export const REFUSALS_A_MINUTE = 20

export const insertRecord = (db: Queryable, entry: Entry): Promise<unknown> =>
  db.insertInto('audit_log').values(entry).execute()

/** Makes a record part of the histories of other things than its target. */
export const insertMentions = (db: Queryable, { id, time }: Pick<Entry, 'id' | 'time'>, targets: readonly string[]) =>
  db
    .insertInto('audit_mentions')
    .values(targets.map((target) => ({ target, time, record_id: id })))
    .execute()

/** Corrects the record of a change whose request failed after the change was recorded as a success. */
export const correctRecord = (db: Queryable, id: string, ended: Pick<Entry, 'status' | 'detail'>): Promise<unknown> =>
  db.updateTable('audit_log').set(ended).where('id', '=', id).execute()

/**
 * Records a refusal of a user, or of an unknown caller at a silo. Refusals beyond the limit per minute share one record
 * per place, which counts them in `refusals`: a user without roles, or anonymous callers, must not fill the log.
 */
export async function insertRefusal(db: Queryable, entry: Entry, detail: object): Promise<void> {
  const minute = new Date(entry.time)
  minute.setSeconds(0, 0)
  const places = [entry.project_id, entry.place_silo_id, entry.place_user_id]
  const caller = entry.actor_id
    ? sql`actor_id = ${entry.actor_id}`
    : sql`actor_id is null and silo_id = ${entry.silo_id}`
  const shared = [entry.actor_id ?? entry.silo_id, minute.toISOString(), ...places.map((place) => place ?? '')].join(
    ' ',
  )
  const counted = JSON.stringify({ ...detail, refusals: 1 })
  await sql`
    with recent as (
      select count(*) >= ${REFUSALS_A_MINUTE} as are_many from (
        select from audit_log where ${caller} and time >= ${minute} and outcome = 'refused'
        limit ${REFUSALS_A_MINUTE}) refused)
    insert into audit_log
      (id, time, request_id, operation, actor_id, silo_id, credential_id, source_address, target, status, detail,
        project_id, place_silo_id, place_user_id)
    select
      case when are_many then md5(${shared})::uuid else ${entry.id}::uuid end,
      ${entry.time}, ${entry.request_id}::uuid, ${entry.operation}, ${entry.actor_id}::uuid, ${entry.silo_id}::uuid,
      ${entry.credential_id}::uuid, ${entry.source_address}, ${entry.target}, ${entry.status}::int,
      case when are_many then ${counted}::jsonb else ${JSON.stringify(detail)}::jsonb end,
      ${entry.project_id ?? null}::uuid, ${entry.place_silo_id ?? null}::uuid, ${entry.place_user_id ?? null}::uuid
    from recent
    on conflict (id) do update set
      detail = jsonb_set(audit_log.detail, '{refusals}', to_jsonb((audit_log.detail ->> 'refusals')::int + 1))`.execute(
    db,
  )
}
