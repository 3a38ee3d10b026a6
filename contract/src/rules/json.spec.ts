import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from './json.ts'

test('integers past 2^53 keep every digit, both ways', () => {
  const text =
    '{"safe":9007199254740991,"big":18446744073709551615,"negative":-9223372036854775808,"list":[9007199254740993]}'
  const value = parseJson(text)
  expect(value).toEqual({
    safe: 9_007_199_254_740_991,
    big: 18_446_744_073_709_551_615n,
    negative: -9_223_372_036_854_775_808n,
    list: [9_007_199_254_740_993n],
  })
  expect(stringifyJson(value)).toBe(text)
})

test('doubles and long texts of digits stay what they are', () => {
  const text = '{"double":1234567890123456.5,"text":"18446744073709551615","huge":1e300}'
  expect(parseJson(text)).toEqual({ double: 1_234_567_890_123_456.5, text: '18446744073709551615', huge: 1e300 })
})

test('a number beyond every integer of the wire is not converted digit for digit', () => {
  expect(parseJson(`[${'9'.repeat(50)}, ${'9'.repeat(40)}]`)).toEqual([1e50, BigInt('9'.repeat(40))])
})

test('bad text is a SyntaxError', () => {
  expect(() => parseJson('{"a":')).toThrow(SyntaxError)
})
