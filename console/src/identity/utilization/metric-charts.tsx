import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SystemMetricName } from '~/api/types.gen.ts'
import { failureOf, staleOf } from '~/shell/reads.ts'
import { LineChart } from '~/ui/chart/line-chart.tsx'
import { formatBytes, formatCpus } from '~/ui/format/numbers.ts'
import { MenuButton } from '~/ui/menu.tsx'
import { ReadFailureNotice, RetryLine } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { type ChartSearch, type MetricScope, stepsQuery } from './queries.ts'
import { RangePicker } from './range-picker.tsx'
import { isCustom, type RangeSearch } from './ranges.ts'

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

const minute = 60_000

/** How often charts are read again, in ms. */
const paces = [
  { label: 'Off', every: false },
  { label: '10 s', every: 10_000 },
  { label: '1 min', every: minute },
  { label: '2 min', every: 2 * minute },
  { label: '5 min', every: 5 * minute },
] as const

interface MetricChartsProps {
  scope: MetricScope
  search: ChartSearch
  /** What chooses the scope. */
  filter: ReactNode
}

/** What was provisioned over time. Range and filter are in the URL. */
export function MetricCharts({ scope, search, filter }: MetricChartsProps) {
  const navigate = useNavigate()
  const [pace, setPace] = useState<(typeof paces)[number]>(paces[1])
  const { range, from, to } = search
  const shown: RangeSearch = { ...(range && { range }), ...(isCustom(search) && { from, to }) }
  const custom = isCustom(shown)
  const every = custom ? false : pace.every
  const setRange = (next: RangeSearch) =>
    void navigate({
      to: '.',
      search: ({ only }: ChartSearch) => ({ ...(only && { only }), ...next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <section aria-labelledby="over-time">
      <h2 id="over-time" className="mb-3 text-lg font-semibold">
        Over time
      </h2>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
        {filter}
        <RangePicker value={shown} onChange={setRange} />
        {!custom && (
          <MenuButton
            label={`Refresh: ${pace.label}`}
            variant="default"
            align="start"
            items={paces.map((each) => ({
              label: each.label,
              checked: each === pace,
              onSelect: () => setPace(each),
            }))}
          >
            Refresh: {pace.label}
            <ChevronsUpDown className="text-ink-3" />
          </MenuButton>
        )}
      </div>
      <div className="grid gap-4 pb-7 xl:grid-cols-2">
        {metrics.map((metric) => (
          <MetricChart key={metric.name} metric={metric} scope={scope} range={shown} every={every} />
        ))}
      </div>
    </section>
  )
}

interface MetricChartProps {
  metric: Metric
  scope: MetricScope
  range: RangeSearch
  every: number | false
}

function MetricChart({ metric: { name, label, format, binary }, scope, range, every }: MetricChartProps) {
  const query = useQuery({ ...stepsQuery(scope, name, range), refetchInterval: every })
  const failure = failureOf(query)
  const stale = staleOf(query)
  const { data } = query
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface">
      {data ? (
        <LineChart
          {...{ label, format, binary }}
          steps
          times={data.times}
          series={[{ label, values: data.values }]}
          from={data.from}
          to={data.to}
        />
      ) : failure ? (
        <div className="p-4">
          <ReadFailureNotice what={label} failure={failure} />
        </div>
      ) : (
        <div className="grid h-52 place-items-center p-4">
          <Skeleton width="100%" />
        </div>
      )}
      {data?.isCut && <p className="px-4 pb-2 text-sm text-ink-3">Only the latest points of this range are shown.</p>}
      {stale && (
        <div className="px-4 pb-2">
          <RetryLine failure={stale} />
        </div>
      )}
    </div>
  )
}
