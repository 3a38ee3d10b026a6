import type { Instance, InstanceUpdate } from '~/api/types.gen.ts'

/** What a write of an instance sends: all of it. Some servers have no firmware to choose. */
export type Written = Required<Pick<Instance, 'ncpus' | 'memory' | 'bootDiskId' | 'autoRestartPolicy'>> &
  Pick<Instance, 'firmware'>

export const writtenOf = ({ ncpus, memory, bootDiskId, autoRestartPolicy, firmware }: Instance): Written => ({
  ncpus,
  memory,
  bootDiskId: bootDiskId ?? null,
  autoRestartPolicy: autoRestartPolicy ?? null,
  firmware,
})

/** The whole that a change sends: what it leaves alone goes along as it is. */
export const instanceUpdateBody = (instance: Instance, change: Partial<Written>): InstanceUpdate =>
  bodyOf({ ...writtenOf(instance), ...change })

export const bodyOf = ({ bootDiskId, ...rest }: Written): InstanceUpdate => ({ ...rest, bootDisk: bootDiskId })
