import { Download } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { Table as OxqlTable, Units } from '~/api/types.gen.ts'
import { download, toCsv } from '~/lib/download.ts'
import { formatNumber, plural } from '~/lib/format/numbers.ts'
import { formatMeasured } from '~/lib/format/units.ts'
import { type Lines, linesOf, numberOf } from '~/shell/page/timeseries.ts'
import type { Column } from '~/table/columns.ts'
import type { Sort } from '~/table/sort.ts'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { LineChart } from '~/ui/chart/line-chart.tsx'
import { DateTime } from '~/ui/time.tsx'
import type { KnownSeries } from './known-series.ts'
import { Legend } from './legend.tsx'

/** Lines in a chart; more of them nobody could tell apart. */
const mostLines = 100
const mostRows = 10_000

type Series = OxqlTable['timeseries'][string]

const fieldsText = ({ fields }: Series): string =>
  Object.entries(fields)
    .map(([name, { value }]) => `${name}=${String(value)}`)
    .join(', ') || 'all'

/** One table of an answer: a chart for each of its values, and its points. */
export function ResultTable({ table, known }: { table: OxqlTable; known: readonly KnownSeries[] }) {
  const names = table.name.split(',')
  const units = names.map((name) => known.find((each) => each.name === name)?.unit)
  const series = useMemo(() => Object.entries(table.timeseries), [table])
  const points = series.reduce((sum, [, { points: own }]) => sum + own.timestamps.length, 0)
  return (
    <Card
      // The charts have the name.
      title={points === 0 ? table.name : `${plural(series.length, 'series', 'series')}, ${plural(points, 'point')}`}
      actions={
        <Button
          refusal={points === 0 ? 'There is no data' : undefined}
          onClick={() => download(`${table.name.replaceAll(/\W+/g, '-')}.csv`, csvOf(table), 'text/csv')}
        >
          <Download />
          CSV
        </Button>
      }
    >
      {points === 0 ? (
        <p className="p-6 text-center text-ink-3">No data: no series matched, or none had samples.</p>
      ) : (
        <>
          {names.map((name, column) => (
            <ResultChart key={name} name={name} column={column} series={series} unit={units[column]} />
          ))}
          <PointTable names={names} units={units} series={series} points={points} />
        </>
      )}
    </Card>
  )
}

interface ResultChartProps {
  name: string
  column: number
  series: readonly (readonly [key: string, series: Series])[]
  unit: Units | undefined
}

function ResultChart({ name, column, series, unit }: ResultChartProps) {
  const format = useCallback((value: number) => formatMeasured(value, unit), [unit])
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const { times, lines }: Lines = useMemo(
    () =>
      linesOf(
        series.slice(0, mostLines).map(([, one]) => ({ label: fieldsText(one), points: one.points })),
        column,
      ),
    [series, column],
  )
  const shown = useMemo(
    () => lines.map((line, ink) => ({ ...line, ink })).filter(({ ink }) => !hidden.has(ink)),
    [lines, hidden],
  )
  const toggle = (at: number) =>
    setHidden((before) => {
      const next = new Set(before)
      if (!next.delete(at)) next.add(at)
      return next
    })
  return (
    <div className="border-b border-line pb-3">
      <LineChart
        label={name}
        times={times}
        series={shown}
        format={format}
        from={times[0] ?? 0}
        to={Math.max(times.at(-1) ?? 0, (times[0] ?? 0) + 1000)}
        hasTable={false}
      />
      <Legend label={`Series of ${name}`} names={lines.map(({ label }) => label)} hidden={hidden} onToggle={toggle} />
      {series.length > mostLines && (
        <p className="px-4 pt-1 text-sm text-ink-3">
          The first {mostLines} of {plural(series.length, 'series', 'series')} are drawn. Narrow the query to see
          others.
        </p>
      )}
    </div>
  )
}

interface Point {
  id: string
  fields: string
  time: Date
  values: readonly (number | null)[]
}

/** Points of all series, one after the other. */
function* pointsOf(series: ResultChartProps['series'], columns: number): Generator<Point> {
  for (const [key, one] of series) {
    const fields = fieldsText(one)
    for (const [at, time] of one.points.timestamps.entries())
      yield {
        id: `${key} ${at}`,
        fields,
        time: new Date(time),
        values: Array.from({ length: columns }, (_, column) => numberOf(one.points.values[column]?.values.values[at])),
      }
  }
}

function firstPoints(series: ResultChartProps['series'], columns: number): Point[] {
  const rows: Point[] = []
  for (const point of pointsOf(series, columns)) {
    if (rows.length === mostRows) break
    rows.push(point)
  }
  return rows
}

function csvOf({ name, timeseries }: OxqlTable): string {
  const names = name.split(',')
  const rows: (string | number | null)[][] = [['fields', 'time', ...names]]
  for (const { fields, time, values } of pointsOf(Object.entries(timeseries), names.length))
    rows.push([fields, time.toISOString(), ...values])
  return toCsv(rows)
}

const columnsOf = (names: readonly string[], units: readonly (Units | undefined)[]): Column<Point>[] => [
  { id: 'fields', header: 'Fields', cell: ({ fields }) => fields, value: ({ fields }) => fields, mono: true },
  { id: 'time', header: 'Time', cell: ({ time }) => <DateTime date={time} seconds />, value: ({ time }) => time },
  ...names.map((name, at): Column<Point> => ({
    id: `value-${at}`,
    header: names.length > 1 ? name : 'Value',
    cell: ({ values }) => {
      const value = values[at] ?? null
      return value === null ? null : formatMeasured(value, units[at])
    },
    value: ({ values }) => values[at],
    alignEnd: true,
  })),
]

interface PointTableProps extends Pick<ResultChartProps, 'series'> {
  names: readonly string[]
  units: readonly (Units | undefined)[]
  points: number
}

function PointTable({ names, units, series, points }: PointTableProps) {
  const [sort, setSort] = useState<Sort>({ column: 'time', descending: true })
  const rows = useMemo(() => firstPoints(series, names.length), [series, names.length])
  const [header, unitText] = [names.join(), units.join()]
  const columns = useMemo(() => columnsOf(header.split(','), unitText.split(',') as Units[]), [header, unitText])
  return (
    <>
      <Table
        label="Points"
        framed={false}
        rows={rows}
        columns={columns}
        getId={({ id }) => id}
        sort={sort}
        onSort={setSort}
        sortable="all"
      />
      {points > mostRows && (
        <p className="px-4 py-2 text-sm text-ink-3">
          The first {formatNumber(mostRows)} of {formatNumber(points)} points. The CSV file has all.
        </p>
      )}
    </>
  )
}
