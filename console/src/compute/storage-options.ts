import type { Disk, Image, Snapshot } from '~/api/types.gen.ts'
import type { ListItem } from '~/form/listbox.tsx'
import { formatBytes } from '~/lib/format/numbers.ts'
import { formatDay } from '~/lib/format/time.ts'
import { stateLabel } from '~/ui/badge.tsx'

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ')

export const imageOption = ({ id, name, os, version, size, projectId }: Image): ListItem => ({
  value: id,
  label: name,
  description: joined(`${os} ${version}`, formatBytes(Number(size)), projectId ? 'Project' : 'Silo'),
})

export const snapshotOption = ({ id, name, size, timeCreated }: Snapshot, disk: Disk | undefined): ListItem => ({
  value: id,
  label: name,
  description: joined(formatDay(timeCreated), disk?.name, formatBytes(Number(size))),
})

export const diskOption = ({ id, name, size, state }: Disk, refusal: string | undefined): ListItem => ({
  value: id,
  label: name,
  description: joined(formatBytes(Number(size)), stateLabel(state.state)),
  refusal: refusal ?? false,
})
