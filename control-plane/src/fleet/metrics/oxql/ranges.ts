import type { FieldValue } from '../../../platform/interface/samples.ts'
import { comparisonsOf } from './filters.ts'
import type { Comparison, Filter, Query } from './syntax.ts'

/** Whole milliseconds since 1970; `from` is inclusive, `to` exclusive. */
export interface Range {
  from: number
  to: number
}

const ALL: Range = { from: -Infinity, to: Infinity }
const NONE: Range = { from: Infinity, to: -Infinity }
const NEGATED = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>', '~=': '~=' } as const

function rangeOfComparison({ operator, literal }: Comparison): Range {
  const at = Number(literal.value)
  const [before, through] = [Math.ceil(at), Math.floor(at) + 1]
  switch (operator) {
    case '<':
      return { from: -Infinity, to: before }
    case '<=':
      return { from: -Infinity, to: through }
    case '>':
      return { from: through, to: Infinity }
    case '>=':
      return { from: before, to: Infinity }
    case '==':
      return { from: before, to: through }
    default:
      return ALL
  }
}

const isEmpty = ({ from, to }: Range) => from >= to

/** The time range outside of which no point passes a filter. */
export function timeRangeOf(filter: Filter, isNegated = false): Range {
  switch (filter.kind) {
    case 'compare':
      if (filter.name !== 'timestamp') return ALL
      return rangeOfComparison(isNegated ? { ...filter, operator: NEGATED[filter.operator] } : filter)
    case 'not':
      return timeRangeOf(filter.of, !isNegated)
    case 'xor':
      return ALL
    default: {
      const [left, right] = [timeRangeOf(filter.left, isNegated), timeRangeOf(filter.right, isNegated)]
      if ((filter.kind === 'and') !== isNegated)
        return { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) }
      if (isEmpty(left)) return isEmpty(right) ? NONE : right
      if (isEmpty(right)) return left
      return { from: Math.min(left.from, right.from), to: Math.max(left.to, right.to) }
    }
  }
}

/** Whether a filter is equivalent to its range. */
export function isRange(filter: Filter): boolean {
  if (filter.kind === 'and') return isRange(filter.left) && isRange(filter.right)
  return filter.kind === 'compare' && filter.name === 'timestamp' && filter.operator !== '!='
}

/** Whether PostgreSQL can store a text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The field values that a series must have to pass a filter. */
export function requiredFieldsOf(filter: Filter): Record<string, FieldValue> {
  if (filter.kind === 'and') return { ...requiredFieldsOf(filter.right), ...requiredFieldsOf(filter.left) }
  if (filter.kind !== 'compare' || filter.operator !== '==') return {}
  const { name, literal } = filter
  if (name === 'timestamp' || name === 'datum' || typeof literal.value === 'bigint') return {}
  if (literal.type === 'string' && !isStorable(literal.value)) return {}
  return { [name]: literal.value }
}

/** The highest upper bound of timestamp in a query, if any. */
export function endOf(query: Query): number | undefined {
  const ends = filtersOf(query).flatMap((filter) => limitsOf(filter, false))
  return ends.length ? Math.floor(ends.reduce((a, b) => Math.max(a, b))) : undefined
}

function limitsOf(filter: Filter, isNegated: boolean): number[] {
  if (filter.kind === 'not') return limitsOf(filter.of, !isNegated)
  if (filter.kind !== 'compare') return [...limitsOf(filter.left, isNegated), ...limitsOf(filter.right, isNegated)]
  if (filter.name !== 'timestamp') return []
  const operator = isNegated ? NEGATED[filter.operator] : filter.operator
  return operator === '<' || operator === '<=' || operator === '==' ? [Number(filter.literal.value)] : []
}

function filtersOf({ source, stages }: Query): Filter[] {
  const own = stages.flatMap((stage) => (stage.kind === 'filter' ? [stage.filter] : []))
  return source.kind === 'group' ? [...source.queries.flatMap(filtersOf), ...own] : own
}

/** Whether a filter restricts fields or times, so that not all samples are read. */
export const narrows = (filter: Filter): boolean => [...comparisonsOf(filter)].some(({ name }) => name !== 'datum')
