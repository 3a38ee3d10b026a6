import { describe, expect, test } from 'vitest'
import { historyBytes, overlapOf, Tail } from './overlap.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\r\n`).join('')

describe('the overlap of what was seen and what is replayed', () => {
  test('is all of a replay that brings nothing new', () => {
    const seen = bytes(lines(1, 50))
    expect(overlapOf(seen, seen)).toBe(seen.length)
    expect(overlapOf(seen, seen.subarray(100))).toBe(seen.length - 100)
  })

  test('ends where the new begins', () => {
    const seen = bytes(lines(1, 50))
    const replay = bytes(lines(20, 70))
    expect(new TextDecoder().decode(replay.subarray(overlapOf(seen, replay)))).toBe(lines(51, 70))
  })

  test('is the longest one where the output repeats itself', () => {
    const seen = bytes('tick\r\n'.repeat(100))
    expect(overlapOf(seen, seen)).toBe(seen.length)
    expect(overlapOf(seen, bytes('tick\r\n'.repeat(120)))).toBe(seen.length)
  })

  test('is none where something is missing, and a chance match is none', () => {
    expect(overlapOf(bytes(lines(1, 50)), bytes(lines(60, 90)))).toBe(0)
    expect(overlapOf(bytes(`${lines(1, 50)}login: `), bytes(`login: ${lines(60, 90)}`))).toBe(0)
    expect(overlapOf(bytes(lines(1, 50)), bytes(''))).toBe(0)
  })

  test('may be short where little was seen', () => {
    expect(overlapOf(bytes('login: '), bytes('login: root\r\n'))).toBe(7)
    expect(overlapOf(bytes(''), bytes('login: '))).toBe(0)
  })

  test('takes a few reads of each byte of the most there can be', () => {
    const seen = bytes('ab'.repeat(historyBytes / 2))
    const { replay, reads } = countReads(bytes(`${'ab'.repeat(historyBytes / 2 - 1)}ac`))
    expect(overlapOf(seen, replay)).toBe(historyBytes - 2)
    expect(reads()).toBeLessThan(8 * historyBytes)
  })
})

/** Counts how often single bytes are read. */
function countReads(own: Uint8Array) {
  let reads = 0
  const replay = new Proxy(own, {
    get(_, key) {
      if (typeof key === 'string' && key !== 'length') reads++
      return Reflect.get(own, key, own) as unknown
    },
  })
  return { replay, reads: () => reads }
}

test('the tail keeps the last bytes only', () => {
  const tail = new Tail()
  for (let at = 0; at < 400; at++) tail.push(new Uint8Array(1000).fill(at % 251))
  expect(tail.bytes()).toHaveLength(historyBytes)
  expect(tail.bytes().at(-1)).toBe(399 % 251)
  expect(tail.size).toBeLessThan(historyBytes + 1000)
})
