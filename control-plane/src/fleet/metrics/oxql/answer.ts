import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { hash64 } from '../../../kernel/http/etag.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import { timestamp } from '../../../kernel/time.ts'
import type { Histogram } from '../../../platform/samples.ts'
import { type Column, keyOf, type Series, type Table, type Value } from './tables.ts'

const MAX_BYTES = 4 * 2 ** 20
/** Values that are written at once: a distribution is as long as many numbers. */
const PIECE = 500
const DISTRIBUTIONS = 25

/** A text that is written in pieces. @throws 400 once it is too long to send */
class Pieces {
  readonly #pieces: string[] = []
  #left = MAX_BYTES

  add(text: string): void {
    this.#left -= text.length
    if (this.#left < 0)
      throw invalidRequest(
        'the answer is more than 4 MiB: align to longer windows, or ask for fewer series or less time',
      )
    this.#pieces.push(text)
  }

  get text(): string {
    return this.#pieces.join('')
  }
}

/** The answer as JSON, written in pieces that yield to the event loop. */
export async function answerOf(tables: readonly Table[], yielder: Yielder): Promise<string> {
  const pieces = new Pieces()
  pieces.add('{"tables":[')
  for (const [i, table] of tables.entries()) {
    pieces.add(`${i ? ',' : ''}{"name":${JSON.stringify(table.name)},"timeseries":{`)
    for (const [j, series] of table.series.entries()) {
      const key = keyOf(series.fields)
      pieces.add(`${j ? ',' : ''}"${hash64(key)}":{"fields":${fieldsText(table, series)},"points":{`)
      await writePoints(pieces, table.columns, series, yielder)
      pieces.add('}}')
      await yielder.spent(50)
    }
    pieces.add('}}')
  }
  pieces.add(']}')
  return pieces.text
}

const fieldsText = ({ fieldTypes }: Table, { fields }: Series): string =>
  stringifyJson(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { type: fieldTypes[name], value }])),
  )

async function writePoints(pieces: Pieces, columns: readonly Column[], series: Series, yielder: Yielder) {
  const { startTimes, times, values } = series
  if (startTimes) await writeList(pieces, '"start_times":', startTimes, timeText, PIECE, yielder)
  await writeList(pieces, `${startTimes ? ',' : ''}"timestamps":`, times, timeText, PIECE, yielder)
  pieces.add(',"values":[')
  for (const [i, { metricType, type }] of columns.entries()) {
    pieces.add(`${i ? ',' : ''}{"metric_type":"${metricType}","values":{"type":"${type}",`)
    const atOnce = type.endsWith('distribution') ? DISTRIBUTIONS : PIECE
    await writeList(pieces, '"values":', values[i] ?? [], valueOf, atOnce, yielder)
    pieces.add('}}')
  }
  pieces.add(']')
}

async function writeList<T>(
  pieces: Pieces,
  name: string,
  list: readonly T[],
  write: (one: T) => unknown,
  atOnce: number,
  yielder: Yielder,
): Promise<void> {
  pieces.add(`${name}[`)
  for (let at = 0; at < list.length; at += atOnce) {
    const piece = list.slice(at, at + atOnce).map(write)
    pieces.add((at ? ',' : '') + stringifyJson(piece).slice(1, -1))
    await yielder.spent(PIECE)
  }
  pieces.add(']')
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
