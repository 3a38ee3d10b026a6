import type { ReactNode } from 'react'
import { download, toCsv } from '~/lib/download.ts'
import { MenuButton, type MenuItem } from '../menu.tsx'
import { ReadFailureNotice, type ReadState, StaleNote } from '../read-failure.tsx'
import { Skeleton } from '../skeleton.tsx'
import { LineChart, type LineChartProps } from './line-chart.tsx'

/** Charts side by side where there is room; the last of an odd number takes the whole row. */
export const ChartGrid = ({ framed = false, children }: { framed?: boolean; children: ReactNode }) => (
  <div
    className={`grid *:min-w-0 *:border-line xl:grid-cols-2 xl:*:last:odd:col-span-2 ${
      framed ? 'gap-4 *:rounded-lg *:border *:bg-surface' : '-mt-px *:border-t'
    }`}
  >
    {children}
  </div>
)

/** The line of a metric between two times. */
export interface MetricLine extends Pick<LineChartProps, 'times' | 'from' | 'to'> {
  values: readonly (number | null)[]
}

interface MetricChartProps extends Pick<LineChartProps, 'label' | 'format' | 'binary' | 'steps'> {
  /** Undefined until it is read. */
  line: MetricLine | undefined
  read: ReadState
  /** Name of the file of its values. */
  file: string
  /** Of its menu, above Download CSV. */
  items?: readonly MenuItem[]
  /** Below the chart. */
  note?: string | false | undefined
}

/** The chart of a metric, with a menu: a placeholder while it is read, and its failure. */
export function MetricChart({ line, read, file, items = [], note, ...chart }: MetricChartProps) {
  const { label } = chart
  if (read.failure)
    return (
      <div className="p-4">
        <ReadFailureNotice what={label} failure={read.failure} />
      </div>
    )
  if (!line)
    return (
      <div role="status" aria-busy="true" aria-label={`Loading: ${label}`} className="grid h-52 place-items-center p-4">
        <Skeleton width="100%" />
      </div>
    )
  const { times, values, from, to } = line
  const csv = () =>
    toCsv([['time', label], ...times.map((time, at) => [new Date(time).toISOString(), values[at] ?? null])])
  const save = {
    label: 'Download CSV',
    refusal: times.length === 0 && 'There is no data to download',
    onSelect: () => download(`${file}.csv`, csv(), 'text/csv'),
  }
  return (
    <div className="relative [&_figcaption]:pr-9">
      <div className="absolute top-1.5 right-2 z-1">
        <MenuButton label={`${label}: more`} size="sm" items={[...items, save]} />
      </div>
      <LineChart {...chart} {...{ times, from, to }} series={[{ label, values }]} />
      {note && <p className="px-4 pb-2 text-sm text-ink-3">{note}</p>}
      {read.stale && (
        <div className="px-4 pb-2">
          <StaleNote failure={read.stale} />
        </div>
      )}
    </div>
  )
}
