import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { SystemMetricName } from '~/api/types.gen.ts'
import { ReadPart } from '~/shell/read-part.tsx'
import { chartGrid, LineChart } from '~/ui/chart/line-chart.tsx'
import { download, toCsv } from '~/ui/download.ts'
import { formatBytes, formatCpus } from '~/ui/format/numbers.ts'
import { MenuButton } from '~/ui/menu.tsx'
import { IntervalPicker, TimeRangePicker } from '~/ui/time-range-picker.tsx'
import type { Interval } from '~/ui/time-range.ts'
import type { Steps } from './points.ts'
import { type ChartSearch, type MetricScope, stepsQuery } from './queries.ts'
import { boundsOf, isCustom, rangeOf, ranges, type RangeSearch } from './ranges.ts'

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
  search: ChartSearch
  /** What chooses the scope. */
  filter: ReactNode
}

/** What was provisioned over time. Range and filter are in the URL. */
export function MetricCharts({ scope, search, filter }: MetricChartsProps) {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState<Interval>(10)
  const { range, from, to } = search
  const custom = isCustom(search)
  const shown: RangeSearch = { ...(range && { range }), ...(custom && { from, to }) }
  const every = !custom && seconds > 0 && seconds * 1000
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
        <TimeRangePicker
          ranges={ranges}
          value={custom ? undefined : rangeOf(shown).value}
          onChoose={(next) => setRange({ range: next })}
          span={() => boundsOf(shown, Date.now())}
          onCustom={setRange}
        />
        {!custom && <IntervalPicker value={seconds} onChoose={setSeconds} />}
      </div>
      <div className={`gap-4 pb-7 ${chartGrid}`}>
        {metrics.map((metric) => (
          <MetricChart key={metric.name} metric={metric} scope={scope} range={shown} every={every} />
        ))}
      </div>
    </section>
  )
}

const csvOf = (label: string, { times, values }: Steps) =>
  toCsv([['time', label], ...times.map((time, at) => [new Date(time).toISOString(), values[at] ?? null])])

interface MetricChartProps {
  metric: Metric
  scope: MetricScope
  range: RangeSearch
  every: number | false
}

function MetricChart({ metric: { name, label, format, binary }, scope, range, every }: MetricChartProps) {
  const query = useQuery({ ...stepsQuery(scope, name, range), refetchInterval: every })
  return (
    <div className="relative min-w-0 rounded-lg border border-line bg-surface [&_figcaption]:pr-9">
      <ReadPart what={label} query={query}>
        {(data) => (
          <>
            <LineChart
              {...{ label, format, binary }}
              steps
              times={data.times}
              series={[{ label, values: data.values }]}
              from={data.from}
              to={data.to}
            />
            <div className="absolute top-1.5 right-2">
              <MenuButton
                label={`${label}: more`}
                size="sm"
                items={[
                  {
                    label: 'Download CSV',
                    disabled: data.times.length === 0 && 'There is no data to download',
                    onSelect: () => download(`${name}.csv`, csvOf(label, data), 'text/csv'),
                  },
                ]}
              />
            </div>
            {data.isCut && (
              <p className="px-4 pb-2 text-sm text-ink-3">Only the latest points of this range are shown.</p>
            )}
          </>
        )}
      </ReadPart>
    </div>
  )
}
