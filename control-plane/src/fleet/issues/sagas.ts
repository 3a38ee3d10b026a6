import { sql } from 'kysely'
import { cutText } from '../../kernel/http/difference.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { rolloutSaga } from '../rack/updates/rollout.saga.ts'
import type { Finder } from './finder.ts'

/** No saga takes this long, except a rollout, which updates one sled after another. */
const OLD_MS = 3_600_000

/** Condition on the rows of sagas that have been running for more than an hour. */
export const isOverdue = (now: Date) => sql<boolean>`
  state = 'running' and name <> ${rolloutSaga.name} and time_created < ${new Date(now.getTime() - OLD_MS)}::timestamptz`

/** Errors may have any length. */
const MAX_ERROR_LENGTH = 300

const shortError = (error: string | null): string[] =>
  error === null ? [] : [error.length > MAX_ERROR_LENGTH ? `${cutText(error, MAX_ERROR_LENGTH)}…` : error]

/** Sagas that have been running for more than an hour. They are retried until they end; `error` has the reason. */
export const findOldSagas: Finder = async ({ db, now, limit }) => {
  const rows = await db
    .selectFrom('sagas as g')
    .select(['g.id', 'g.name', 'g.undoing', 'g.attempts', 'g.error', 'g.time_created'])
    .select((from) => [
      from.selectFrom('silos').select('name').whereRef('id', '=', 'g.silo_id').as('silo_name'),
      from.selectFrom('projects').select('name').whereRef('id', '=', 'g.project_id').as('project_name'),
    ])
    .where(isOverdue(now))
    .orderBy('g.time_created')
    .orderBy('g.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, undoing, attempts, error, time_created, silo_name, project_name }) => ({
    kind: 'saga',
    severity: 'critical',
    id,
    name,
    message: [
      `${undoing ? 'Not undone' : 'Not finished'} within an hour, tried ${attempts} times`,
      ...shortError(error),
    ].join(': '),
    ...(silo_name && { silo_name }),
    ...(project_name && { project_name }),
    time_began: timestamp(time_created),
  }))
}
