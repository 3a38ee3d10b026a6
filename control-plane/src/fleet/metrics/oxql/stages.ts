import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import { endsOf, windowOf } from './align.ts'
import { QueryError } from './query-error.ts'
import type { Stage } from './syntax.ts'
import { type Alignment, type Column, type Fields, isNumeric, keyOf, type Series, type Table } from './tables.ts'

type Grouping = Extract<Stage, { kind: 'group_by' }>

export const notAligned = (offset: number) => new QueryError('Input tables to a `group_by` must be aligned', offset)

const MEANS: Column = { metricType: 'gauge', type: 'double' }

/** Series by the values of the fields that a group_by keeps. @throws QueryError for a field that is not there */
export function groupsOf<T extends { fields: Fields }>(
  { fields: kept }: Grouping,
  fieldTypes: Table['fieldTypes'],
  series: readonly T[],
): { fields: Fields; members: T[] }[] {
  for (const { name, offset } of kept)
    if (!Object.hasOwn(fieldTypes, name))
      throw new QueryError(`no field ${name}; there are ${Object.keys(fieldTypes).join(', ')}`, offset)
  const groups = new Map<string, { fields: Fields; members: T[] }>()
  for (const one of series) {
    const fields = Object.fromEntries(kept.map(({ name }) => [name, one.fields[name]!]))
    const key = keyOf(fields)
    const group = groups.get(key) ?? { fields, members: [] }
    group.members.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}

export function groupedTable(grouping: Grouping, table: Omit<Table, 'series'>, series: Series[]): Table {
  const kept = grouping.fields.map(({ name }) => [name, table.fieldTypes[name]!])
  return { ...table, fieldTypes: Object.fromEntries(kept), columns: [MEANS], series }
}

/** One series a group: the sums or means of its members, window by window. @throws QueryError */
export async function groupBy(tables: readonly Table[], grouping: Grouping, yielder: Yielder): Promise<Table> {
  const [table] = tables
  const { offset } = grouping
  if (tables.length !== 1 || !table) throw new QueryError('a group_by takes one table', offset)
  const { alignment } = table
  if (!alignment || !table.series.length) throw notAligned(offset)
  if (table.columns.length !== 1 || !table.columns.every(isNumeric))
    throw new QueryError('a group_by takes a table with one number a point', offset)
  const groups = groupsOf(grouping, table.fieldTypes, table.series)
  const series: Series[] = []
  for (const { fields, members } of groups) series.push(await reduced(fields, members, grouping, alignment, yielder))
  return groupedTable(grouping, table, series)
}

async function reduced(
  fields: Fields,
  members: readonly Series[],
  { reducer }: Grouping,
  alignment: Alignment,
  yielder: Yielder,
): Promise<Series> {
  const size = 1 + members.reduce((most, { times }) => Math.max(most, windowOf(alignment, times[0]!)), 0)
  const sums = new Float64Array(size)
  const counts = new Float64Array(size)
  for (const { times, values } of members) {
    for (const [i, time] of times.entries()) {
      const value = values[0]?.[i] ?? null
      if (value === null) continue
      const place = size - 1 - windowOf(alignment, time)
      sums[place]! += Number(value)
      counts[place]!++
    }
    await yielder.spent(times.length)
  }
  const result = Array.from(sums, (sum, i) => (counts[i] ? (reducer === 'sum' ? sum : sum / counts[i]!) : null))
  return { fields, times: endsOf(alignment, size), values: [result] }
}

/** Points side by side of series whose fields are equal in all tables. @throws QueryError */
export function join(tables: readonly Table[], offset: number): Table {
  const [first, ...others] = tables
  if (!first || !others.length) throw new QueryError('a join takes two or more tables', offset)
  const { alignment } = first
  const alike = others.every(
    (other) => other.alignment?.end === alignment?.end && other.alignment?.periodMs === alignment?.periodMs,
  )
  if (!alignment || !alike) throw new QueryError('the tables of a join must be aligned alike', offset)
  const indexes = others.map(({ series }) => new Map(series.map((one) => [keyOf(one.fields), one])))
  const series = first.series.flatMap((one) => {
    const key = keyOf(one.fields)
    const all = [one, ...indexes.flatMap((index) => index.get(key) ?? [])]
    return all.length === tables.length ? [sideBySide(all)] : []
  })
  return {
    name: tables.map(({ name }) => name).join(','),
    fieldTypes: first.fieldTypes,
    columns: tables.flatMap(({ columns }) => columns),
    alignment,
    series,
  }
}

/** At the times that all of them have. */
function sideBySide(all: readonly Series[]): Series {
  const [first, ...others] = all.map(({ times }) => new Map(times.map((time, i) => [time, i])))
  const times = [...first!.keys()].filter((time) => others.every((other) => other.has(time)))
  const places = [first!, ...others].map((index) => times.map((time) => index.get(time)!))
  return {
    fields: all[0]!.fields,
    times,
    values: all.flatMap(({ values }, which) =>
      values.map((column) => places[which]!.map((place) => column[place] ?? null)),
    ),
  }
}
