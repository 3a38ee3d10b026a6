import type { DiskMetricName, disks } from '@skerry/contract/compute/disks.ts'
import type { Measurement } from '@skerry/contract/fleet/measurements.ts'
import type { Call } from '../../kernel/http/call.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/time.ts'
import type { SampleQuery, SampleSeries } from '../../platform/samples.ts'

const SAMPLE_MS = 5000

const SERIES: Record<DiskMetricName, string> = {
  // One a start of the machine: the counters of a disk begin anew with each.
  activated: 'virtual_disk:reads',
  flush: 'virtual_disk:flushes',
  read: 'virtual_disk:reads',
  read_bytes: 'virtual_disk:bytes_read',
  write: 'virtual_disk:writes',
  write_bytes: 'virtual_disk:bytes_written',
}

interface Sample {
  at: number
  startedAt: number
  value: bigint
}

const samplesOf = ({ timestamps, startTimes, values }: SampleSeries): Sample[] =>
  timestamps.map((at, i) => {
    const value = values[i]
    return { at, startedAt: startTimes[i] ?? at, value: typeof value === 'bigint' ? value : 0n }
  })

const exact = (value: bigint) => (value <= Number.MAX_SAFE_INTEGER ? Number(value) : value)

const measurement = (metric: DiskMetricName, { at, startedAt, value }: Sample): Measurement => ({
  timestamp: timestamp(new Date(at)),
  datum: {
    type: 'cumulative_i64',
    datum: { start_time: timestamp(new Date(startedAt)), value: metric === 'activated' ? 1 : exact(value) },
  },
})

/** A page of what a disk's counter showed, by time. @throws 400 when the range ends before it starts */
export async function diskMeasurements(
  call: Call<typeof disks.disk_metrics_list>,
  disk: Row<'disks'>,
  metric: DiskMetricName,
): Promise<{ items: Measurement[]; next_page: string | null }> {
  const { page, query, now, services } = call
  const [start, end] = [Date.parse(query.start_time ?? ''), Date.parse(query.end_time ?? '')]
  if (start > end) throw invalidRequest('start_time must not be later than end_time')
  const descending = query.order === 'descending'
  // A disk has no samples from before it was, nor from the future.
  let from = Math.max(start, disk.time_created.getTime())
  let to = Math.min(end, now.getTime() + 1)
  const after = page.after?.[0] === undefined ? undefined : Number(page.after[0])
  if (after !== undefined && descending) to = Math.min(to, after)
  if (after !== undefined && !descending) from = Math.max(from, after + 1)

  const found: Sample[] = []
  // As much as a page can hold is read at a time. Disks may rest for weeks, which are passed over in growing steps.
  const least = (page.limit + 1) * SAMPLE_MS
  for (let span = least; from < to && found.length <= page.limit;) {
    const [first, last] = descending ? [Math.max(from, to - span), to] : [from, Math.min(to, from + span)]
    const asked = samplesAsked(disk.id, metric, first, last)
    const isEmpty = (await services.platform.samples.list(asked)).length === 0
    if (!isEmpty && span > least) {
      span = Math.max(least, span / 4)
      continue
    }
    if (!isEmpty) for (const sample of await read(call, asked, descending)) found.push(sample)
    if (descending) to = first
    else from = last
    if (isEmpty) span *= 2
  }
  const shown = found.slice(0, page.limit)
  const final = shown.at(-1)
  return {
    items: shown.map((sample) => measurement(metric, sample)),
    next_page: found.length > shown.length && final ? page.tokenAfter([String(final.at)]) : null,
  }
}

const samplesAsked = (id: string, metric: DiskMetricName, from: number, to: number): SampleQuery => ({
  series: SERIES[metric],
  where: { disk_id: [id] },
  from: new Date(from),
  to: new Date(to),
})

async function read({ services }: Pick<Call, 'services'>, asked: SampleQuery, descending: boolean): Promise<Sample[]> {
  const series = await services.platform.samples.read(asked)
  return series.flatMap(samplesOf).toSorted((a, b) => (descending ? b.at - a.at : a.at - b.at))
}
