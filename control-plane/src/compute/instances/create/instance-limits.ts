import type { InstanceCreate, InstanceUpdate } from '@skerry/contract/compute/instances.ts'
import { firmwareRefusal } from '@skerry/contract/rules/capabilities.ts'
import { type InstanceFirmware, maxDisks, maxGroups } from '@skerry/contract/rules/instances.ts'
import { fromBase64 } from '../../../kernel/http/base64.ts'
import type { Call } from '../../../kernel/http/call.ts'
import { invalidRequest, invalidValue } from '../../../kernel/http/errors.ts'
import { bytesText, GIB } from '../../../kernel/values/bytes.ts'

const MAX_CPUS = 64
const MAX_MEMORY_GIB = 1024
const MAX_EXTERNAL_IPS = 32
const MAX_USER_DATA_BYTES = 32 * 1024

/** @throws 400 unless an instance may have so many CPUs and so much memory, in bytes */
export function checkComputeSize({ ncpus, memory }: Pick<InstanceUpdate, 'ncpus' | 'memory'>): void {
  if (ncpus < 1 || ncpus > MAX_CPUS) throw invalidValue('ncpus', `must be from 1 to ${MAX_CPUS}`)
  if (BigInt(memory) % BigInt(GIB) !== 0n || memory < GIB || memory > MAX_MEMORY_GIB * GIB)
    throw invalidValue('memory', `must be a whole number of GiB from 1 to ${MAX_MEMORY_GIB}, not ${bytesText(memory)}`)
}

/** @throws 400 where instances of this server cannot have that firmware */
export function checkFirmware({ services }: Pick<Call, 'services'>, firmware: InstanceFirmware): void {
  const refusal = firmwareRefusal(firmware, services.capabilities)
  if (refusal) throw invalidValue('firmware', `cannot be ${firmware}: ${refusal}`)
}

/** Checks the parts of a creation request that need no lookup. Returns the decoded user data. */
export function checkNew(body: InstanceCreate): Uint8Array {
  checkComputeSize(body)
  const attachments = [...(body.boot_disk ? [body.boot_disk] : []), ...body.disks]
  if (attachments.length > maxDisks) throw invalidRequest(`an instance can have at most ${maxDisks} disks`)
  const names = attachments.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw invalidRequest(`disk "${twice}" is named more than once`)
  const importing = attachments.find((disk) => disk.type === 'create' && disk.disk_source.type === 'importing_blocks')
  if (importing) throw invalidRequest(`disk "${importing.name}" is waiting for an import: it cannot be attached yet`)

  if (body.external_ips.length > MAX_EXTERNAL_IPS)
    throw invalidRequest(`an instance can have at most ${MAX_EXTERNAL_IPS} external IPs`)
  if (body.external_ips.filter(({ type }) => type === 'ephemeral').length > 1)
    throw invalidRequest('an instance can have at most one ephemeral IP')
  if (body.external_ips.length && body.network_interfaces.type === 'none')
    throw invalidRequest('an instance without network interfaces cannot have external IPs')
  if (body.anti_affinity_groups.length > maxGroups)
    throw invalidRequest(`an instance can be in at most ${maxGroups} anti-affinity groups`)

  const userData = fromBase64(body.user_data)
  if (!userData) throw invalidValue('user_data', 'must be base64')
  if (userData.length > MAX_USER_DATA_BYTES)
    throw invalidValue('user_data', `must be at most ${bytesText(MAX_USER_DATA_BYTES)}, not ${userData.length} B`)
  return userData
}
