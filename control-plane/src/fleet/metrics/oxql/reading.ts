import { schemaOf } from '../schemas.ts'
import { alignedTable, checkAlignable } from './align.ts'
import { type Budget, checkSeries } from './budget.ts'
import type { EngineParts } from './engine.ts'
import { checkFilter, filterSeries, forSeries, stepsOf } from './filters.ts'
import { matchesOf } from './patterns.ts'
import { QueryError } from './query-error.ts'
import { requiredFieldsOf, isRange, narrows, type Range, timeRangeOf } from './ranges.ts'
import type { FoundSeries, Reduction, Source } from './source.ts'
import { groupedTable, groupsOf, notAligned } from './stages.ts'
import type { Filter, Get, Stage } from './syntax.ts'
import { columnOf, fieldTypesOf, type Series, type Table } from './tables.ts'

/** The state of a running query. */
export interface Reading extends EngineParts {
  /** End of the last window. */
  end: number
  budget: Budget
  sourceOf(name: string): Source
}

/** The maximum value of a Date. */
const LATEST = 8.64e15

/**
 * Executes a `get` with the filters that follow it, and if the source supports it, the next `align` and `group_by`.
 * @returns the table and the number of stages done
 */
export async function readTable(
  reading: Reading,
  get: Get,
  stages: readonly Stage[],
): Promise<{ table: Table; stagesDone: number }> {
  const { name, offset } = get
  const schema = schemaOf(name)
  if (!schema) throw new QueryError(`there is no timeseries ${name}`, offset)
  const table: Table = { name, fieldTypes: fieldTypesOf(schema), columns: [columnOf(schema)], series: [] }
  const after = stages.findIndex(({ kind }) => kind !== 'filter')
  const filters = stages.slice(0, after < 0 ? stages.length : after)
  const filter = filterOf(reading, table, get, filters)

  const { budget, yielder } = reading
  const source = reading.sourceOf(name)
  const requested = timeRangeOf(filter)
  const range = clampRange(requested, reading.now.getTime(), source.keptMs)
  const candidates = await source.find(schema, requiredFieldsOf(filter), range, yielder)
  checkSeries(candidates.length, offset)
  const fields = candidates.map((one) => one.fields)
  const matches = await matchesOf(reading.db, filter, fields, yielder)
  const series: FoundSeries[] = []
  let rangeOnly = true
  await yielder.each(candidates.length, 1 + stepsOf(filter), (i) => {
    const rest = forSeries(filter, fields[i]!, matches)
    if (rest === false) return
    series.push(candidates[i]!)
    rangeOnly &&= isRangeOnly(rest, requested)
  })
  if (source.readMeans && rangeOnly) {
    const means = await readAlignedMeans(reading, source, table, series, range, stages.slice(filters.length))
    if (means) return { table: means.table, stagesDone: filters.length + means.stagesDone }
  }
  const read = await source.read(schema, series, range, { budget, yielder, offset })
  if (rangeOnly) return { table: { ...table, series: read }, stagesDone: filters.length }
  const passed: Series[] = []
  for (const one of read) {
    const kept = await filterSeries(one, filter, matches, yielder)
    if (kept) passed.push(kept)
  }
  return { table: { ...table, series: passed }, stagesDone: filters.length }
}

/** The conjunction of all filters of a get and of the query's scope. @throws QueryError */
function filterOf({ scope = {} }: Reading, table: Table, { name, offset }: Get, filters: readonly Stage[]): Filter {
  const requested = filters.flatMap((stage) => (stage.kind === 'filter' ? [stage.filter] : []))
  for (const filter of requested) checkFilter(filter, table.fieldTypes, table.columns)
  const own = Object.entries(scope).map(([field, value]): Filter => {
    if (!Object.hasOwn(table.fieldTypes, field))
      throw new QueryError(`${name} has no ${field}: it cannot be queried in a project`, offset)
    return { kind: 'compare', name: field, operator: '==', literal: { type: 'string', value }, offset }
  })
  const all = [...own, ...requested]
  if (!all.some(narrows)) throw new QueryError('a get needs a filter on fields or timestamp', offset)
  return all.reduce((left, right) => ({ kind: 'and', left, right }))
}

/** Whether the rest of a filter is equivalent to the range. */
function isRangeOnly(rest: Filter | boolean, { from, to }: Range): boolean {
  if (typeof rest === 'boolean') return from === -Infinity && to === Infinity
  const own = isRange(rest) && timeRangeOf(rest)
  return own && own.from === from && own.to === to
}

/** Limits a range to how long samples are kept and to valid dates. */
const clampRange = ({ from, to }: Range, now: number, keptMs: number): Range => ({
  from: Math.min(Math.max(from, now - keptMs, 0), LATEST),
  to: Math.min(Math.max(to, 0), LATEST),
})

/** Reads means from the source; undefined if no `align` follows. */
async function readAlignedMeans(
  reading: Reading,
  source: Source,
  table: Table,
  series: readonly FoundSeries[],
  range: Range,
  [align, next]: readonly Stage[],
): Promise<{ table: Table; stagesDone: number } | undefined> {
  if (align?.kind !== 'align') return undefined
  checkAlignable(table.columns, align.offset)
  const alignment = { periodMs: align.periodMs, end: reading.end }
  const { budget, yielder } = reading
  const grouping = next?.kind === 'group_by' ? next : undefined
  const groups: Reduction['groups'] = grouping
    ? await groupsOf(grouping, table.fieldTypes, series, yielder)
    : series.map((one) => ({ fields: one.fields, members: [one] }))
  const reduction: Reduction = { reducer: grouping?.reducer ?? 'mean', groups }
  const limits = { budget, yielder, offset: align.offset }
  const means = series.length ? await source.readMeans!(reduction, range, alignment, limits) : []
  const aligned = alignedTable(table, alignment, means)
  if (!grouping) return { table: aligned, stagesDone: 1 }
  if (!means.length) throw notAligned(grouping.offset)
  budget.takePoints(
    means.reduce((points, { times }) => points + times.length, 0),
    grouping.offset,
  )
  return { table: groupedTable(grouping, aligned, means), stagesDone: 2 }
}
