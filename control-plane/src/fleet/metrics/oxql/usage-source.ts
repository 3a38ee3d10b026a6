import type { SystemMetricName } from '@skerry/contract/fleet/metrics.ts'
import { USAGE_KEPT_MS, usageCollections, usageWithin } from '../../../identity/quotas/usage.repo.ts'
import type { Db } from '../../../kernel/database/database.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import { SAMPLE_INTERVAL_MS } from '../../../platform/interface/samples.ts'
import { USAGE_TARGET } from '../samples/origin.ts'
import { USAGE_COLUMNS } from '../usage-page.ts'
import { MAX_SERIES } from './budget.ts'
import type { Source } from './source.ts'
import type { Series } from './tables.ts'

/** The usage of the fleet, silos and projects, sampled from the stored changes. */
export function usageSource(db: Db, now: Date): Source {
  return {
    keptMs: USAGE_KEPT_MS,

    async find(_schema, { id }) {
      const ids = await usageCollections(db, MAX_SERIES + 1, id === undefined ? undefined : String(id))
      return ids.map((collection) => ({ fields: { id: collection } }))
    },

    async read({ timeseries_name: name }, found, range, { budget, yielder, offset }) {
      const [from, to] = [
        Math.ceil(range.from / SAMPLE_INTERVAL_MS) * SAMPLE_INTERVAL_MS,
        Math.min(range.to, now.getTime() + 1),
      ]
      budget.takeSamples(
        found.length * Math.max(0, Math.ceil((to - from) / SAMPLE_INTERVAL_MS)),
        { type: 'double' },
        offset,
      )
      if (from >= to) return []
      const column = USAGE_COLUMNS[name.slice(USAGE_TARGET.length) as SystemMetricName]
      const ids = found.map(({ fields }) => String(fields['id']))
      const all: Sampled[] = []
      await usageWithin(db, ids, { from: new Date(from), to: new Date(to) }, async (changes) => {
        for (const { collection_id: id, time, [column]: value } of changes) {
          let last = all.at(-1)
          if (last?.fields.id !== id) {
            if (last) await sampleUntil(last, to, yielder)
            last = { fields: { id }, times: [], values: [[]], next: firstSample(time, from), value }
            all.push(last)
          }
          await sampleUntil(last, time.getTime(), yielder)
          last.value = value
        }
        await yielder.spent(changes.length)
      })
      const last = all.at(-1)
      if (last) await sampleUntil(last, to, yielder)
      return all.filter(({ times }) => times.length > 0)
    },
  }
}

/** A series while it is sampled, with the time and value of its next sample. */
interface Sampled extends Series {
  fields: { id: string }
  next: number
  value: number | bigint
}

async function sampleUntil(series: Sampled, end: number, yielder: Yielder): Promise<void> {
  const { next, times, values, value } = series
  const samples = Math.max(0, Math.ceil((end - next) / SAMPLE_INTERVAL_MS))
  await yielder.each(samples, 1, (i) => {
    times.push(next + i * SAMPLE_INTERVAL_MS)
    values[0]!.push(value)
  })
  series.next += samples * SAMPLE_INTERVAL_MS
}

/** The first sample time that is not before `from` or the first known usage. */
const firstSample = (known: Date, from: number): number =>
  Math.max(from, Math.ceil(known.getTime() / SAMPLE_INTERVAL_MS) * SAMPLE_INTERVAL_MS)
