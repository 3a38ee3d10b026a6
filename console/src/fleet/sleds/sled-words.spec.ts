import { expect, test } from 'vitest'
import { threadsWords, vcpusInUse } from './sled-words.ts'

const sled = (provisionedHardwareThreads: number | undefined, provisionableVcpus: number | undefined) => ({
  usableHardwareThreads: 16,
  ...(provisionedHardwareThreads !== undefined && { provisionedHardwareThreads }),
  ...(provisionableVcpus !== undefined && { provisionableVcpus }),
})

test('vCPUs in use are compared with those that a sled may have, and these are explained', () => {
  expect(vcpusInUse(sled(64, 64))).toBe('64 / 64')
  expect(threadsWords(sled(64, 64))).toBe('16 threads × 4')
  expect(threadsWords(sled(0, 20))).toBe('16 threads × 1.25')
  expect([vcpusInUse(sled(3, 16)), threadsWords(sled(3, 16))]).toEqual(['3 / 16', '16 threads'])
})

test('a server that reports less is compared with the threads, or not at all', () => {
  expect(vcpusInUse(sled(8, undefined))).toBe('8 / 16')
  expect(vcpusInUse(sled(undefined, 64))).toBeNull()
})
