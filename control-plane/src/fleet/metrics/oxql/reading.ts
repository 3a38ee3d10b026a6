import { SAMPLES_KEPT_MS } from '../samples/stored-samples.repo.ts'
import { schemaOf } from '../schemas.ts'
import { alignedTable, checkAlignable } from './align.ts'
import { type Budget, checkSeries } from './budget.ts'
import type { EngineParts } from './engine.ts'
import { checkFilter, filterSeries, forSeries, stepsOf } from './filters.ts'
import { matchesOf } from './patterns.ts'
import { QueryError } from './query-error.ts'
import { demandsOf, isRange, narrows, type Range, rangeOf } from './ranges.ts'
import type { Found, Reduction, Source } from './source.ts'
import { groupedTable, groupsOf, notAligned } from './stages.ts'
import type { Filter, Get, Stage } from './syntax.ts'
import { columnOf, fieldTypesOf, type Series, type Table } from './tables.ts'

/** A query while it is answered. */
export interface Reading extends EngineParts {
  /** Where its last windows end. */
  end: number
  budget: Budget
  sourceOf(name: string): Source
}

/** The latest moment that a date can say. */
const LATEST = 8.64e15

/**
 * Reads what a `get` and the filters after it ask for, and where the source can, aligns and groups it there.
 * @returns how many stages that took
 */
export async function readTable(
  reading: Reading,
  get: Get,
  stages: readonly Stage[],
): Promise<{ table: Table; taken: number }> {
  const { name, offset } = get
  const schema = schemaOf(name)
  if (!schema) throw new QueryError(`there is no timeseries ${name}`, offset)
  const table: Table = { name, fieldTypes: fieldTypesOf(schema), columns: [columnOf(schema)], series: [] }
  const after = stages.findIndex(({ kind }) => kind !== 'filter')
  const filters = stages.slice(0, after < 0 ? stages.length : after)
  const filter = wholeFilter(reading, table, get, filters)

  const { budget, yielder } = reading
  const source = reading.sourceOf(name)
  const asked = rangeOf(filter)
  const range = withinReach(asked, reading.now.getTime())
  const candidates = await source.find(schema, demandsOf(filter), range, yielder)
  checkSeries(candidates.length, offset)
  const fields = candidates.map((one) => one.fields)
  const matches = await matchesOf(reading.db, filter, fields, yielder)
  const series: Found[] = []
  let isWhole = true
  await yielder.each(candidates.length, 1 + stepsOf(filter), (i) => {
    const rest = forSeries(filter, fields[i]!, matches)
    if (rest === false) return
    series.push(candidates[i]!)
    isWhole &&= saysNoMore(rest, asked)
  })
  if (source.readMeans && isWhole) {
    const means = await readMeans(reading, source, table, series, range, stages.slice(filters.length))
    if (means) return { table: means.table, taken: filters.length + means.taken }
  }
  const read = await source.read(schema, series, range, { budget, yielder, offset })
  if (isWhole) return { table: { ...table, series: read }, taken: filters.length }
  const passed: Series[] = []
  for (const one of read) {
    const kept = await filterSeries(one, filter, matches, yielder)
    if (kept) passed.push(kept)
  }
  return { table: { ...table, series: passed }, taken: filters.length }
}

/** Everything that is asked of the series of a get, what its project asks among it. @throws QueryError */
function wholeFilter({ scope = {} }: Reading, table: Table, { name, offset }: Get, filters: readonly Stage[]): Filter {
  const asked = filters.flatMap((stage) => (stage.kind === 'filter' ? [stage.filter] : []))
  for (const filter of asked) checkFilter(filter, table.fieldTypes, table.columns)
  const own = Object.entries(scope).map(([field, value]): Filter => {
    if (!Object.hasOwn(table.fieldTypes, field))
      throw new QueryError(`${name} has no ${field}: it cannot be asked for in a project`, offset)
    return { kind: 'compare', name: field, operator: '==', literal: { type: 'string', value }, offset }
  })
  const all = [...own, ...asked]
  if (!all.some(narrows)) throw new QueryError('a get needs a filter of fields or of timestamp', offset)
  return all.reduce((left, right) => ({ kind: 'and', left, right }))
}

/** Whether what is left of a filter for a series is just the range. */
function saysNoMore(rest: Filter | boolean, { from, to }: Range): boolean {
  if (typeof rest === 'boolean') return from === -Infinity && to === Infinity
  const own = isRange(rest) && rangeOf(rest)
  return own && own.from === from && own.to === to
}

/** Samples are kept so long, and nothing is known of before 1970. */
const withinReach = ({ from, to }: Range, now: number): Range => ({
  from: Math.min(Math.max(from, now - SAMPLES_KEPT_MS, 0), LATEST),
  to: Math.min(Math.max(to, 0), LATEST),
})

/** Undefined where no alignment follows. */
async function readMeans(
  reading: Reading,
  source: Source,
  table: Table,
  series: readonly Found[],
  range: Range,
  [align, next]: readonly Stage[],
): Promise<{ table: Table; taken: number } | undefined> {
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
  if (!grouping) return { table: aligned, taken: 1 }
  if (!means.length) throw notAligned(grouping.offset)
  budget.takePoints(
    means.reduce((points, { times }) => points + times.length, 0),
    grouping.offset,
  )
  return { table: groupedTable(grouping, aligned, means), taken: 2 }
}
