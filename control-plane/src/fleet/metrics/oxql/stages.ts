import type { Yielder } from '../../../kernel/limits/yielder.ts'
import { endsOf, windowOf } from './align.ts'
import type { Budget } from './budget.ts'
import { QueryError } from './query-error.ts'
import type { Stage } from './syntax.ts'
import {
  type Alignment,
  type Column,
  type Fields,
  isNumeric,
  keyOf,
  type Series,
  type Table,
  type Value,
} from './tables.ts'

type Grouping = Extract<Stage, { kind: 'group_by' }>

export interface StageLimits {
  budget: Budget
  yielder: Yielder
}

export const notAligned = (offset: number) =>
  new QueryError('Input tables to a `group_by` must be aligned', offset, 'unaligned-table')

const MEAN_COLUMN: Column = { metricType: 'gauge', type: 'double' }

/** Groups series by the fields of a group_by. @throws QueryError for an unknown field */
export async function groupsOf<T extends { fields: Fields }>(
  { fields: kept }: Grouping,
  fieldTypes: Table['fieldTypes'],
  series: readonly T[],
  yielder: Yielder,
): Promise<{ fields: Fields; members: T[] }[]> {
  for (const { name, offset } of kept)
    if (!Object.hasOwn(fieldTypes, name))
      throw new QueryError(`no field ${name}; available fields: ${Object.keys(fieldTypes).join(', ')}`, offset)
  const groups = new Map<string, { fields: Fields; members: T[] }>()
  await yielder.each(series.length, 10, (i) => {
    const one = series[i]!
    const fields = Object.fromEntries(kept.map(({ name }) => [name, one.fields[name]!]))
    const key = keyOf(fields)
    const group = groups.get(key) ?? { fields, members: [] }
    group.members.push(one)
    groups.set(key, group)
  })
  return [...groups.values()]
}

export function groupedTable(grouping: Grouping, table: Omit<Table, 'series'>, series: Series[]): Table {
  const kept = grouping.fields.map(({ name }) => [name, table.fieldTypes[name]!])
  return { ...table, fieldTypes: Object.fromEntries(kept), columns: [MEAN_COLUMN], series }
}

/** One series per group: the sum or mean of its members in each window. @throws QueryError */
export async function groupBy(tables: readonly Table[], grouping: Grouping, limits: StageLimits): Promise<Table> {
  const [table] = tables
  const { offset } = grouping
  if (tables.length !== 1 || !table) throw new QueryError('a group_by takes one table', offset)
  const { alignment } = table
  if (!alignment || !table.series.length) throw notAligned(offset)
  if (table.columns.length !== 1 || !table.columns.every(isNumeric))
    throw new QueryError('a group_by takes a table with one number per point', offset)
  const groups = await groupsOf(grouping, table.fieldTypes, table.series, limits.yielder)
  const series: Series[] = []
  for (const { fields, members } of groups) series.push(await reduceGroup(fields, members, grouping, alignment, limits))
  return groupedTable(grouping, table, series)
}

async function reduceGroup(
  fields: Fields,
  members: readonly Series[],
  { reducer, offset }: Grouping,
  alignment: Alignment,
  { budget, yielder }: StageLimits,
): Promise<Series> {
  const size = 1 + members.reduce((most, { times }) => Math.max(most, windowOf(alignment, times[0]!)), 0)
  budget.takePoints(size, offset)
  const sums = new Float64Array(size)
  const counts = new Float64Array(size)
  for (const { times, values } of members)
    await yielder.each(times.length, 1, (i) => {
      const value = values[0]?.[i] ?? null
      if (value === null) return
      const place = size - 1 - windowOf(alignment, times[i]!)
      sums[place]! += Number(value)
      counts[place]!++
    })
  const result: (number | null)[] = []
  await yielder.each(size, 0.2, (i) => {
    result.push(counts[i] ? (reducer === 'sum' ? sums[i]! : sums[i]! / counts[i]!) : null)
  })
  return { fields, times: await endsOf(alignment, size, yielder), values: [result] }
}

/** Joins the series whose fields are equal in all tables. @throws QueryError */
export async function join(tables: readonly Table[], offset: number, limits: StageLimits): Promise<Table> {
  const [first, ...others] = tables
  if (!first || !others.length) throw new QueryError('a join takes two or more tables', offset)
  const { alignment } = first
  const sameAlignment = others.every(
    (other) => other.alignment?.end === alignment?.end && other.alignment?.periodMs === alignment?.periodMs,
  )
  if (!alignment || !sameAlignment) throw new QueryError('the tables of a join must have the same alignment', offset)
  const [own, ...indexes] = await Promise.all(tables.map(({ series }) => indexOf(series, limits.yielder)))
  const series: Series[] = []
  for (const [key, one] of own!) {
    const all = [one, ...indexes.flatMap((index) => index.get(key) ?? [])]
    if (all.length === tables.length) series.push(await joinSeries(all, offset, limits))
    await limits.yielder.spent(tables.length)
  }
  return {
    name: tables.map(({ name }) => name).join(','),
    fieldTypes: first.fieldTypes,
    columns: tables.flatMap(({ columns }) => columns),
    alignment,
    series,
  }
}

async function indexOf(series: readonly Series[], yielder: Yielder): Promise<Map<string, Series>> {
  const index = new Map<string, Series>()
  await yielder.each(series.length, 10, (i) => index.set(keyOf(series[i]!.fields), series[i]!))
  return index
}

/** The values of all series at the times that they have in common. */
async function joinSeries(all: readonly Series[], offset: number, { budget, yielder }: StageLimits): Promise<Series> {
  const columns = all.flatMap(({ values }, of) => values.map((from) => ({ of, from, to: [] as Value[] })))
  const maxPoints = all.reduce((least, { times }) => Math.min(least, times.length), Infinity)
  budget.takePoints(maxPoints * columns.length, offset)
  const joined: number[] = []
  const { times } = all[0]!
  const places = all.map(() => 0)
  await yielder.each(times.length, columns.length, (i) => {
    const time = times[i]!
    const isInAll = all.every((series, of) => {
      while (series.times[places[of]!]! < time) places[of]!++
      return series.times[places[of]!] === time
    })
    if (!isInAll) return
    joined.push(time)
    for (const { of, from, to } of columns) to.push(from[places[of]!] ?? null)
  })
  return { fields: all[0]!.fields, times: joined, values: columns.map(({ to }) => to) }
}

/** The first or last points of each series. @throws QueryError */
export async function cut(
  table: Table,
  { kind, count, offset }: Extract<Stage, { kind: 'first' | 'last' }>,
  { budget, yielder }: StageLimits,
): Promise<Table> {
  const kept = <T>(list: readonly T[]) => (kind === 'first' ? list.slice(0, count) : list.slice(-count))
  const series: Series[] = []
  for (const { fields, startTimes, times, weights, values } of table.series) {
    const points = Math.min(count, times.length) * values.length
    budget.takePoints(points, offset)
    series.push({
      fields,
      ...(startTimes && { startTimes: kept(startTimes) }),
      times: kept(times),
      ...(weights && { weights: kept(weights) }),
      values: values.map(kept),
    })
    await yielder.spent(1 + points / 50)
  }
  return { ...table, series }
}
