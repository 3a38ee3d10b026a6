import { checkPattern } from './patterns.ts'
import { QueryError } from './query-error.ts'
import type { Comparison, Filter, Operator } from './syntax.ts'
import { MAX_DEPTH, type TokenReader } from './token-reader.ts'

const OPERATORS: ReadonlySet<string> = new Set<Operator>(['==', '!=', '<', '<=', '>', '>=', '~='])
const isOperator = (text: string): text is Operator => OPERATORS.has(text)

/** Binary operators, lowest precedence first. */
const BINARY_OPERATORS = [
  ['||', 'or'],
  ['^', 'xor'],
  ['&&', 'and'],
] as const

/** Parses the expression after `filter`. @throws QueryError */
export const parseFilter = (reader: TokenReader): Filter => parseBinary(reader, 0, 0)

function parseBinary(reader: TokenReader, level: number, depth: number): Filter {
  const operator = BINARY_OPERATORS[level]
  if (!operator) return parseUnary(reader, depth)
  const [symbol, kind] = operator
  const parts = [parseBinary(reader, level + 1, depth)]
  while (reader.accept(symbol)) parts.push(parseBinary(reader, level + 1, depth))
  return balance(parts, kind)
}

/** A chain of associative operators as a balanced tree, whose depth is logarithmic. */
function balance(parts: readonly Filter[], kind: 'and' | 'or' | 'xor'): Filter {
  if (parts.length === 1) return parts[0]!
  const middle = parts.length >> 1
  return { kind, left: balance(parts.slice(0, middle), kind), right: balance(parts.slice(middle), kind) }
}

function parseUnary(reader: TokenReader, depth: number): Filter {
  const { offset } = reader.next
  let negated = false
  while (reader.accept('!')) negated = !negated
  const filter = reader.accept('(') ? parseParenthesized(reader, depth, offset) : parseComparison(reader)
  return negated ? { kind: 'not', of: filter } : filter
}

function parseParenthesized(reader: TokenReader, depth: number, offset: number): Filter {
  if (depth >= MAX_DEPTH) throw new QueryError(`more than ${MAX_DEPTH} nested parentheses`, offset)
  const filter = parseBinary(reader, 0, depth + 1)
  reader.expect(')')
  return filter
}

function parseComparison(reader: TokenReader): Filter {
  const { offset } = reader.next
  const name = reader.word('a field, timestamp or datum')
  const operator = reader.next.text
  if (!isOperator(operator)) throw reader.unexpected('a comparison such as ==')
  reader.expect(operator)
  const comparison: Comparison = { kind: 'compare', name, operator, literal: reader.literal(), offset }
  if (operator === '~=') checkPattern(comparison)
  return comparison
}
