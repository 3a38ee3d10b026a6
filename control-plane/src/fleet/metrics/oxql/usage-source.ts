import type { SystemMetricName } from '@skerry/contract/fleet/metrics.ts'
import { usageCollections, usageWithin } from '../../../identity/quotas/usage.repo.ts'
import type { Db } from '../../../kernel/database/database.ts'
import { USAGE_COLUMNS } from '../usage-page.ts'
import { type Source, tooMany } from './source.ts'
import type { Series } from './tables.ts'

const TARGET = 'collection_target:'
/** Usage lasts until it changes, so it has a sample wherever all others do. */
const SAMPLE_MS = 5000

export const isUsage = (name: string): boolean => name.startsWith(TARGET)

/** What the fleet, silos and projects use, of which each change is kept. */
export function usageSource(db: Db, now: Date): Source {
  return {
    async find(_schema, { id }) {
      const ids = await usageCollections(db, id === undefined ? undefined : String(id))
      return ids.map((collection) => ({ fields: { id: collection } }))
    },

    async read({ timeseries_name: name }, found, range, slices, limit) {
      const [from, to] = [Math.ceil(range.from / SAMPLE_MS) * SAMPLE_MS, Math.min(range.to, now.getTime() + 1)]
      const samples = found.length * Math.max(0, Math.ceil((to - from) / SAMPLE_MS))
      if (samples > limit.most) throw tooMany(limit)
      if (samples === 0) return []
      const ids = found.map(({ fields }) => String(fields['id']))
      const within = { from: new Date(from), to: new Date(to), limit: limit.most + 1 }
      const changes = await usageWithin(db, ids, within)
      if (changes.length > limit.most) throw tooMany(limit)
      const column = USAGE_COLUMNS[name.slice(TARGET.length) as SystemMetricName]
      const all: Series[] = []
      for (const [id, own] of Map.groupBy(changes, ({ collection_id }) => collection_id)) {
        const [times, values] = [[] as number[], [] as (number | bigint)[]]
        let last = 0
        for (let time = firstOf(own[0]!.time, from); time < to; time += SAMPLE_MS) {
          while (own[last + 1] && own[last + 1]!.time.getTime() <= time) last++
          times.push(time)
          values.push(own[last]![column])
          await slices.spent(1)
        }
        if (times.length) all.push({ fields: { id }, times, values: [values] })
      }
      return all
    },
  }
}

/** The first sample from then on that anything is known at. */
const firstOf = (known: Date, from: number): number =>
  Math.max(from, Math.ceil(known.getTime() / SAMPLE_MS) * SAMPLE_MS)
