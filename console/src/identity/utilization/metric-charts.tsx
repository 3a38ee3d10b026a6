import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SystemMetricName } from '~/api/types.gen.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { refetchEvery, type RangeSearch } from '~/lib/time-range.ts'
import { readState } from '~/shell/page/reads.ts'
import { ChartGrid, MetricChart } from '~/ui/chart/metric-chart.tsx'
import { RangePicker } from '~/ui/time-range-picker.tsx'
import { type MetricScope, stepsQuery } from './metric-steps.ts'

interface Metric {
  name: SystemMetricName
  label: string
  format: (value: number) => string
  binary?: boolean
}

const metrics: readonly Metric[] = [
  { name: 'cpus_provisioned', label: 'CPU provisioned', format: formatCpus },
  { name: 'ram_provisioned', label: 'Memory provisioned', format: formatBytes, binary: true },
  { name: 'virtual_disk_space_provisioned', label: 'Storage provisioned', format: formatBytes, binary: true },
]

interface MetricChartsProps {
  scope: MetricScope
  search: RangeSearch
  /** What chooses the scope. */
  filter: ReactNode
}

// seconds between readings
const usual = 10

/** What was provisioned over time. Range and filter are in the URL. */
export const MetricCharts = ({ scope, search, filter }: MetricChartsProps) => (
  <section aria-labelledby="over-time">
    <h2 id="over-time" className="mb-3 text-lg font-semibold">
      Over time
    </h2>
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
      {filter}
      <RangePicker search={search} usual={usual} />
    </div>
    <div className="pb-7">
      <ChartGrid framed>
        {metrics.map((metric) => (
          <ProvisionedChart key={metric.name} metric={metric} scope={scope} search={search} />
        ))}
      </ChartGrid>
    </div>
  </section>
)

interface ProvisionedChartProps extends Pick<MetricChartsProps, 'scope' | 'search'> {
  metric: Metric
}

function ProvisionedChart({ metric: { name, ...chart }, scope, search }: ProvisionedChartProps) {
  const { range, from, to } = search
  const shown = { ...(range && { range }), ...(from && to && { from, to }) }
  const query = useQuery({ ...stepsQuery(scope, name, shown), refetchInterval: refetchEvery(search, usual) })
  return (
    <MetricChart
      {...chart}
      steps
      line={query.data}
      read={readState(query)}
      file={name}
      note={query.data?.isCut && 'Only the latest points of this range are shown.'}
    />
  )
}
