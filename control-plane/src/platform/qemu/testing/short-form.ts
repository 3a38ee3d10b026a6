import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { onQemu } from './qemu-site.ts'

/** `npm test` runs a part of what takes minutes on real machines, and `npm test -- machines` all of it. */
export const isShort = process.env['SKERRY_TEST_MACHINES'] === 'short'

/** Real machines, on which the short form runs the tests of these names alone. */
export const onQemuShort = (...only: readonly string[]): PlatformUnderTest => (isShort ? { ...onQemu, only } : onQemu)

/** All of a table, or the first row. */
export const firstInShort = <Row>(rows: readonly Row[]): readonly Row[] => (isShort ? rows.slice(0, 1) : rows)
