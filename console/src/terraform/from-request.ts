import type { DiskCreate, InstanceCreate, InstanceDiskAttachment } from '~/api/types.gen.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { type At, type Entry, entry } from './bodies.ts'
import { textOf } from './document.ts'
import { kindCreatedBy } from './kinds.ts'

/** The code that makes what a create request would make; empty where Terraform has no resource for it. */
export const requestToTerraform = (request: CopyRequest): string => textOf({ entries: entriesOf(request) })

/** The resources of a create request, which may create several things. */
export function entriesOf({ operation, params, query, body, secrets = [] }: CopyRequest): Entry[] {
  const kind = kindCreatedBy(operation)
  if (!kind) return []
  const at: At = { ...query, ...params }
  if (kind === 'instance') return instanceEntries(body as InstanceCreate, at, secrets)
  return [entry(kind, { at, body: body as never, secrets })]
}

/** An instance, after the disks that its request creates: Terraform attaches disks of their own. */
function instanceEntries(body: InstanceCreate, at: At, secrets: readonly string[]): Entry[] {
  const attachments = [...(body.bootDisk ? [body.bootDisk] : []), ...(body.disks ?? [])]
  const disks = attachments.flatMap((attachment) => (attachment.type === 'create' ? [diskOf(attachment)] : []))
  return [...disks.map((disk) => entry('disk', { at, body: disk })), entry('instance', { at, body, secrets })]
}

const diskOf = ({ name, description, size, diskSource }: InstanceDiskAttachment & { type: 'create' }): DiskCreate => ({
  name,
  description,
  size,
  diskSource,
})
