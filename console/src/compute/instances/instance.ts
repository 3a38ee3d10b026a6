import { instanceAutoRestart, instanceTransitional } from '@skerry/contract/rules/instances.ts'
import type { Instance, InstanceUpdate } from '~/api/types.gen.ts'

/** ms until the instance is read again: it is on its way, about to be restarted, cooling down, or at rest. */
export function pollInstanceEvery(instance: Instance | undefined): number | false {
  if (!instance) return false
  const restart = instanceAutoRestart(instance)
  if (instanceTransitional(instance) || restart === 'due') return 2000
  return restart === 'cooling' && 30_000
}

export const maxDisks = 12
export const maxGroups = 16

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
