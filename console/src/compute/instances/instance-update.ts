import type { Instance, InstanceUpdate } from '~/api/types.gen.ts'
import { ConflictError, type Difference } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'
import { formatBytes } from '~/ui/format/numbers.ts'

/** What an update writes of an instance. */
type Written = Pick<Instance, 'ncpus' | 'memory' | 'bootDiskId' | 'autoRestartPolicy'>
export type InstanceChange = Partial<Written>

const label: Record<keyof Written, string> = {
  ncpus: 'vCPUs',
  memory: 'Memory',
  bootDiskId: 'Boot disk',
  autoRestartPolicy: 'Auto-restart policy',
}

const inWords = ({ ncpus, memory, bootDiskId, autoRestartPolicy }: Written): Record<keyof Written, string> => ({
  ncpus: String(ncpus),
  memory: formatBytes(Number(memory)),
  bootDiskId: bootDiskId ?? 'none',
  autoRestartPolicy: (autoRestartPolicy ?? 'default').replace('_', ' '),
})

const fieldsOf = (change: InstanceChange) => Object.keys(change) as (keyof Written)[]

/** What somebody else changed of what the change would overwrite. */
const differences = (original: Instance, fresh: Instance, change: InstanceChange): Difference[] =>
  fieldsOf(change)
    .map((key) => ({ what: label[key], before: inWords(original)[key], now: inWords(fresh)[key] }))
    .filter(({ before, now }) => before !== now)

/** The whole that a change sends: what it leaves alone goes along as it is. */
export const instanceUpdateBody = (instance: Instance, change: InstanceChange): InstanceUpdate => {
  const { ncpus, memory, bootDiskId, autoRestartPolicy } = { ...instance, ...change }
  return { ncpus, memory, bootDisk: bootDiskId ?? null, autoRestartPolicy: autoRestartPolicy ?? null }
}

/**
 * Changes some fields of an instance, without overwriting anybody.
 * @param original the copy that the form began with.
 * @throws ConflictError<Instance> where one of those fields is not what it was; nothing is written then.
 */
export async function updateInstance(original: Instance, change: InstanceChange): Promise<Instance> {
  const at = { path: { instance: original.id } }
  return rewrite({
    view: 'instanceView',
    at,
    update: 'instanceUpdate',
    request: (fresh) => {
      const found = differences(original, fresh, change)
      if (found.length > 0) throw new ConflictError(fresh, found)
      return { ...at, body: instanceUpdateBody(fresh, change) }
    },
  })
}
