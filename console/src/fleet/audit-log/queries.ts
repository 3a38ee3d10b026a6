import { auditOutcomes } from '@skerry/contract/rules/audit-log.ts'
import { apiQuery } from '~/api/queries.ts'
import type { AuditOutcome } from '~/api/types.gen.ts'
import { type ListSearch, type ListSource, listSearch, newestFirst } from '~/shell/list/list.ts'

/** The filters of the log; times in ISO form. */
export interface AuditFilters {
  since?: string
  until?: string
  actor?: string
  silo?: string
  operation?: string
  target?: string
  outcome?: AuditOutcome
}

const texts = ['actor', 'silo', 'operation', 'target'] as const
const times = ['since', 'until'] as const

/** The filters of a URL; invalid ones are dropped. */
export function auditFilters(search: Record<string, unknown>): AuditFilters {
  const filters: AuditFilters = {}
  for (const name of texts) if (typeof search[name] === 'string' && search[name]) filters[name] = search[name]
  for (const name of times)
    if (typeof search[name] === 'string' && !Number.isNaN(Date.parse(search[name]))) filters[name] = search[name]
  const outcome = auditOutcomes.find((one) => one === search.outcome)
  return outcome ? { ...filters, outcome } : filters
}

/** For the route's `validateSearch`. */
export const auditSearch = (search: Record<string, unknown>): AuditFilters & ListSearch => ({
  ...listSearch(search),
  ...auditFilters(search),
})

/** The filters as the API has them. */
export const queryOf = ({ since, until, actor, silo, operation, target, outcome }: AuditFilters) => ({
  startTime: since === undefined ? undefined : new Date(since),
  endTime: until === undefined ? undefined : new Date(until),
  actorId: actor,
  siloId: silo,
  operation,
  target,
  outcome,
})

export const auditSource = (filters: AuditFilters): ListSource<'auditLogList'> => ({
  method: 'auditLogList',
  query: queryOf(filters),
  sorts: newestFirst,
})

export const entryQuery = (entryId: string) => apiQuery('auditLogEntryView', { path: { entryId } })
