import { describe, expect, test } from 'vitest'
import { PausedOutput, maxPausedBytes } from './paused-output.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('paused output', () => {
  test('is handed over whole and in order', () => {
    const paused = new PausedOutput()
    paused.push(bytes('one '))
    paused.push(bytes('two'))
    expect(paused.count).toBe(7)
    expect(paused.takeAll()).toEqual({ bytes: bytes('one two'), lost: 0 })
    expect(paused.count).toBe(0)
    expect(paused.takeAll()).toEqual({ bytes: bytes(''), lost: 0 })
  })

  test('loses the oldest beyond 1 MiB, and says how many', () => {
    const paused = new PausedOutput()
    paused.push(bytes('lost'))
    paused.push(new Uint8Array(maxPausedBytes - 1).fill(1))
    paused.push(bytes('x'))
    expect(paused.count).toBe(maxPausedBytes + 4)
    const { bytes: kept, lost } = paused.takeAll()
    expect({ lost, size: kept.length, first: kept[0], last: kept.at(-1) }).toEqual({
      lost: 4,
      size: maxPausedBytes,
      first: 1,
      last: 'x'.charCodeAt(0),
    })
  })
})
