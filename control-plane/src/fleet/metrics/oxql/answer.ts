import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import { hash64 } from '../../../kernel/values/hash.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { Histogram } from '../../../platform/interface/samples.ts'
import { type Column, keyOf, type Series, type Table, type Value } from './tables.ts'

/**
 * Maximum size of an answer. The default query of released clients, five minutes of all virtual CPUs, fits for 800
 * CPUs.
 */
const MAX_BYTES = 16 * 2 ** 20
/** Values per chunk; a distribution is as large as many numbers. */
const CHUNK_SIZE = 500
const DISTRIBUTION_CHUNK_SIZE = 25

/** A text that is written in chunks. @throws 400 once it is too long to send */
class ChunkedText {
  readonly #chunks: string[] = []
  #left = MAX_BYTES

  add(text: string): void {
    this.#left -= text.length
    if (this.#left < 0)
      throw invalidRequest(
        'the answer is more than 16 MiB: align to longer windows, or query fewer series or a shorter range',
      )
    this.#chunks.push(text)
  }

  get text(): string {
    return this.#chunks.join('')
  }
}

/** The response as JSON. Yields to the event loop between chunks. */
export async function answerOf(tables: readonly Table[], yielder: Yielder): Promise<string> {
  const json = new ChunkedText()
  json.add('{"tables":[')
  for (const [i, table] of tables.entries()) {
    json.add(`${i ? ',' : ''}{"name":${JSON.stringify(table.name)},"timeseries":{`)
    for (const [j, series] of table.series.entries()) {
      const key = keyOf(series.fields)
      json.add(`${j ? ',' : ''}"${hash64(key)}":{"fields":${fieldsText(table, series)},"points":{`)
      await writePoints(json, table.columns, series, yielder)
      json.add('}}')
      await yielder.spent(50)
    }
    json.add('}}')
  }
  json.add(']}')
  return json.text
}

const fieldsText = ({ fieldTypes }: Table, { fields }: Series): string =>
  stringifyJson(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { type: fieldTypes[name], value }])),
  )

async function writePoints(json: ChunkedText, columns: readonly Column[], series: Series, yielder: Yielder) {
  const { startTimes, times, values } = series
  if (startTimes) await writeList(json, '"start_times":', startTimes, timeText, CHUNK_SIZE, yielder)
  await writeList(json, `${startTimes ? ',' : ''}"timestamps":`, times, timeText, CHUNK_SIZE, yielder)
  json.add(',"values":[')
  for (const [i, { metricType, type }] of columns.entries()) {
    json.add(`${i ? ',' : ''}{"metric_type":"${metricType}","values":{"type":"${type}",`)
    const chunkSize = type.endsWith('distribution') ? DISTRIBUTION_CHUNK_SIZE : CHUNK_SIZE
    await writeList(json, '"values":', values[i] ?? [], valueOf, chunkSize, yielder)
    json.add('}}')
  }
  json.add(']')
}

async function writeList<T>(
  json: ChunkedText,
  name: string,
  list: readonly T[],
  write: (value: T) => unknown,
  chunkSize: number,
  yielder: Yielder,
): Promise<void> {
  json.add(`${name}[`)
  for (let at = 0; at < list.length; at += chunkSize) {
    const chunk = list.slice(at, at + chunkSize).map(write)
    json.add((at ? ',' : '') + stringifyJson(chunk).slice(1, -1))
    await yielder.spent(CHUNK_SIZE)
  }
  json.add(']')
}

const timeText = (time: number): string => timestamp(new Date(time))

const valueOf = (value: Value): unknown => (typeof value === 'object' && value !== null ? distributionOf(value) : value)

/** Statistics from the bins: individual samples are unknown. */
function distributionOf({ bins, counts, sum }: Histogram) {
  const total = counts.reduce((all, count) => all + Number(count), 0)
  const mean = total ? Number(sum) / total : 0
  const squared_mean = bins.reduce((all, bin, i) => all + Number(counts[i] ?? 0n) * (bin - mean) ** 2, 0)
  return { bins, counts, min: null, max: null, sum_of_samples: sum, squared_mean, p50: null, p90: null, p99: null }
}
