import { expect, test } from 'vitest'
import { type AddressRange, blocksProblem, maxLotBlocks } from './address-lots.ts'

const range = (text: string): AddressRange => {
  const [first, last] = text.split('-') as [string, string]
  return { first, last }
}
const problem = (...blocks: string[]) => blocksProblem(blocks.map(range))

test('blocks of either family, side by side, are those of a lot', () => {
  expect(problem()).toBeUndefined()
  expect(problem('10.0.0.128-10.0.0.255', '10.0.0.0-10.0.0.127', '::1-::ff')).toBeUndefined()
})

test('a block is a range of one family', () => {
  expect(problem('10.0.0.2-10.0.0.1')).toBe('block 10.0.0.2-10.0.0.1: Last address must not be lower than the first')
  expect(problem('10.0.0.2-::1')).toContain('must both be IPv4 or both IPv6')
})

test('blocks do not overlap, in whatever order they come', () => {
  const words = 'block 10.0.0.9-10.0.0.20 overlaps 10.0.0.1-10.0.0.9'
  expect(problem('10.0.0.9-10.0.0.20', '10.0.0.1-10.0.0.9')).toBe(words)
  expect(problem('10.0.0.1-10.0.0.9', '10.0.0.9-10.0.0.20')).toBe(words)
  expect(problem('fd00::1-fd00::1', 'fd00::1-fd00::1')).toContain('overlaps')
})

test('a lot has only so many', () => {
  const blocks = Array.from({ length: maxLotBlocks + 1 }, (_, at) => {
    const address = `10.0.${at >> 8}.${at & 255}`
    return `${address}-${address}`
  })
  expect(problem(...blocks.slice(1))).toBeUndefined()
  expect(problem(...blocks)).toBe('an address lot has at most 1000 blocks')
})
