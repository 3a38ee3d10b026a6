import type { Disk, Instance } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { makeChange } from '~/shell/make-change.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import { instanceUpdateBody, updateInstance, writtenOf } from '../instance-update.ts'

interface BootDiskChange {
  instance: Instance
  /** Those that are attached. */
  disks: readonly Disk[]
  disk: Disk
  /** Its id, or null for none. */
  wanted: string | null
}

export function askBootDisk({ instance, disks, disk, wanted }: BootDiskChange): void {
  const diskName = (id: string) => disks.find((each) => each.id === id)?.name ?? id
  const base = writtenOf(instance)
  const body = instanceUpdateBody(instance, { bootDiskId: wanted })
  const name = <b className="font-medium">{disk.name}</b>
  void confirm({
    title: wanted ? 'Set boot disk' : 'Unset boot disk',
    body: wanted ? (
      <>
        <b>{instance.name}</b> will boot from <b>{disk.name}</b> when it starts.
      </>
    ) : (
      <>
        <b>{instance.name}</b> no longer boots from <b>{disk.name}</b>. The disk stays attached.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('instanceUpdate', { path: { instance: instance.id }, body })} />,
    action: () =>
      makeChange(instance.name, base, { ...base, bootDiskId: wanted }, async (before, mine) => {
        await updateInstance(instance.id, before, mine, diskName)
        toast({ content: wanted ? <>Disk {name} set as boot disk</> : <>Disk {name} unset as boot disk</> })
      }),
  })
}
