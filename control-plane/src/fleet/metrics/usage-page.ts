import type { Measurement } from '@skerry/contract/fleet/measurements.ts'
import type { SystemMetricName } from '@skerry/contract/fleet/metrics.ts'
import type { PaginationOrder } from '@skerry/contract/paging.ts'
import { type UsagePoint, USAGE_KEPT_MS, usageAt, usageChanges } from '../../identity/quotas/usage.repo.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import type { Page } from '../../kernel/http/paging.ts'
import { timestamp } from '../../kernel/values/time.ts'

/** Interval of the points between changes. They repeat the last change and are not stored. */
const POINT_INTERVAL_MS = 5 * 60_000

export const USAGE_COLUMNS: Record<SystemMetricName, 'cpus' | 'memory' | 'storage'> = {
  cpus_provisioned: 'cpus',
  ram_provisioned: 'memory',
  virtual_disk_space_provisioned: 'storage',
}

interface UsageCall {
  db: Queryable
  now: Date
  page: Page
  query: { start_time?: string | undefined; end_time?: string | undefined; order?: PaginationOrder | undefined }
}

/** The usage at all times of changes and ticks, in order. Omits times before the first known usage. */
function pointsAt(changes: readonly UsagePoint[], ticks: readonly number[], before: UsagePoint | undefined) {
  const changed = new Map(changes.map((change) => [change.time.getTime(), change]))
  const times = [...new Set([...changed.keys(), ...ticks])].toSorted((a, b) => a - b)
  let usage = before
  return times.flatMap((at) => {
    usage = changed.get(at) ?? usage
    return usage ? [{ at, usage }] : []
  })
}

function ticksWithin(from: number, to: number): number[] {
  const first = Math.ceil(from / POINT_INTERVAL_MS) * POINT_INTERVAL_MS
  return Array.from(
    { length: Math.max(0, Math.ceil((to - first) / POINT_INTERVAL_MS)) },
    (_, i) => first + i * POINT_INTERVAL_MS,
  )
}

/**
 * A page of the usage of a project, a silo or the fleet: a point at every change and every five minutes.
 * @throws 400 when the range ends before it starts
 */
export async function usagePage(
  { db, now, page, query }: UsageCall,
  metric: SystemMetricName,
  collectionId: string,
): Promise<{ items: Measurement[]; next_page: string | null }> {
  const [start, end] = [Date.parse(query.start_time ?? ''), Date.parse(query.end_time ?? '')]
  if (start > end) throw invalidRequest('start_time must not be later than end_time')
  const descending = query.order === 'descending'
  const after = page.after?.[0] === undefined ? undefined : Number(page.after[0])
  let from = Math.max(start, now.getTime() - USAGE_KEPT_MS)
  let to = Math.min(end, now.getTime() + 1)
  if (after !== undefined && descending) to = Math.min(to, after)
  if (after !== undefined && !descending) from = Math.max(from, after + 1)
  if (from >= to) return { items: [], next_page: null }

  const limit = page.limit + 1
  const range = { from: new Date(from), to: new Date(to), descending, limit }
  const changes = await usageChanges(db, collectionId, range)
  // A full page of changes limits the range.
  const last = changes.length === limit ? changes.at(-1)!.time.getTime() : undefined
  if (last !== undefined && descending) from = last
  if (last !== undefined && !descending) to = last
  const known = pointsAt(changes, ticksWithin(from, to), await usageAt(db, collectionId, new Date(from)))
  if (descending) known.reverse()
  const shown = known.slice(0, page.limit)
  const final = shown.at(-1)
  return {
    items: shown.map(({ at, usage }) => ({
      timestamp: timestamp(new Date(at)),
      datum: { type: 'i64', datum: usage[USAGE_COLUMNS[metric]] },
    })),
    next_page: known.length > shown.length && final ? page.tokenAfter([String(final.at)]) : null,
  }
}
