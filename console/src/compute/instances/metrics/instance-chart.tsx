import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { apiCall, secondary } from '~/api/queries.ts'
import { refetchEvery, type RangeSearch, spanOf } from '~/lib/time-range.ts'
import { readState } from '~/shell/page/reads.ts'
import { isNotAligned } from '~/shell/page/timeseries.ts'
import { MetricChart } from '~/ui/chart/metric-chart.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { metricQuery, type MetricSpec, summed } from './series.ts'

const MetricDialog = lazyPart(() => import('./metric-dialog.tsx'))

export const metricsRoute = getRouteApi('/_app/projects/$project/instances/$instance/_tabs/metrics')

export interface InstanceChartProps extends MetricSpec {
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
const metricOptions = ({ project, metric, where, by, scale }: InstanceChartProps, search: RangeSearch) =>
  queryOptions({
    queryKey: ['timeseriesQuery', { project, metric, where, by }, { ...search, every: undefined }],
    queryFn: ({ signal }) =>
      secondary(async () => {
        const span = spanOf(search, Date.now())
        const query = metricQuery({ metric, where, ...(by && { by }) }, span)
        const request = { query: { project }, body: { query } }
        const tables = await apiCall('timeseriesQuery', request, { signal, expected: 'there may be no data' }).then(
          (answer) => answer.tables,
          (error: unknown) => {
            if (isNotAligned(error)) return []
            throw error
          },
        )
        const { times, values, count } = summed(tables)
        return { ...span, query, times, values: values.map((mean) => mean && scale(mean, count)) }
      }),
    refetchInterval: refetchEvery(search, 0),
  })

export function InstanceChart(props: InstanceChartProps) {
  const { project, label, about, format, binary, metric } = props
  const read = useQuery(metricOptions(props, metricsRoute.useSearch()))
  const [open, setOpen] = useState<'about' | 'query'>()
  return (
    <div>
      <MetricChart
        {...{ label, format, ...(binary && { binary }) }}
        line={read.data}
        read={readState(read)}
        file={metric.replace(':', '-')}
        items={[
          { label: 'About this metric', onSelect: () => setOpen('about') },
          { label: 'View query', onSelect: () => setOpen('query') },
        ]}
      />
      <PartBoundary onFailed={() => setOpen(undefined)}>
        {open && read.data && (
          <MetricDialog
            {...{ open, project, label, metric, about }}
            query={read.data.query}
            onDismiss={() => setOpen(undefined)}
          />
        )}
      </PartBoundary>
    </div>
  )
}
