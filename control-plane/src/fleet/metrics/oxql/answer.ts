import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { hash64 } from '../../../kernel/http/etag.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import { timestamp } from '../../../kernel/time.ts'
import type { Histogram } from '../../../platform/samples.ts'
import { type Column, keyOf, type Series, type Table, type Value } from './tables.ts'

/** Points that are written at once. */
const PIECE = 1_000

/** The answer as JSON. It may be long, so it is written in pieces, between which others have their turn. */
export async function answerOf(tables: readonly Table[], yielder: Yielder): Promise<string> {
  const pieces = ['{"tables":[']
  for (const [i, table] of tables.entries()) {
    pieces.push(i ? ',' : '', `{"name":${JSON.stringify(table.name)},"timeseries":{`)
    for (const [j, series] of table.series.entries()) {
      const key = keyOf(series.fields)
      pieces.push(j ? ',' : '', `"${hash64(key)}":{"fields":${fieldsText(table, series)},"points":{`)
      await writePoints(pieces, table.columns, series, yielder)
      pieces.push('}}')
    }
    pieces.push('}}')
  }
  return [...pieces, ']}'].join('')
}

const fieldsText = ({ fieldTypes }: Table, { fields }: Series): string =>
  stringifyJson(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { type: fieldTypes[name], value }])),
  )

async function writePoints(pieces: string[], columns: readonly Column[], series: Series, yielder: Yielder) {
  const { startTimes, times, values } = series
  if (startTimes) await writeList(pieces, '"start_times":', startTimes, timeText, yielder)
  await writeList(pieces, `${startTimes ? ',' : ''}"timestamps":`, times, timeText, yielder)
  pieces.push(',"values":[')
  for (const [i, { metricType, type }] of columns.entries()) {
    pieces.push(i ? ',' : '', `{"metric_type":"${metricType}","values":{"type":"${type}",`)
    await writeList(pieces, '"values":', values[i] ?? [], valueOf, yielder)
    pieces.push('}}')
  }
  pieces.push(']')
}

async function writeList<T>(
  pieces: string[],
  name: string,
  list: readonly T[],
  write: (one: T) => unknown,
  yielder: Yielder,
): Promise<void> {
  pieces.push(name, '[')
  for (let at = 0; at < list.length; at += PIECE) {
    const piece = list.slice(at, at + PIECE).map(write)
    pieces.push(at ? ',' : '', stringifyJson(piece).slice(1, -1))
    await yielder.spent(piece.length)
  }
  pieces.push(']')
}

const timeText = (time: number): string => timestamp(new Date(time))

const valueOf = (value: Value): unknown => (typeof value === 'object' && value !== null ? distributionOf(value) : value)

/** What is known of the samples is which range they fell into. */
function distributionOf({ bins, counts, sum }: Histogram) {
  const total = counts.reduce((all, count) => all + Number(count), 0)
  const mean = total ? Number(sum) / total : 0
  const squared_mean = bins.reduce((all, bin, i) => all + Number(counts[i] ?? 0n) * (bin - mean) ** 2, 0)
  return { bins, counts, min: null, max: null, sum_of_samples: sum, squared_mean, p50: null, p90: null, p99: null }
}
