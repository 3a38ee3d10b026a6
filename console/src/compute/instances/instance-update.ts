import type { ReactNode } from 'react'
import type { Disk, Instance } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { makeChange } from '~/shell/conflict/make-change.tsx'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { fields, whole } from '~/shell/conflict/three-way.ts'
import { bodyOf, type Written, writtenOf } from './written.ts'

const mergeInstances = (diskName: (id: string) => ReactNode) =>
  fields<Written>({
    ncpus: whole('vCPUs', String),
    memory: whole('Memory', (memory) => formatBytes(Number(memory))),
    bootDiskId: whole('Boot disk', (id) => (id ? diskName(id) : 'none')),
    firmware: whole('Firmware', (firmware) => firmware ?? 'auto'),
    autoRestartPolicy: whole('Auto-restart policy', (policy) => (policy ?? 'default').replace('_', ' ')),
  })

/**
 * Puts a change of an instance onto what is there now.
 * @param diskName words for the id of a boot disk
 * @throws ConflictError<Written> where somebody else changed the same; nothing is written then
 */
export const updateInstance = (
  instance: string,
  base: Written,
  mine: Written,
  diskName: (id: string) => ReactNode = (id) => id,
): Promise<Instance> =>
  writeMerged(
    {
      view: 'instanceView',
      at: { path: { instance } },
      update: 'instanceUpdate',
      read: writtenOf,
      merge: mergeInstances(diskName),
      request: (merged) => ({ path: { instance }, body: bodyOf(merged) }),
    },
    base,
    mine,
  )

/** Sets the boot disk, or none. @param disks those that are attached @param done called once it is written */
export function changeBootDisk(
  instance: Instance,
  disks: readonly Disk[],
  bootDiskId: string | null,
  done: () => void,
) {
  const diskName = (id: string) => disks.find((each) => each.id === id)?.name ?? id
  const base = writtenOf(instance)
  return makeChange(instance.name, base, { ...base, bootDiskId }, async (before, mine) => {
    await updateInstance(instance.id, before, mine, diskName)
    done()
  })
}
