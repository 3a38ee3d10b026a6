import { expect, it } from 'vitest'
import { limitWarnings } from './over-limits.tsx'

const gib = 2 ** 30
const provisioned = { cpus: 6, memory: 6 * gib, storage: 60 * gib }
const capacity = { cpus: 8, memory: 8 * gib, storage: 80 * gib }
const quota = { capacity, provisioned }

it('what the quota has left is no reason to warn', () => {
  expect(limitWarnings({ cpus: 2, memory: 2 * gib, storage: 20 * gib }, quota)).toEqual([])
  expect(limitWarnings({}, quota)).toEqual([])
  expect(limitWarnings({ storage: Number.NaN }, quota)).toEqual([])
})

it('each resource beyond the quota is a warning, also where the quota was lowered below the use', () => {
  expect(limitWarnings({ cpus: 3, memory: 2 * gib, storage: 21 * gib }, quota)).toEqual([
    "3 vCPUs asked for, 2 vCPUs left in the silo's quota.",
    "21 GiB asked for, 20 GiB left in the silo's quota.",
  ])
  const lowered = { capacity: { ...capacity, cpus: 1 }, provisioned }
  expect(limitWarnings({ cpus: 1 }, lowered)).toEqual(["1 vCPU asked for, 0 vCPUs left in the silo's quota."])
})

it('the hardware is named beside the quota, each where it has less left', () => {
  const hardwareLeft = { cpus: 1, memory: 99 * gib, storage: 19.5 * gib }
  expect(limitWarnings({ cpus: 3, memory: 3 * gib, storage: 20 * gib }, { ...quota, hardwareLeft })).toEqual([
    '3 vCPUs asked for, 1 vCPU left on the hardware.',
    "3 vCPUs asked for, 2 vCPUs left in the silo's quota.",
    "3 GiB asked for, 2 GiB left in the silo's quota.",
    '20 GiB asked for, 19.5 GiB left on the hardware.',
  ])
})
