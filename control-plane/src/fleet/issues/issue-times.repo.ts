import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/database/database.ts'
import type { Services } from '../../kernel/services/services.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { deleteEnded } from './acknowledgements.repo.ts'
import { findIssues } from './find-issues.ts'

export const ISSUE_TIMES_EVERY_MS = 60_000

const isUndated = ({ time_began }: SystemIssue): boolean => !time_began

/**
 * Records the start of issues that have no time of their own, and deletes the records of ended ones. Records of kinds
 * that are not completely known at the moment are kept.
 */
export async function followIssues(services: Pick<Services, 'db' | 'platform' | 'clock' | 'report'>): Promise<void> {
  const { issues, truncated, unknown } = await findIssues(services)
  const kept = [...truncated, ...unknown]
  await deleteEnded(services.db, issues, kept)
  const undated = issues.filter(isUndated)
  const [kinds, subjects] = [undated.map(({ kind }) => kind), undated.map(({ id }) => id)]
  await sql`
    with found as materialized (
      select distinct kind, subject from unnest(${kinds}::text[], ${subjects}::text[]) given (kind, subject)
    ), ended as (
      delete from issue_times where (kind, subject) not in (select kind, subject from found)
        and kind <> all(${kept}::text[])
    )
    insert into issue_times (kind, subject, time_began)
    select kind, subject, ${services.clock.now()}::timestamptz from found
    on conflict do nothing`.execute(services.db)
}

/** The issues, each with its start. A new one gets it within a minute. */
export async function withTimes(db: Db, issues: readonly SystemIssue[]): Promise<SystemIssue[]> {
  if (!issues.some(isUndated)) return [...issues]
  const rows = await db.selectFrom('issue_times').selectAll().execute()
  const times = new Map(rows.map(({ kind, subject, time_began }) => [`${kind} ${subject}`, time_began]))
  return issues.map((issue) => {
    const start = isUndated(issue) && times.get(`${issue.kind} ${issue.id}`)
    return start ? { ...issue, time_began: timestamp(start) } : issue
  })
}
