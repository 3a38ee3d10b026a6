import { describe, expect, test } from 'vitest'
import { DiskState } from '../compute/disks.ts'
import { diskCan, diskTransitional, type DiskStateName } from './disks.ts'

const diskStates = DiskState.options.map(({ shape }) => shape.state.value)
import { snapshotCan, snapshotStates, type SnapshotStateName } from './snapshots.ts'

const allowed: Record<keyof typeof diskCan, DiskStateName[]> = {
  delete: ['detached', 'faulted'],
  snapshot: ['attached', 'detached'],
  attach: ['creating', 'detached'],
  detach: ['attached'],
  setAsBootDisk: ['attached'],
  startImport: ['import_ready'],
  writeImport: ['importing_from_bulk_writes'],
  stopImport: ['importing_from_bulk_writes'],
  finalize: ['import_ready'],
  cancelImport: ['import_ready', 'importing_from_url', 'importing_from_bulk_writes', 'finalizing'],
}

describe.each(Object.entries(allowed))('disk: %s', (action, states) => {
  const rule = diskCan[action as keyof typeof diskCan]

  test.each(diskStates)('%s', (state) => {
    expect(rule(state)).toBe(states.includes(state))
    expect(rule({ state: { state } })).toBe(states.includes(state))
    const refused = rule.refusal({ state: { state } })?.startsWith(rule.sentence)
    expect(refused).toBe(states.includes(state) ? undefined : true)
  })
})

test('a disk whose deletion is locked can do all but be deleted', () => {
  for (const locked of [{ deletion_locked: true }, { deletionLocked: true }]) {
    const disk = { state: { state: 'detached' }, ...locked } as const
    expect(diskCan.delete.refusal(disk)).toBe('Deletion is locked. Unlock it first.')
    expect([diskCan.delete(disk), diskCan.attach(disk)]).toEqual([false, true])
  }
  expect(diskCan.delete({ state: { state: 'detached' }, deletion_locked: false })).toBe(true)
})

test('a snapshot waits for a disk in a transitional state', () => {
  expect(diskCan.snapshot.wait).toEqual(['creating', 'attaching', 'detaching', 'finalizing', 'maintenance'])
})

test('what another request is doing to a disk stands in the refusal', () => {
  expect(diskCan.detach.refusal('attaching')).toBe(
    'Only an attached disk can be detached: this one is being attached by another request, try again when that is done',
  )
  expect(diskCan.detach.refusal('faulted')).toBe(diskCan.detach.sentence)
})

test('refusals are whole sentences', () => {
  expect(diskCan.detach.sentence).toBe('Only an attached disk can be detached')
  expect(diskCan.startImport.sentence).toBe('Only an import ready disk can start an import')
})

test.each(diskStates)('%s is transitional or not', (state) => {
  // What is written to it, and when it is finished, is for the client to say.
  const importing = ['import_ready', 'importing_from_bulk_writes'].includes(state)
  const lasting = importing || ['detached', 'attached', 'destroyed', 'faulted'].includes(state)
  expect(diskTransitional(state)).toBe(!lasting)
  expect(diskTransitional({ state: { state } })).toBe(!lasting)
})

const allowedOfSnapshots: Record<keyof typeof snapshotCan, SnapshotStateName[]> = {
  createImage: ['ready'],
  createDisk: ['ready'],
  delete: ['ready', 'faulted'],
}

describe.each(Object.entries(allowedOfSnapshots))('snapshot: %s', (action, states) => {
  const rule = snapshotCan[action as keyof typeof snapshotCan]

  test.each(snapshotStates)('%s', (state) => {
    expect(rule({ state })).toBe(states.includes(state))
  })
})
