import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { secondary } from '~/api/limiter.ts'
import { apiCall } from '~/api/queries.ts'
import { ReadPart } from '~/shell/read-part.tsx'
import { isNotAligned } from '~/shell/timeseries.ts'
import { LineChart } from '~/ui/chart/line-chart.tsx'
import { download, toCsv } from '~/ui/download.ts'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { metricQuery, type MetricSpec, summed } from './series.ts'
import { type MetricsSearch, spanOf } from './time-range.ts'

const ViewQuery = lazyPart(() => import('./view-query.tsx'))
const AboutMetric = lazyPart(() => import('./about-metric.tsx'))

export interface MetricChartProps extends MetricSpec {
  project: string
  label: string
  /** What the metric says, for *About this metric*. */
  about: string
  /** What is shown of a mean of samples, of so many series. */
  scale: (mean: number, count: number) => number
  format: (value: number) => string
  binary?: boolean
}

/** The samples as of the time of the request. That nothing matched is an answer: there is no data. */
const metricOptions = (project: string, spec: MetricSpec, search: MetricsSearch) =>
  queryOptions({
    queryKey: ['timeseriesQuery', { project, ...spec }, { ...search, every: undefined }],
    queryFn: ({ signal }) =>
      secondary(async () => {
        const span = spanOf(search, Date.now())
        const query = metricQuery(spec, span)
        const request = { query: { project }, body: { query } }
        const tables = await apiCall('timeseriesQuery', request, { signal, expected: 'there may be no data' }).then(
          (answer) => answer.tables,
          (error: unknown) => {
            if (isNotAligned(error)) return []
            throw error
          },
        )
        return { ...span, query, ...summed(tables) }
      }, signal),
    refetchInterval: search.every ? search.every * 1000 : false,
  })

export function MetricChart(props: MetricChartProps) {
  const { project, label, about, scale, format, binary, metric, where, by } = props
  const search: MetricsSearch = useSearch({ from: '/_app/projects/$project/instances/$instance/_tabs/metrics' })
  const read = useQuery(metricOptions(project, { metric, where, ...(by && { by }) }, search))
  const [open, setOpen] = useState<'about' | 'query'>()
  const chart = ({ from, to, times, count, values: means }: NonNullable<typeof read.data>) => {
    const values = means.map((value) => value && scale(value, count))
    const rows = times.map((time, at) => [new Date(time).toISOString(), values[at] ?? null])
    return (
      <>
        <div className="absolute top-1.5 right-2 z-1">
          <MenuButton
            label={`${label}: more`}
            size="sm"
            items={[
              { label: 'About this metric', onSelect: () => setOpen('about') },
              { label: 'View query', onSelect: () => setOpen('query') },
              {
                label: 'Download CSV',
                disabled: rows.length === 0 && 'There is no data to download',
                onSelect: () =>
                  download(`${metric.replace(':', '-')}.csv`, toCsv([['time', label], ...rows]), 'text/csv'),
              },
            ]}
          />
        </div>
        <LineChart {...{ label, format, times, from, to, ...(binary && { binary }) }} series={[{ label, values }]} />
      </>
    )
  }
  return (
    <div className="relative min-w-0 border-t border-line [&_figcaption]:pr-9">
      <ReadPart what={label} query={read}>
        {chart}
      </ReadPart>
      <PartBoundary onFailed={() => setOpen(undefined)}>
        {open === 'query' && read.data && (
          <ViewQuery project={project} query={read.data.query} onDismiss={() => setOpen(undefined)} />
        )}
        {open === 'about' && <AboutMetric {...{ label, metric, about }} onDismiss={() => setOpen(undefined)} />}
      </PartBoundary>
    </div>
  )
}
