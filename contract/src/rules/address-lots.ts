import ipaddr from 'ipaddr.js'
import { rangeProblem } from './networks.ts'

/** Largest number of blocks in an address lot. */
export const maxLotBlocks = 1000

/** A range of addresses, both ends included. */
export interface AddressRange {
  first: string
  last: string
}

const bytesOf = (address: string): number[] => ipaddr.parse(address).toByteArray()

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return a.length - b.length || (at < 0 ? 0 : a[at]! - b[at]!)
}

/** Why blocks cannot form a lot, worded for a person; undefined when they can. All have valid addresses. */
export function blocksProblem(blocks: readonly AddressRange[]): string | undefined {
  if (blocks.length > maxLotBlocks) return `an address lot has at most ${maxLotBlocks} blocks`
  for (const { first, last } of blocks) {
    const problem = rangeProblem(first, last)
    if (problem) return `block ${first}-${last}: ${problem}`
  }
  const sorted = blocks
    .map((block) => ({ block, first: bytesOf(block.first), last: bytesOf(block.last) }))
    .toSorted((a, b) => compare(a.first, b.first))
  const at = sorted.findIndex((each, index) => index > 0 && compare(each.first, sorted[index - 1]!.last) <= 0)
  if (at < 0) return undefined
  const [other, own] = [sorted[at - 1]!.block, sorted[at]!.block]
  return `block ${own.first}-${own.last} overlaps ${other.first}-${other.last}`
}
