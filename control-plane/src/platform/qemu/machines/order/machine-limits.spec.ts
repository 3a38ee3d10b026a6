import { expect, test } from 'vitest'
import { plainOrder } from '../../testing/plain-order.ts'
import { machineLimits } from './machine-limits.ts'

const [MiB, GiB] = [2 ** 20, 2 ** 30]

test('a machine may use its memory and processors, and what QEMU needs beside them', () => {
  const order = plainOrder({ cpus: 2, memoryBytes: 4 * GiB })
  const limits = { memoryBytes: (4096 + 64 + 512 + 256) * MiB, cpus: 4, weight: 200, tasks: 258 }
  expect(machineLimits(order, 'kvm')).toEqual(limits)
  expect(machineLimits(order, 'tcg')).toEqual({ ...limits, memoryBytes: limits.memoryBytes + GiB })
  const small = plainOrder({ memoryBytes: GiB })
  expect(machineLimits(small, 'tcg').memoryBytes - machineLimits(small, 'kvm').memoryBytes).toBe(256 * MiB)
})

test('each disk adds the memory of its tables', () => {
  const [disk] = plainOrder().disks
  const bytesWith = (count: number) =>
    machineLimits(plainOrder({ disks: Array.from({ length: count }, () => disk!) }), 'kvm').memoryBytes
  expect(bytesWith(8) - bytesWith(0)).toBe(8 * 256 * MiB)
})

test('the share of the largest machine is one that the kernel takes', () => {
  expect(machineLimits(plainOrder({ cpus: 255 }), 'kvm').weight).toBe(10_000)
})
