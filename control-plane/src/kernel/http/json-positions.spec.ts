import { describe, expect, it } from 'vitest'
import { largestTurn } from '../../clock/largest-turn.ts'
import {
  MAX_VALUES,
  pathOfUnstorable,
  positionBeyondLimits,
  positionOfSyntaxError,
  positionOfValue,
} from './json-positions.ts'

describe('positions in JSON', () => {
  it('finds where a text stops being JSON', () => {
    expect(positionOfSyntaxError('{\n  "a": 1,\n  "b" 2\n}')).toEqual({ line: 3, column: 7 })
  })

  it('finds the position of a value, or where a missing value belongs', () => {
    const text = '{\n  "disk_source": {\n    "type": "blank"\n  }\n}'
    expect(positionOfValue(text, ['disk_source', 'type'])).toEqual({ line: 3, column: 13 })
    expect(positionOfValue(text, ['disk_source', 'block_size'])).toEqual({ line: 2, column: 18 })
    expect(positionOfValue(text, ['size'])).toEqual({ line: 1, column: 1 })
  })

  it('finds nesting and lists beyond the limits, but not inside strings', () => {
    expect(positionBeyondLimits('['.repeat(128) + ']'.repeat(128))).toBeUndefined()
    expect(positionBeyondLimits(`{"a":\n${'['.repeat(200_000)}`)).toMatchObject({ line: 2, column: 128 })
    expect(positionBeyondLimits(`"${'[,'.repeat(200_000)}\\"["`)).toBeUndefined()
    expect(positionBeyondLimits(`["\\\\",${'['.repeat(128)}`)).toMatchObject({ column: 134 })
    expect(positionBeyondLimits(`[1${',1'.repeat(MAX_VALUES - 2)}]`)).toBeUndefined()
    expect(positionBeyondLimits(`[1${',1'.repeat(MAX_VALUES)}]`)).toMatchObject({ why: 'more than 10000 values' })
    expect(positionBeyondLimits(`[1${',1'.repeat(MAX_VALUES)}]`, 2 * MAX_VALUES)).toBeUndefined()
  })

  it.each(['[' + '{}'.repeat(5_200_000), '{' + '"":[]'.repeat(2_080_000), '{' + '"a":{},'.repeat(1_000_000)])(
    'counts empty lists and objects too, and stops there',
    (text) => {
      expect(positionBeyondLimits(text)).toMatchObject({ line: 1, why: 'more than 10000 values' })
    },
  )

  it('reads no further than the first error', async () => {
    const text = `[1 ${'2 '.repeat(4_000_000)}`
    const cpuMs = await largestTurn(async () => expect(positionOfSyntaxError(text)).toEqual({ line: 1, column: 4 }))
    expect(cpuMs).toBeLessThan(1000)
  })

  it('uses the last of two values with the same name, as JSON does', () => {
    expect(positionOfValue('{"a":1,\n"a":2}', ['a'])).toEqual({ line: 2, column: 5 })
  })

  it('finds text that PostgreSQL cannot store', () => {
    expect(pathOfUnstorable({ a: ['x', { b: 'y\0' }] })).toEqual(['a', 1, 'b'])
    expect(pathOfUnstorable({ a: 'half \ud800' })).toEqual(['a'])
    expect(pathOfUnstorable({ 'a\0': 1 })).toEqual(['a\0'])
    expect(pathOfUnstorable({ a: 'whole \u{1f6a2}', b: null, c: 5, d: 7n })).toBeUndefined()
  })
})
