import { parseFilter } from './filter-parser.ts'
import { tokensOf } from './lexer.ts'
import { QueryError } from './query-error.ts'
import type { Get, Query, Stage } from './syntax.ts'
import { MAX_DEPTH, TokenReader } from './token-reader.ts'

/** Parses a query. @param now the value of `@now()` @throws QueryError */
export function parseOxql(text: string, now: Date): Query {
  const reader = new TokenReader(tokensOf(text), now)
  const query = queryOf(reader, 0)
  reader.expectEnd()
  checkSize(query)
  return query
}

const MAX_STAGES = 32
const MAX_TABLES = 16

function checkSize(query: Query): void {
  const [tables, stages] = [getsOf(query), stagesOf(query)]
  const [table, stage] = [tables[MAX_TABLES], stages[MAX_STAGES]]
  if (table) throw new QueryError(`a query reads at most ${MAX_TABLES} tables`, table.offset)
  if (stage) throw new QueryError(`a query has at most ${MAX_STAGES} stages`, stage.offset)
}

const getsOf = ({ source }: Query): Get[] => (source.kind === 'get' ? [source] : source.queries.flatMap(getsOf))

const stagesOf = ({ source, stages }: Query): Stage[] =>
  source.kind === 'get' ? stages : [...source.queries.flatMap(stagesOf), ...stages]

function queryOf(reader: TokenReader, depth: number): Query {
  const { offset } = reader.next
  const source = reader.accept('{')
    ? { kind: 'group' as const, queries: groupOf(reader, depth, offset), offset }
    : getOf(reader)
  const stages: Stage[] = []
  while (reader.accept('|')) stages.push(stageOf(reader))
  return { source, stages }
}

function groupOf(reader: TokenReader, depth: number, offset: number): Query[] {
  if (depth >= MAX_DEPTH) throw new QueryError(`more than ${MAX_DEPTH} nested braces`, offset)
  const queries = [queryOf(reader, depth + 1)]
  while (reader.accept(';')) queries.push(queryOf(reader, depth + 1))
  reader.expect('}')
  return queries
}

function getOf(reader: TokenReader): Query['source'] {
  reader.expectWord('get')
  const { offset } = reader.next
  const target = reader.word('a timeseries, such as virtual_machine:vcpu_usage')
  reader.expect(':')
  const metric = reader.word('a metric')
  return { kind: 'get', name: `${target}:${metric}`, offset }
}

const STAGES = 'filter, align, group_by, join, first or last'

function stageOf(reader: TokenReader): Stage {
  const { offset } = reader.next
  const name = reader.word(STAGES)
  switch (name) {
    case 'filter':
      return { kind: 'filter', filter: parseFilter(reader), offset }
    case 'align':
      return { kind: 'align', periodMs: alignmentOf(reader), offset }
    case 'group_by':
      return { kind: 'group_by', ...groupingOf(reader), offset }
    case 'join':
      return { kind: 'join', offset }
    case 'first':
    case 'last':
      return { kind: name, count: countOf(reader), offset }
    case 'get':
      throw new QueryError('get begins a query: it cannot follow a |', offset)
  }
  throw new QueryError(`expected ${STAGES}, not ${name}`, offset)
}

function alignmentOf(reader: TokenReader): number {
  const { offset } = reader.next
  const method = reader.word('mean_within')
  if (method === 'interpolate') throw new QueryError('alignment by interpolate is not available', offset)
  if (method !== 'mean_within') throw new QueryError(`expected mean_within, not ${method}`, offset)
  reader.expect('(')
  const at = reader.next.offset
  const period = reader.literal()
  if (period.type !== 'duration') throw new QueryError('expected a duration, such as 5m', at)
  if (period.value < 1 || !Number.isSafeInteger(period.value))
    throw new QueryError('a window is a whole number of milliseconds', at)
  reader.expect(')')
  return period.value
}

function groupingOf(reader: TokenReader): Pick<Extract<Stage, { kind: 'group_by' }>, 'fields' | 'reducer'> {
  const fields: { name: string; offset: number }[] = []
  reader.expect('[')
  while (!reader.accept(']')) {
    if (fields.length) reader.expect(',')
    const { offset } = reader.next
    fields.push({ name: reader.word('a field'), offset })
  }
  if (!reader.accept(',')) return { fields, reducer: 'mean' }
  const { offset } = reader.next
  const reducer = reader.word('mean or sum')
  if (reducer !== 'mean' && reducer !== 'sum') throw new QueryError(`expected mean or sum, not ${reducer}`, offset)
  return { fields, reducer }
}

function countOf(reader: TokenReader): number {
  const { offset } = reader.next
  const count = reader.literal()
  if (count.type !== 'integer' || !Number.isSafeInteger(Number(count.value)) || count.value < 1)
    throw new QueryError('expected a number of points, at least 1', offset)
  return Number(count.value)
}
