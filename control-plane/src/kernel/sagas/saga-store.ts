import { type Selectable, sql } from 'kysely'
import type { Db, Queryable } from '../database/database.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import { FLEET_ID } from '../values/uuid.ts'
import type { Failure, SagaState, SagaTable } from './saga-tables.ts'
import type { AwaitedSagas, Requester, SagaScope } from './saga.ts'

export type SagaRow = Selectable<SagaTable>

/** The state of a saga after a step. */
export interface SagaProgress {
  state: SagaState
  undoing: boolean
  step: number
  data: object
  attempts: number
  error: string | null
  failure: Failure | null
  waits_for: string | null
  due: Date
  slow: boolean
  /** Whether the worker keeps the lease and continues with the next step. */
  keep: boolean
}

/** Another worker has claimed the saga: this one must stop. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export const insertSaga = (
  db: Queryable,
  {
    data,
    now,
    scope,
    begunBy,
    ...saga
  }: Pick<SagaRow, 'id' | 'parent_id' | 'name' | 'slow'> & {
    data: object
    now: Date
    scope: SagaScope
    /** The request or the saga that starts it. */
    begunBy: { request?: Requester | undefined; sagaId?: string | undefined }
  },
) =>
  db
    .insertInto('sagas')
    .values({
      ...saga,
      silo_id: sql`coalesce(${scope.silo_id ?? null}::uuid,
        (select silo_id from projects where id = ${scope.project_id ?? null}), ${FLEET_ID})`,
      project_id: scope.project_id ?? FLEET_ID,
      actor_id: sql`coalesce(${begunBy.request?.userId ?? null}::uuid,
        (select actor_id from sagas where id = ${begunBy.sagaId ?? null}))`,
      request_id: sql`coalesce(${begunBy.request?.requestId ?? null}::uuid,
        (select request_id from sagas where id = ${begunBy.sagaId ?? null}))`,
      state: 'running',
      undoing: false,
      step: 0,
      data: JSON.stringify(data),
      attempts: 0,
      error: null,
      failure: null,
      waits_for: null,
      due: now,
      lease_id: null,
      time_created: now,
      time_modified: now,
    })
    .execute()

/** Extends leases. Returns those that are still valid. */
export const renewLeases = (db: Db, leases: string[], until: Date) =>
  db
    .updateTable('sagas')
    .set({ due: until })
    .where('lease_id', '=', sql<string>`any(${leases}::uuid[])`)
    .where('state', '=', 'running')
    .returning('lease_id')
    .execute()

/** Locks the record. @throws LeaseLost when another worker has claimed it */
export async function lockSaga(tx: Queryable, saga: SagaRow): Promise<void> {
  const held = await tx
    .selectFrom('sagas')
    .select('id')
    .where('id', '=', saga.id)
    .where('lease_id', '=', saga.lease_id)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new LeaseLost()
}

/** Stores the progress of a saga. @throws LeaseLost when another worker has claimed it */
export async function saveProgress(db: Queryable, saga: SagaRow, progress: SagaProgress, now: Date): Promise<void> {
  const { keep, data, failure, ...columns } = progress
  const saved = await db
    .updateTable('sagas')
    .set({
      ...columns,
      data: JSON.stringify(data),
      failure: failure && JSON.stringify(failure),
      time_modified: now,
      ...(keep ? {} : { lease_id: null }),
    })
    .where('id', '=', saga.id)
    .where('lease_id', '=', saga.lease_id)
    .executeTakeFirst()
  if (!saved.numUpdatedRows) throw new LeaseLost()
}

/** Releases a saga without other changes, due at once. */
export const releaseSaga = (db: Db, saga: SagaRow, now: Date) =>
  db
    .updateTable('sagas')
    .set({ lease_id: null, due: now })
    .where('id', '=', saga.id)
    .where('lease_id', '=', saga.lease_id)
    .execute()

/** Releases all claimed sagas, at a start when no other worker runs. */
export const releaseAll = (db: Db, now: Date) =>
  db
    .updateTable('sagas')
    .set({ lease_id: null, due: now })
    .where('state', '=', 'running')
    .where('lease_id', 'is not', null)
    .execute()

/** Returns an order number above those of all sagas so far, for a change outside of sagas. */
export async function nextOrder(db: Queryable): Promise<number> {
  const { rows } = await sql<{ order_no: number }>`select nextval('saga_orders') as order_no`.execute(db)
  return rows[0]!.order_no
}

/**
 * Advances the order of sagas to a number derived from the time, at the start of a process: a database restored from a
 * backup would repeat numbers that the platform has seen. The time allows two numbers per millisecond.
 */
export const continueOrders = (db: Db) =>
  sql`with now as (select (extract(epoch from clock_timestamp()) * 1000)::bigint * 2 as order_no)
    select setval('saga_orders', order_no) from now, saga_orders where last_value < order_no`.execute(db)

/** Makes sagas due that wait for that one. Returns their number. `waits_for` stays, for `awaitedFailure`. */
export async function releaseWaiting(db: Db, id: string, now: Date): Promise<number> {
  const released = await db
    .updateTable('sagas')
    .set({ due: now })
    .where('waits_for', '=', id)
    .where('state', '=', 'running')
    .where('lease_id', 'is', null)
    .executeTakeFirst()
  return Number(released.numUpdatedRows)
}

export const findSaga = (db: Queryable, id: string) =>
  db.selectFrom('sagas').selectAll().where('id', '=', id).executeTakeFirst()

export const isRunning = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.selectFrom('sagas').select('id').where('id', '=', id).where('state', '=', 'running').executeTakeFirst()) !==
  undefined

export interface TreeRow extends Pick<SagaRow, 'id' | 'parent_id' | 'state' | 'undoing' | 'failure' | 'time_created'> {
  /** Belongs to a saga that the request joined, not to one that it started. */
  joined: boolean
}

/**
 * The state of these sagas and of all that they started, oldest first. Read level by level, since most started none:
 * one recursive statement costs six times as much. A saga that has ended starts no more, so none is missed.
 */
export async function findTrees(db: Queryable, { started, joined = [] }: AwaitedSagas): Promise<TreeRow[]> {
  const found = new Map<string, TreeRow>()
  for (let level: readonly string[] = [...started, ...joined]; level.length;) {
    const { rows } = await sql<Omit<TreeRow, 'joined'>>`
      select id, parent_id, state, undoing, failure, time_created from sagas where id = any(${level}::uuid[])
      union all
      select id, parent_id, state, undoing, failure, time_created from sagas where parent_id = any(${level}::uuid[])`.execute(
      db,
    )
    const children = rows.filter(({ id }) => !found.has(id) && !level.includes(id))
    for (const row of rows) found.set(row.id, { ...row, joined: true })
    level = children.map(({ id }) => id)
  }
  const isStarted = (id: string | null | undefined): boolean =>
    typeof id === 'string' && (started.includes(id) || isStarted(found.get(id)?.parent_id))
  const trees = [...found.values()].map((row) => ({ ...row, joined: !isStarted(row.id) }))
  return trees.toSorted((a, b) => a.time_created.getTime() - b.time_created.getTime() || (a.id < b.id ? -1 : 1))
}

/** The sagas among these that are running. */
export const runningSagasAmong = async (db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('sagas')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'running')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Sagas that have not ended, oldest first. */
export const unfinishedSagas = (db: Queryable, limit: number) =>
  db
    .selectFrom('sagas')
    .selectAll()
    .where('state', '=', 'running')
    .orderBy('time_created')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Makes a waiting saga due. Returns whether it was waiting. */
export async function retrySaga(db: Queryable, id: string, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('sagas')
    .set({ attempts: 0, due: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('lease_id', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Deletes records of sagas that ended in a state before a time. Returns their number. */
export function pruneSagas(
  db: Db,
  { state, before }: { state: 'done' | 'undone'; before: Date },
  signal: AbortSignal,
): Promise<number> {
  const where = sql`state in ('done', 'undone') and state = ${state} and time_modified < ${before}`
  return deleteInBatches(db, { table: 'sagas', where, order: 'time_modified' }, signal)
}
