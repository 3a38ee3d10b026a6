import { describe, expect, it } from 'vitest'
import { RingBuffer } from './ring-buffer.ts'

const bytesAt = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, i) => (from + i) % 251)

describe('RingBuffer', () => {
  it.each([[[1]], [[7, 4090, 3, 5000, 1]], [[20_000]], [[9999, 10_000, 10_001]], [[4096, 4096, 4096, 4096]]])(
    'are the last that were written, in pieces of %j',
    (pieces) => {
      const most = 10_000
      const held = new RingBuffer(most)
      let end = 0
      for (let round = 0; round < 20; round++)
        for (const length of pieces) {
          held.push(bytesAt(end, end + length))
          end += length
          expect([held.start, held.end]).toEqual([Math.max(0, end - most), end])
          expect(Buffer.compare(held.from(held.start), bytesAt(held.start, end))).toBe(0)
          const middle = Math.floor((held.start + end) / 2)
          expect(Buffer.compare(held.from(middle), bytesAt(middle, end))).toBe(0)
        }
      expect(held.from(end)).toHaveLength(0)
    },
  )
})
