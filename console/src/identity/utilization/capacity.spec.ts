import { expect, test } from 'vitest'
import type { Sled } from '~/api/types.gen.ts'
import { physicalCapacity } from './capacity.ts'

const sled = (policy: Sled['policy'], usableHardwareThreads: number, usablePhysicalRam: number) =>
  ({ policy, usableHardwareThreads, usablePhysicalRam }) as Sled

const inService = { kind: 'in_service', provisionPolicy: 'non_provisionable' } as const

test('only sleds in service count, and what is usable of them is rounded up', () => {
  const capacity = physicalCapacity([
    sled(inService, 64, 100 * 2 ** 30),
    sled(inService, 65, 101 * 2 ** 30),
    sled({ kind: 'expunged' }, 64, 100 * 2 ** 30),
  ])
  // 0.7 of 129 threads, of 201 GiB, and of 2 times 29.088 TiB.
  expect(capacity).toEqual({ cpus: 91, memory: 141 * 2 ** 30, storage: 41 * 2 ** 40, isEstimate: true })
})

test('where sleds report their storage, nothing is estimated', () => {
  const reporting = { ...sled(inService, 4, 2 ** 33), provisionableVcpus: 16, provisionableStorage: 2 ** 38 }
  expect(physicalCapacity([reporting])).toEqual({ cpus: 16, memory: 2 ** 33, storage: 2 ** 38, isEstimate: false })
})

test('what is whole stays so', () => {
  expect(physicalCapacity([sled(inService, 10, 10 * 2 ** 30)])).toMatchObject({ cpus: 7, memory: 7 * 2 ** 30 })
  expect(physicalCapacity([])).toMatchObject({ cpus: 0, memory: 0, storage: 0 })
})
