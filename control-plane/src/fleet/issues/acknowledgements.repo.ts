import type { IssueAcknowledgement, SystemIssue, SystemIssueKind } from '@skerry/contract/fleet/issues.ts'
import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

type Acknowledgement = Row<'issue_acknowledgements'>

/** Acknowledges an issue, or replaces its acknowledgement. Returns the replaced one. */
export async function putAcknowledgement(tx: Tx, row: Acknowledgement): Promise<Acknowledgement | undefined> {
  const { kind, subject, ...fields } = row
  const present = tx.selectFrom('issue_acknowledgements').selectAll().where('kind', '=', kind)
  const replaced = await present.where('subject', '=', subject).executeTakeFirst()
  await tx
    .insertInto('issue_acknowledgements')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(fields))
    .execute()
  return replaced
}

/** Returns whether it was acknowledged. */
export async function deleteAcknowledgement(tx: Tx, { kind, id }: Pick<SystemIssue, 'kind' | 'id'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('issue_acknowledgements')
    .where('kind', '=', kind)
    .where('subject', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes acknowledgements of issues that have ended. @param kept kinds of which all are kept */
export async function deleteEnded(
  db: Db,
  issues: readonly Pick<SystemIssue, 'kind' | 'id'>[],
  kept: readonly SystemIssueKind[],
): Promise<void> {
  const [kinds, subjects] = [issues.map(({ kind }) => kind), issues.map(({ id }) => id)]
  await sql`
    delete from issue_acknowledgements where kind <> all(${kept}::text[])
      and (kind, subject) not in (select * from unnest(${kinds}::text[], ${subjects}::text[]))`.execute(db)
}

/** Not valid once the issue has become critical, or has ended and returned since. */
const isValid = (given: Acknowledgement, { severity, time_began }: SystemIssue): boolean =>
  (severity === 'warning' || given.severity === 'critical') &&
  (!time_began || Date.parse(time_began) <= given.time_created.getTime())

/**
 * The issues with their acknowledgements and the names of the users, in one statement. Issues without a time of their own
 * come here without it: that time is noted up to a minute later.
 */
export async function withAcknowledgements(db: Queryable, issues: readonly SystemIssue[]): Promise<SystemIssue[]> {
  if (!issues.length) return []
  const rows = await db
    .selectFrom('issue_acknowledgements')
    .selectAll()
    .select((from) =>
      from
        .selectFrom('users')
        .select('external_id')
        .whereRef('users.id', '=', 'issue_acknowledgements.actor_id')
        .as('actor_name'),
    )
    .execute()
  const byIssue = new Map(rows.map((row) => [`${row.kind} ${row.subject}`, row]))
  return issues.map((issue) => {
    const given = byIssue.get(`${issue.kind} ${issue.id}`)
    return given && isValid(given, issue) ? { ...issue, acknowledgement: acknowledgementView(given) } : issue
  })
}

export const acknowledgementView = ({
  note,
  actor_name,
  time_created,
}: Acknowledgement & { actor_name?: string | null }): IssueAcknowledgement => ({
  note,
  actor_name: actor_name ?? null,
  time_created: timestamp(time_created),
})
