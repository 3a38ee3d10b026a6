import { expect, test } from 'vitest'
import type { Sled } from '~/api/types.gen.ts'
import { physicalCapacity, takenOf } from './capacity.ts'

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
  expect(capacity).toEqual({ threads: 129, cpus: 91, memory: 141 * 2 ** 30, storage: 41 * 2 ** 40, isEstimate: true })
})

test('where sleds report their storage, nothing is estimated', () => {
  const reporting = { ...sled(inService, 4, 2 ** 33), provisionableVcpus: 16, provisionableStorage: 2 ** 38 }
  const amounts = { threads: 4, cpus: 16, memory: 2 ** 33, storage: 2 ** 38 }
  expect(physicalCapacity([reporting])).toEqual({ ...amounts, isEstimate: false })
})

test('of storage, what the server has left decides: images take it too', () => {
  const reporting = { ...sled(inService, 4, 2 ** 33), provisionableVcpus: 16, provisionableStorage: 800 * 2 ** 30 }
  const provisioned = { cpus: 2, memory: 2 ** 32, storage: 20 * 2 ** 30 }
  const left = { cpus: 1, memory: 2 ** 30, storage: 773 * 2 ** 30 }
  const capacity = physicalCapacity([reporting])
  expect(takenOf(capacity, provisioned, left)).toEqual({ ...provisioned, storage: 27 * 2 ** 30 })
  expect(takenOf(capacity, provisioned, undefined)).toEqual(provisioned)
  expect(takenOf(physicalCapacity([sled(inService, 4, 2 ** 33)]), provisioned, left)).toEqual(provisioned)
})

test('what is whole stays so', () => {
  expect(physicalCapacity([sled(inService, 10, 10 * 2 ** 30)])).toMatchObject({ cpus: 7, memory: 7 * 2 ** 30 })
  expect(physicalCapacity([])).toMatchObject({ cpus: 0, memory: 0, storage: 0 })
})
