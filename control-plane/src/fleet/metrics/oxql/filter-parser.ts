import { QueryError } from './query-error.ts'
import type { Filter, Operator } from './syntax.ts'
import { MAX_DEPTH, type TokenReader } from './token-reader.ts'

const OPERATORS: ReadonlySet<string> = new Set<Operator>(['==', '!=', '<', '<=', '>', '>=', '~='])
const isOperator = (text: string): text is Operator => OPERATORS.has(text)

/** Operators that join, the loosest first. A chain is a tree as deep as its logarithm, however long it is. */
const JOINING = [
  ['||', 'or'],
  ['^', 'xor'],
  ['&&', 'and'],
] as const

/** Reads what follows `filter`. @throws QueryError */
export const parseFilter = (reader: TokenReader): Filter => joined(reader, 0, 0)

function joined(reader: TokenReader, level: number, depth: number): Filter {
  const operator = JOINING[level]
  if (!operator) return single(reader, depth)
  const [symbol, kind] = operator
  const parts = [joined(reader, level + 1, depth)]
  while (reader.takes(symbol)) parts.push(joined(reader, level + 1, depth))
  return balanced(parts, kind)
}

/** All three operators are associative, so where the parentheses stand makes no difference. */
function balanced(parts: readonly Filter[], kind: 'and' | 'or' | 'xor'): Filter {
  if (parts.length === 1) return parts[0]!
  const middle = parts.length >> 1
  return { kind, left: balanced(parts.slice(0, middle), kind), right: balanced(parts.slice(middle), kind) }
}

function single(reader: TokenReader, depth: number): Filter {
  const { offset } = reader.next
  let negated = false
  while (reader.takes('!')) negated = !negated
  const filter = reader.takes('(') ? parenthesized(reader, depth, offset) : comparison(reader)
  return negated ? { kind: 'not', of: filter } : filter
}

function parenthesized(reader: TokenReader, depth: number, offset: number): Filter {
  if (depth >= MAX_DEPTH) throw new QueryError(`more than ${MAX_DEPTH} parentheses inside each other`, offset)
  const filter = joined(reader, 0, depth + 1)
  reader.expect(')')
  return filter
}

function comparison(reader: TokenReader): Filter {
  const { offset } = reader.next
  const name = reader.word('a field, timestamp or datum')
  const operator = reader.next.text
  if (!isOperator(operator)) throw reader.unexpected('a comparison such as ==')
  reader.expect(operator)
  return { kind: 'compare', name, operator, literal: reader.literal(), offset }
}
