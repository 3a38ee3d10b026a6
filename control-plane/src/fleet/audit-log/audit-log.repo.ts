import type { AuditOutcome } from '@skerry/contract/fleet/audit-log.ts'
import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import { type LastKey, pageOf } from '../../kernel/http/paging.ts'

export interface AuditFilters {
  start_time?: string | undefined
  end_time?: string | undefined
  actor_id?: string | undefined
  silo_id?: string | undefined
  operation?: string | undefined
  target?: string | undefined
  outcome?: AuditOutcome | undefined
}

/** Estimated size of an entry in an answer. */
const entryBytes = sql<number>`1024 + coalesce(octet_length(entries.detail::text), 0)`

/** Entries with the names of existing users and silos. Each filter has an index in the order of time. */
export function auditEntries(db: Queryable, filters: AuditFilters = {}) {
  const { start_time, end_time, actor_id, silo_id, operation, target, outcome } = filters
  let entries = db
    .selectFrom('audit_log as entries')
    .selectAll('entries')
    .select((from) => [
      from.selectFrom('users').select('external_id').whereRef('users.id', '=', 'entries.actor_id').as('actor_name'),
      from.selectFrom('silos').select('name').whereRef('silos.id', '=', 'entries.silo_id').as('silo_name'),
    ])
  if (start_time) entries = entries.where('entries.time', '>=', new Date(start_time))
  if (end_time) entries = entries.where('entries.time', '<', new Date(end_time))
  if (actor_id) entries = entries.where('entries.actor_id', '=', actor_id)
  if (silo_id) entries = entries.where('entries.silo_id', '=', silo_id)
  if (operation) entries = entries.where('entries.operation', '=', operation)
  if (target) entries = entries.where('entries.target', '=', target)
  if (outcome) entries = entries.where('entries.outcome', '=', outcome)
  return entries
}

export type AuditRow = Awaited<ReturnType<ReturnType<typeof auditEntries>['execute']>>[number]

/** Keys, view and size estimate for pages of entries. */
export const entryPages = { table: 'entries', time: 'time', view: (row: AuditRow) => row, bytes: entryBytes }

/** Entries in batches, newest first, each no larger than a page. Needs no transaction between two batches. */
export async function* newestFirst(
  db: Queryable,
  filters: AuditFilters,
  { size, most }: { size: number; most: number },
): AsyncGenerator<AuditRow[]> {
  let after: LastKey | undefined
  const tokenAfter = (last: LastKey) => {
    after = last
    return ''
  }
  for (let left = most; left > 0;) {
    const page = { limit: Math.min(size, left), after, tokenAfter }
    const { items, next_page } = await pageOf(page, 'descending', auditEntries(db, filters), entryPages)
    if (items.length) yield items
    if (next_page === null) return
    left -= items.length
  }
}
