import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '~/api/queries.ts'
import type { Disk, DiskMetricName } from '~/api/types.gen.ts'
import { Card } from '~/ui/card.tsx'
import { LineChart } from '~/ui/chart/line-chart.tsx'
import { formatBytes, formatCompact } from '~/ui/format/numbers.ts'
import { messageOf } from '~/ui/errors.ts'
import { Notice } from '~/ui/notice.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { type Range, rates } from './rates.ts'

const hour = 3_600_000
// A sample each 5 s: an hour is a page of 1000.
const limit = 1000

const perSecond = (value: number) => `${formatCompact(Math.round(value * 100) / 100)} /s`
const bytesPerSecond = (value: number) => `${formatBytes(value)}/s`

const charts: readonly { metric: DiskMetricName; label: string; format: (value: number) => string }[] = [
  { metric: 'read', label: 'Reads', format: perSecond },
  { metric: 'write', label: 'Writes', format: perSecond },
  { metric: 'read_bytes', label: 'Bytes read', format: bytesPerSecond },
  { metric: 'write_bytes', label: 'Bytes written', format: bytesPerSecond },
  { metric: 'flush', label: 'Flushes', format: perSecond },
]

/** What a disk did in the last hour, as it was when the page was opened. */
export function DiskMetrics({ disk }: { disk: Disk }) {
  const [range] = useState<Range>(() => ({ from: Date.now() - hour, to: Date.now() }))
  return (
    <Card title="Last hour">
      <div className="grid gap-px xl:grid-cols-2">
        {charts.map((chart) => (
          <MetricChart key={chart.metric} {...chart} disk={disk.id} range={range} />
        ))}
      </div>
    </Card>
  )
}

type MetricChartProps = (typeof charts)[number] & { disk: string; range: Range }

function MetricChart({ metric, label, format, disk, range }: MetricChartProps) {
  const { data, error } = useQuery(
    apiQuery(
      'diskMetricsList',
      {
        path: { disk, metric },
        query: { startTime: new Date(range.from), endTime: new Date(range.to), limit },
      },
      { secondary: true, staleTime: Infinity },
    ),
  )
  if (error)
    return (
      <div className="p-4">
        <Notice tone="bad" title={label} content={messageOf(error)} />
      </div>
    )
  if (!data)
    return (
      <div className="grid h-52 place-items-center p-4">
        <Skeleton width="100%" />
      </div>
    )
  const { times, values } = rates(data.items)
  return <LineChart {...{ label, times, format }} {...range} series={[{ label, values }]} />
}
