import type { DiskMetricName, disks } from '@skerry/contract/compute/disks.ts'
import type { Measurement } from '@skerry/contract/fleet/measurements.ts'
import { readSamples } from '../../fleet/metrics/sample-reads.ts'
import { type CounterSample, counterPage } from '../../fleet/metrics/samples/counter-page.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call } from '../../kernel/http/call.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { timestamp } from '../../kernel/values/time.ts'

const SERIES: Record<DiskMetricName, string> = {
  // The counters of a disk restart with each start of the machine, so the series has one part per start.
  activated: 'virtual_disk:reads',
  flush: 'virtual_disk:flushes',
  read: 'virtual_disk:reads',
  read_bytes: 'virtual_disk:bytes_read',
  write: 'virtual_disk:writes',
  write_bytes: 'virtual_disk:bytes_written',
}

const exact = (value: bigint) => (value <= Number.MAX_SAFE_INTEGER ? Number(value) : value)

const measurement = (metric: DiskMetricName, { at, startedAt, value }: CounterSample): Measurement => ({
  timestamp: timestamp(new Date(at)),
  datum: {
    type: 'cumulative_i64',
    datum: { start_time: timestamp(new Date(startedAt)), value: metric === 'activated' ? 1 : exact(value) },
  },
})

/** A page of the samples of a disk's counter, by time. @throws 400 when the range ends before it starts */
export async function diskMeasurements(
  call: Call<typeof disks.disk_metrics_list>,
  disk: Row<'disks'>,
  metric: DiskMetricName,
): Promise<{ items: Measurement[]; next_page: string | null }> {
  const { page, query, now, services } = call
  const [start, end] = [Date.parse(query.start_time ?? ''), Date.parse(query.end_time ?? '')]
  if (start > end) throw invalidRequest('start_time must not be later than end_time')
  const descending = query.order === 'descending'
  // A disk has no samples from before its creation, nor from the future.
  const begin = Math.max(start, disk.time_created.getTime())
  let from = begin
  let to = Math.min(end, now.getTime() + 1)
  const after = page.after?.[0] === undefined ? undefined : Number(page.after[0])
  if (after !== undefined && descending) to = Math.min(to, after)
  if (after !== undefined && !descending) from = Math.max(from, after + 1)

  const { db, platform } = services
  const where = { disk_id: disk.id }
  const asked = { series: SERIES[metric], where, start: begin, from, to, descending, limit: page.limit + 1 }
  return readSamples(call, async (yielder) => {
    const found = from < to ? await counterPage({ db, samples: platform.samples, yielder }, asked) : []
    const shown = found.slice(0, page.limit)
    const final = shown.at(-1)
    return {
      items: shown.map((sample) => measurement(metric, sample)),
      next_page: found.length > shown.length && final ? page.tokenAfter([String(final.at)]) : null,
    }
  })
}
