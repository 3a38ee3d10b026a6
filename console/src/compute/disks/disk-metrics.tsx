import { queryOptions, useQuery } from '@tanstack/react-query'
import { apiCall, secondary } from '~/api/queries.ts'
import type { Disk, DiskMetricName } from '~/api/types.gen.ts'
import { formatBytesPerSecond, formatPerSecond } from '~/lib/format/numbers.ts'
import { readState } from '~/shell/page/reads.ts'
import { Card } from '~/ui/card.tsx'
import { ChartGrid, MetricChart } from '~/ui/chart/metric-chart.tsx'
import { rates } from './rates.ts'

const hour = 3_600_000
// A sample each 5 s: an hour is a page of 1000.
const limit = 1000
// ms between readings
const every = 30_000

interface Chart {
  metric: DiskMetricName
  label: string
  format: (value: number) => string
  binary?: boolean
}

const charts: readonly Chart[] = [
  { metric: 'read', label: 'Reads', format: formatPerSecond },
  { metric: 'write', label: 'Writes', format: formatPerSecond },
  { metric: 'read_bytes', label: 'Bytes read', format: formatBytesPerSecond, binary: true },
  { metric: 'write_bytes', label: 'Bytes written', format: formatBytesPerSecond, binary: true },
  { metric: 'flush', label: 'Flushes', format: formatPerSecond },
]

/** The last hour as of the time of the request, and again as time goes on. */
const lastHourQuery = (disk: string, metric: DiskMetricName) =>
  queryOptions({
    queryKey: ['diskMetricsList', { path: { disk, metric } }, 'last hour'],
    queryFn: ({ signal }) =>
      secondary(async () => {
        const to = Date.now()
        const from = to - hour
        const query = { startTime: new Date(from), endTime: new Date(to), limit }
        const { items } = await apiCall('diskMetricsList', { path: { disk, metric }, query }, { signal })
        return { from, to, ...rates(items) }
      }),
    refetchInterval: every,
  })

export const DiskMetrics = ({ disk }: { disk: Disk }) => (
  <Card title="Last hour">
    <ChartGrid>
      {charts.map((chart) => (
        <DiskChart key={chart.metric} {...chart} disk={disk.id} />
      ))}
    </ChartGrid>
  </Card>
)

function DiskChart({ metric, disk, ...chart }: Chart & { disk: string }) {
  const query = useQuery(lastHourQuery(disk, metric))
  return <MetricChart {...chart} line={query.data} read={readState(query)} file={metric} />
}
