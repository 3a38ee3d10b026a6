import type { ReactNode } from 'react'
import type { Instance, InstanceUpdate } from '~/api/types.gen.ts'
import { writeMerged } from '~/shell/rewrite.ts'
import { fields, whole } from '~/shell/three-way.ts'
import { formatBytes } from '~/ui/format/numbers.ts'

export type Written = Required<Pick<Instance, 'ncpus' | 'memory' | 'bootDiskId' | 'autoRestartPolicy'>>
type InstanceChange = Partial<Written>

export const writtenOf = ({ ncpus, memory, bootDiskId, autoRestartPolicy }: Instance): Written => ({
  ncpus,
  memory,
  bootDiskId: bootDiskId ?? null,
  autoRestartPolicy: autoRestartPolicy ?? null,
})

const mergeInstances = (diskName: (id: string) => ReactNode) =>
  fields<Written>({
    ncpus: whole('vCPUs', String),
    memory: whole('Memory', (memory) => formatBytes(Number(memory))),
    bootDiskId: whole('Boot disk', (id) => (id ? diskName(id) : 'none')),
    autoRestartPolicy: whole('Auto-restart policy', (policy) => (policy ?? 'default').replace('_', ' ')),
  })

/** The whole that a change sends: what it leaves alone goes along as it is. */
export const instanceUpdateBody = (instance: Instance, change: InstanceChange): InstanceUpdate =>
  bodyOf({ ...writtenOf(instance), ...change })

const bodyOf = ({ bootDiskId, ...rest }: Written): InstanceUpdate => ({ ...rest, bootDisk: bootDiskId })

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
