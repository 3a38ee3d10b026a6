import type { Measurement } from '@skerry/contract/fleet/measurements.ts'
import type { SystemMetricName } from '@skerry/contract/fleet/metrics.ts'
import type { PaginationOrder } from '@skerry/contract/paging.ts'
import { type UsagePoint, USAGE_KEPT_MS, usageAt, usageChanges } from '../../identity/quotas/usage.repo.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Page } from '../../kernel/http/paging.ts'
import { timestamp } from '../../kernel/time.ts'

/** Between two changes a series has a point this often. It says what the change before it said, so none is kept. */
const EVERY_MS = 5 * 60_000

export const USAGE_COLUMNS: Record<SystemMetricName, 'cpus' | 'memory' | 'storage'> = {
  cpus_provisioned: 'cpus',
  ram_provisioned: 'memory',
  virtual_disk_space_provisioned: 'storage',
}

interface Asked {
  db: Queryable
  now: Date
  page: Page
  query: { start_time?: string | undefined; end_time?: string | undefined; order?: PaginationOrder | undefined }
}

/** The times of both, in order, each with what holds then; times before anything is known are left out. */
function filled(changes: readonly UsagePoint[], ticks: readonly number[], before: UsagePoint | undefined) {
  const changed = new Map(changes.map((change) => [change.time.getTime(), change]))
  const times = [...new Set([...changed.keys(), ...ticks])].toSorted((a, b) => a - b)
  let holds = before
  return times.flatMap((at) => {
    holds = changed.get(at) ?? holds
    return holds ? [{ at, holds }] : []
  })
}

function ticksWithin(from: number, to: number): number[] {
  const first = Math.ceil(from / EVERY_MS) * EVERY_MS
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / EVERY_MS)) }, (_, i) => first + i * EVERY_MS)
}

/**
 * A page of what a project, a silo or the fleet used, by time: a point at every change and every five minutes.
 * @throws 400 when the range ends before it starts
 */
export async function usagePage(
  { db, now, page, query }: Asked,
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
  // Beyond the last of a page full of changes nothing is needed.
  const last = changes.length === limit ? changes.at(-1)!.time.getTime() : undefined
  if (last !== undefined && descending) from = last
  if (last !== undefined && !descending) to = last
  const known = filled(changes, ticksWithin(from, to), await usageAt(db, collectionId, new Date(from)))
  if (descending) known.reverse()
  const shown = known.slice(0, page.limit)
  const final = shown.at(-1)
  return {
    items: shown.map(({ at, holds }) => ({
      timestamp: timestamp(new Date(at)),
      datum: { type: 'i64', datum: holds[USAGE_COLUMNS[metric]] },
    })),
    next_page: known.length > shown.length && final ? page.tokenAfter([String(final.at)]) : null,
  }
}
