import { useState } from 'react'
import { formatFull } from '~/lib/format/time.ts'
import { lazyPart, PartBoundary } from '../lazy-part.tsx'
import { DateTime } from '../time.tsx'

const inks = ['--accent', '--ok', '--odd', '--busy', '--bad']

/** The token that colours a line by its place; colours repeat. */
export const lineInk = (at: number): string => inks[at % inks.length]!

const ChartCanvas = lazyPart(() => import('./chart-canvas.tsx'))

export interface ChartSeries {
  label: string
  /** One for each time; null where there is no value. */
  values: readonly (number | null)[]
  /** Index of its colour; its place among the lines by default. */
  ink?: number
}

export interface LineChartProps {
  /** `Reads`. */
  label: string
  /** ms since 1970, ascending. */
  times: readonly number[]
  series: readonly ChartSeries[]
  /** A value in words, for axis, readout and table: `12 /s`. */
  format: (value: number) => string
  /** Values are bytes: ticks are whole in binary units. */
  binary?: boolean
  /** A value holds until the next one. */
  steps?: boolean
  /** False where the page has a table of its own. */
  hasTable?: boolean
  /** Bounds of the time axis, in ms. */
  from: number
  to: number
}

const present = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

/** More lines than these do not fit beside each other. */
const mostInReadout = 6

/** The chart in words, for screen readers. */
function inWords({ label, series, format }: LineChartProps): string {
  const each = series.map((one) => {
    const values = present(one.values)
    const name = series.length > 1 ? `${one.label}: ` : ''
    if (values.length === 0) return `${name}no data`
    const highest = values.reduce((most, value) => Math.max(most, value), 0)
    return `${name}last ${format(values.at(-1)!)}, highest ${format(highest)}`
  })
  return `${label}. ${each.join('; ')}`
}

/** Lines over time, with a readout under the pointer and the same numbers as a table. */
export function LineChart(props: LineChartProps) {
  const { label, times, series, format, hasTable = true } = props
  const [at, setAt] = useState<number | null>(null)
  const [open, setOpen] = useState(false)
  const isEmpty = series.every((one) => present(one.values).length === 0)
  const readout = (index: number) =>
    series
      .map(({ label: name, values }) => {
        const value = values[index]
        const words = value === null || value === undefined ? '—' : format(value)
        return series.length > 1 ? `${name} ${words}` : words
      })
      .join(' · ')
  const shown = at !== null && at < times.length ? at : null
  return (
    <figure className="min-w-0 px-4 pt-3 pb-2">
      <figcaption className="mb-1 flex min-h-5 flex-wrap gap-x-3 text-md">
        <span className="font-medium">{label}</span>
        <span aria-hidden="true" translate="no" className="ml-auto text-sm text-ink-2 tabular-nums">
          {shown !== null &&
            `${series.length > mostInReadout ? '' : `${readout(shown)}, `}${formatFull(new Date(times[shown]!))}`}
        </span>
      </figcaption>
      {isEmpty ? (
        <p className="grid h-40 place-items-center text-ink-3">No data</p>
      ) : (
        <div role="img" aria-label={inWords(props)} className="h-40 overflow-hidden">
          <PartBoundary failed={<p className="text-ink-3">The chart cannot be drawn. Its values are in the table.</p>}>
            <ChartCanvas {...props} onPoint={setAt} />
          </PartBoundary>
        </div>
      )}
      {!isEmpty && hasTable && (
        <details className="mt-1 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="w-fit cursor-pointer text-ink-3 hover:text-ink">Table</summary>
          {open && <ChartTable {...props} />}
        </details>
      )}
    </figure>
  )
}

const ChartTable = ({ label, times, series, format }: LineChartProps) => (
  <div
    role="region"
    aria-label={`${label}: values`}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
    tabIndex={0}
    className="mt-1 max-h-64 overflow-auto rounded-md border border-line"
  >
    <table className="w-full text-left tabular-nums [&_:is(th,td)]:px-2.5 [&_:is(th,td)]:py-1">
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ label: name }, place) => (
            <th key={place} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, index) => (
          <tr key={time} className="border-t border-line">
            <td>
              <DateTime date={new Date(time)} seconds />
            </td>
            {series.map(({ values }, place) => {
              const value = values[index]
              return <td key={place}>{value === null || value === undefined ? '—' : format(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
