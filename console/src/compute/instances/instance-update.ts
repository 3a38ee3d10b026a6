import { api } from '~/api/api.ts'
import { ApiError } from '~/api/errors.ts'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Instance, InstanceUpdate } from '~/api/types.gen.ts'
import { ConflictError, type Difference } from '~/shell/conflict.tsx'
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

async function readTagged(id: string): Promise<{ fresh: Instance; etag: string | null }> {
  const result = await api.instanceView({ path: { instance: id } })
  if (result.type !== 'success') throw new ApiError('instanceView', result)
  return { fresh: result.data, etag: result.headers.get('etag') }
}

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
export async function updateInstance(original: Instance, change: InstanceChange, tries = 3): Promise<Instance> {
  const { fresh, etag } = await readTagged(original.id)
  const found = differences(original, fresh, change)
  if (found.length > 0) throw new ConflictError(fresh, found)
  const request = { path: { instance: original.id }, body: instanceUpdateBody(fresh, change) }
  try {
    return await apiCall('instanceUpdate', request, etag ? { headers: { 'if-match': etag } } : {})
  } catch (error) {
    if (!(error instanceof ApiError && error.statusCode === 412) || tries <= 1) throw error
    // Written between our reading and our writing: where it was another field, the next try goes through.
    return updateInstance(original, change, tries - 1)
  } finally {
    void refreshAfter('instanceUpdate')
  }
}
