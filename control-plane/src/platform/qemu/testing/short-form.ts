import { expect, test } from 'vitest'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { onQemu } from './qemu-site.ts'

/** `npm test` runs a part of what takes minutes on real machines, and `npm test -- machines` all of it. */
export const isShort = process.env['SKERRY_TEST_MACHINES'] === 'short'

/** Real machines, on which the short form runs the tests of these names alone. */
export function onQemuShort(...only: readonly string[]): PlatformUnderTest {
  if (!isShort) return onQemu
  const defined = new Set<string>()
  test('each test that the short form names is defined', () => {
    expect(only.filter((name) => !defined.has(name))).toEqual([])
  })
  const runs = (name: string) => {
    defined.add(name)
    return only.includes(name)
  }
  return { ...onQemu, runs }
}

/** All of a table, or the first row. */
export const firstInShort = <Row>(rows: readonly Row[]): readonly Row[] => (isShort ? rows.slice(0, 1) : rows)
