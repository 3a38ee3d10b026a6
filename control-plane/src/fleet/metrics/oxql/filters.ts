import type { FieldType } from '@skerry/contract/fleet/metrics.ts'
import { canonicalUuid, isUuid } from '@skerry/contract/rules/names.ts'
import { ipAddress } from '@skerry/contract/values.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import { QueryError } from './query-error.ts'
import type { Comparison, Filter, Literal, Operator } from './syntax.ts'
import type { Column, Fields, FieldTypes, Series, Value } from './tables.ts'

/** The values that match each `~=` of a filter. */
export type Matches = ReadonlyMap<Comparison, ReadonlySet<string>>

const isPoints = ({ name }: Comparison) => name === 'timestamp' || name === 'datum'

export function* comparisonsOf(filter: Filter): Generator<Comparison> {
  if (filter.kind === 'compare') yield filter
  else if (filter.kind === 'not') yield* comparisonsOf(filter.of)
  else {
    yield* comparisonsOf(filter.left)
    yield* comparisonsOf(filter.right)
  }
}

/**
 * Checks a filter against the fields and columns of a table, and converts ids to canonical form.
 * @throws QueryError
 */
export function checkFilter(filter: Filter, fieldTypes: FieldTypes, columns: readonly Column[]): void {
  for (const comparison of comparisonsOf(filter)) {
    const { name, offset } = comparison
    if (name === 'timestamp') checkComparable(comparison, 'timestamp')
    else if (name === 'datum') {
      const [column] = columns
      if (columns.length !== 1 || !column) throw new QueryError('joined tables have no datum', offset)
      checkComparable(comparison, column.type)
    } else {
      const type = Object.hasOwn(fieldTypes, name) && fieldTypes[name]
      const known = ['timestamp', 'datum', ...Object.keys(fieldTypes)].join(', ')
      if (!type) throw new QueryError(`no field ${name}; available fields: ${known}`, offset)
      checkComparable(comparison, type)
    }
  }
}

const ORDERED = new Set<Operator>(['==', '!=', '<', '<=', '>', '>='])
const EQUAL = new Set<Operator>(['==', '!='])
const TEXT = new Set<Operator>(['==', '!=', '~='])

/** The literals and operators that a type can be compared with. */
function comparableWith(type: FieldType | Column['type'] | 'timestamp'): [Literal['type'][], ReadonlySet<Operator>] {
  switch (type) {
    case 'timestamp':
      return [['timestamp'], ORDERED]
    case 'string':
      return [['string'], TEXT]
    case 'uuid':
    case 'ip_addr':
      return [['string'], EQUAL]
    case 'bool':
    case 'boolean':
      return [['boolean'], EQUAL]
    case 'double':
    case 'integer':
      return [['integer', 'double'], ORDERED]
    case 'integer_distribution':
    case 'double_distribution':
      return [[], ORDERED]
    default:
      return [['integer'], ORDERED]
  }
}

function checkComparable(comparison: Comparison, type: FieldType | Column['type'] | 'timestamp'): void {
  const { name, operator, literal, offset } = comparison
  const [literals, operators] = comparableWith(type)
  if (!literals.includes(literal.type))
    throw new QueryError(`${name} (${type}) cannot be compared with a value of type ${literal.type}`, offset)
  if (!operators.has(operator)) throw new QueryError(`${name} (${type}) does not support ${operator}`, offset)
  if (literal.type !== 'string') return
  if (type === 'uuid') {
    if (!isUuid(literal.value)) throw new QueryError(`${name} must be compared with a UUID in quotes`, offset)
    comparison.literal = { type: 'string', value: canonicalUuid(literal.value) }
  }
  if (type === 'ip_addr' && !ipAddress.safeParse(literal.value).success)
    throw new QueryError(`${name} must be compared with an address in quotes`, offset)
}

/** Evaluates the field comparisons of a filter for one series. Returns a filter on points, or true or false for all. */
export function forSeries(filter: Filter, fields: Fields, matches: Matches): Filter | boolean {
  switch (filter.kind) {
    case 'compare':
      return isPoints(filter) ? filter : satisfies(filter, fields[filter.name] ?? null, matches)
    case 'not': {
      const of = forSeries(filter.of, fields, matches)
      return typeof of === 'boolean' ? !of : { kind: 'not', of }
    }
    default:
      return combine(filter.kind, forSeries(filter.left, fields, matches), forSeries(filter.right, fields, matches))
  }
}

function combine(kind: 'and' | 'or' | 'xor', left: Filter | boolean, right: Filter | boolean): Filter | boolean {
  if (typeof left === 'boolean' && typeof right === 'boolean')
    return kind === 'and' ? left && right : kind === 'or' ? left || right : left !== right
  if (typeof left !== 'boolean' && typeof right !== 'boolean') return { kind, left, right }
  const known = left === true || right === true
  const rest = (typeof left === 'boolean' ? right : left) as Filter
  if (kind === 'and') return known && rest
  if (kind === 'or') return known || rest
  return known ? { kind: 'not', of: rest } : rest
}

/** Whether a point passes a filter that `forSeries` returned. */
function passes(filter: Filter, time: number, datum: Value, matches: Matches): boolean {
  switch (filter.kind) {
    case 'compare':
      return satisfies(filter, filter.name === 'timestamp' ? time : datum, matches)
    case 'not':
      return !passes(filter.of, time, datum, matches)
    case 'and':
      return passes(filter.left, time, datum, matches) && passes(filter.right, time, datum, matches)
    case 'or':
      return passes(filter.left, time, datum, matches) || passes(filter.right, time, datum, matches)
    case 'xor':
      return passes(filter.left, time, datum, matches) !== passes(filter.right, time, datum, matches)
  }
}

/** Comparisons with a missing value are false. */
function satisfies(comparison: Comparison, value: Value, matches: Matches): boolean {
  const { operator, literal } = comparison
  if (value === null || typeof value === 'object') return false
  if (operator === '~=') return matches.get(comparison)?.has(String(value)) ?? false
  // Numbers and bigints can be ordered, but are never `===`.
  const [less, more] = [value < literal.value, value > literal.value]
  const equal = typeof value === 'string' || typeof value === 'boolean' ? value === literal.value : !less && !more
  switch (operator) {
    case '==':
      return equal
    case '!=':
      return !equal
    case '<':
      return less
    case '<=':
      return less || equal
    case '>':
      return more
    case '>=':
      return more || equal
  }
}

/** Number of comparisons in a filter. */
export const stepsOf = (filter: Filter): number =>
  filter.kind === 'compare'
    ? 1
    : filter.kind === 'not'
      ? stepsOf(filter.of)
      : stepsOf(filter.left) + stepsOf(filter.right)

/** A series with only the points that pass; undefined if none does. */
export async function filterSeries(
  series: Series,
  filter: Filter,
  matches: Matches,
  yielder: Yielder,
): Promise<Series | undefined> {
  const left = forSeries(filter, series.fields, matches)
  await yielder.spent(stepsOf(filter))
  if (typeof left === 'boolean') return left ? series : undefined
  const { fields, startTimes, times, weights, values } = series
  const kept: Series = {
    fields,
    ...(startTimes && { startTimes: [] }),
    times: [],
    ...(weights && { weights: [] }),
    values: values.map(() => []),
  }
  await yielder.each(times.length, stepsOf(left), (i) => {
    if (!passes(left, times[i]!, values[0]?.[i] ?? null, matches)) return
    if (startTimes) kept.startTimes!.push(startTimes[i]!)
    kept.times.push(times[i]!)
    if (weights) kept.weights!.push(weights[i]!)
    for (const [column, own] of values.entries()) kept.values[column]!.push(own[i] ?? null)
  })
  return kept.times.length ? kept : undefined
}
