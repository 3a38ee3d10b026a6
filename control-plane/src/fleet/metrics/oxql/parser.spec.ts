import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestTurn } from '../../../clock/largest-turn.ts'
import { SEED } from '../../../testing/seed.ts'
import { parseOxql } from './parser.ts'
import { positionOf, QueryError } from './query-error.ts'

const now = new Date('2026-01-31T12:00:00Z')
const parse = (text: string) => parseOxql(text, now)
const stage = (text: string) => parse(`get a:b | ${text}`).stages[0]!
const literal = (text: string) => {
  const { filter } = stage(`filter x == ${text}`) as { filter: { literal: { type: string; value: unknown } } }
  return filter.literal
}
function placed({ message, offset }: QueryError, text: string): string {
  const { line, column } = positionOf(offset, text)
  return `line ${line}, column ${column}: ${message}`
}
/** The error of the parser, or undefined for a valid text. */
function errorOf(text: string): object | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    return error as object
  }
}

describe('a query', () => {
  it('is a get and its stages', () => {
    expect(parse('get virtual_disk:reads')).toEqual({
      source: { kind: 'get', name: 'virtual_disk:reads', offset: 4 },
      stages: [],
    })
    const { stages } = parse('get a:b|filter x=="y"|align mean_within(5m)|group_by [x, y], sum|first 3|last 4|join')
    expect(stages.map(({ kind }) => kind)).toEqual(['filter', 'align', 'group_by', 'first', 'last', 'join'])
    expect(stages[1]).toMatchObject({ periodMs: 300_000 })
    expect(stages[2]).toMatchObject({ fields: [{ name: 'x' }, { name: 'y' }], reducer: 'sum' })
    expect(stage('group_by []')).toMatchObject({ fields: [], reducer: 'mean' })
  })

  it('may be a group in braces, also nested', () => {
    const { source, stages } = parse('{ get a:b; { get c:d; get e:f | last 1 } | first 1 } | join')
    expect(source).toMatchObject({
      kind: 'group',
      queries: [{ source: { name: 'a:b' } }, { source: { kind: 'group' }, stages: [{ kind: 'first' }] }],
    })
    expect(stages).toMatchObject([{ kind: 'join' }])
  })

  it('has filters in which && has precedence over ^, and ^ over ||', () => {
    expect(stage('filter a == 1 || b == 2 ^ c == 3 && !d == 4')).toMatchObject({
      filter: {
        kind: 'or',
        left: { name: 'a' },
        right: { kind: 'xor', left: { name: 'b' }, right: { kind: 'and', right: { kind: 'not' } } },
      },
    })
    expect(stage('filter (a == 1 || b == 2) && c ~= "x"')).toMatchObject({
      filter: { kind: 'and', left: { kind: 'or' } },
    })
  })
})

describe('a value', () => {
  it.each([
    ['5', 'integer', 5],
    ['-5', 'integer', -5],
    ['0xFf', 'integer', 255],
    ['18446744073709551615', 'integer', 18446744073709551615n],
    ['1.5', 'double', 1.5],
    ['-1e3', 'double', -1000],
    ['.5', 'double', 0.5],
    ['true', 'boolean', true],
    ['false', 'boolean', false],
    [`'it"s'`, 'string', 'it"s'],
    [String.raw`"\n\r\t\\\0\u{1F600}\""`, 'string', '\n\r\t\\\0😀"'],
    ['@now()', 'timestamp', now.getTime()],
    ['@now() - 5m', 'timestamp', now.getTime() - 300_000],
    ['@now()-1w', 'timestamp', now.getTime() - 7 * 86_400_000],
    ['@now() + 1d', 'timestamp', now.getTime() + 86_400_000],
    ['@2025-01-31', 'timestamp', Date.UTC(2025, 0, 31)],
    ['@12:30:00', 'timestamp', Date.UTC(2026, 0, 31, 12, 30)],
    ['@2025-01-31T12:30:00.5', 'timestamp', Date.UTC(2025, 0, 31, 12, 30, 0, 500)],
  ])('%s is a %s', (text, type, value) => {
    expect(literal(text)).toEqual({ type, value })
  })

  it.each([
    ['1Y', 365 * 86_400_000],
    ['1M', 30 * 86_400_000],
    ['2w', 14 * 86_400_000],
    ['3d', 3 * 86_400_000],
    ['4h', 14_400_000],
    ['5m', 300_000],
    ['6s', 6_000],
    ['7ms', 7],
    ['8000us', 8],
    ['9000000ns', 9],
  ])('%s is a duration', (text, ms) => {
    expect(stage(`align mean_within(${text})`)).toMatchObject({ periodMs: ms })
  })
})

it.each([
  ['', 'line 1, column 1: expected get, not the end'],
  ['get a', 'line 1, column 6: expected :, not the end'],
  ['get a:b |\n  colour 5', 'line 2, column 3: expected filter, align, group_by, join, first or last, not colour'],
  ['get a:b | filter x = 5', 'line 1, column 20: unexpected "="'],
  ['get a:b | filter x == @2025-02-30', 'line 1, column 23: "@2025-02-30" is not a time such as @2025-01-31T12:30:00'],
  ['get a:b | filter x == @2025-01-31T00:00:00Z', 'line 1, column 23: times are in UTC, without a zone'],
  ['get a:b | filter x == @2025-01-31T00:00:00+01:00', 'line 1, column 23: times are in UTC, without a zone'],
  ['get a:b | filter x == @2025-01-31 - 5m', 'line 1, column 23: only @now() can have an offset'],
  ['get a:b | filter x == "é😀" && y == 5x', 'line 1, column 36: "5x" is neither a number nor a duration such as 5m'],
  ['get a:b | filter x == "open', 'line 1, column 23: unterminated string'],
  [String.raw`get a:b | filter x == "\q"`, 'line 1, column 24: unknown escape in a string'],
  [
    `get a:b | last 1 | filter x ~= "${'.'.repeat(257)}"`,
    'line 1, column 27: a regular expression has at most 256 characters',
  ],
  [String.raw`get a:b | filter x ~= "\0"`, String.raw`line 1, column 18: "\u0000" is not a regular expression`],
  ['get a:b | align interpolate(5m)', 'line 1, column 17: alignment by interpolate is not available'],
  ['get a:b | align mean_within(5)', 'line 1, column 29: expected a duration, such as 5m'],
  ['get a:b | align mean_within(0s)', 'line 1, column 29: a window is a whole number of milliseconds'],
  ['get a:b | group_by [x], most', 'line 1, column 25: expected mean or sum, not most'],
  ['get a:b | first 0', 'line 1, column 17: expected a number of points, at least 1'],
  ['get a:b | get c:d', 'line 1, column 11: get begins a query: it cannot follow a |'],
  ['get a:b }', 'line 1, column 9: expected | or the end, not "}"'],
])('%j is refused with its position', (text, message) => {
  const error = errorOf(text)
  expect(error).toBeInstanceOf(QueryError)
  expect(placed(error as QueryError, text)).toBe(message)
})

function isPlaced(error: object, text: string): boolean {
  if (!(error instanceof QueryError) || error.offset < 0 || error.offset > text.length) return false
  return /^line \d+, column \d+: ./.test(placed(error, text))
}

it('refuses more than 16 tables and more than 32 stages, nested or not', () => {
  const gets = (count: number) => Array(count).fill('get a:b | first 1').join(';')
  const firsts = (count: number) => '| first 1 '.repeat(count)
  expect(errorOf(`{${gets(16)}} ${firsts(16)}`)).toBeUndefined()
  expect(errorOf(`{${gets(16)}} ${firsts(17)}`)).toMatchObject({ message: 'a query has at most 32 stages' })
  expect(errorOf(`{get a:b;{${gets(16)}}}`)).toMatchObject({ message: 'a query reads at most 16 tables' })
})

describe('the parser', () => {
  /** Random sequences of query tokens, which get further than random text. */
  const parts = fc.constantFrom(
    ...String.raw`get a:b filter align mean_within( group_by join first last x timestamp datum | { } ; ( ) [ ] , ! && || ^ ==
      != ~= < <= - + : 5 -5 0x 1e999 5m 1.5 "s" ' " \ @now() @ @2025-01-31 @99:99:99 é`.split(/\s+/),
    '\0',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(parts, { maxLength: 200 }).map((words) => words.join(' ')),
    fc.array(parts, { maxLength: 60 }).map((words) => `get a:b | filter ${words.join('')}`),
  )

  it('accepts a text or throws an error with a position', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const error = errorOf(text)
        expect(error === undefined || isPlaced(error, text)).toBe(true)
      }),
      { numRuns: 2000, seed: SEED },
    )
  })

  it.each([
    ['parentheses', `get a:b | filter ${'('.repeat(4000)}`],
    ['parentheses that close', `get a:b | filter ${'('.repeat(2000)}x==1${')'.repeat(2000)}`],
    ['braces', '{'.repeat(4000)],
    ['negations', `get a:b | filter ${'!'.repeat(4000)}x == 1`],
    ['a chain', `get a:b | filter x==1${'&&x==1'.repeat(600)}`],
    ['stages', `get a:b${'|join'.repeat(800)}`],
    ['fields', `get a:b | group_by [x${',x'.repeat(2000)}]`],
    ['an open string', `get a:b | filter x == "${'\\\\'.repeat(2000)}`],
    ['digits', `get a:b | filter x == ${'9'.repeat(4000)}`],
    ['white space', `get${' '.repeat(4000)}`],
  ])('is quick with long %s', async (_, text) => {
    const cpuMs = await largestTurn(async () => expect([undefined, QueryError]).toContain(errorOf(text)?.constructor))
    expect(cpuMs).toBeLessThan(1000)
  })
})
