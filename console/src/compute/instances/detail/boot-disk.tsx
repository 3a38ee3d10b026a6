import type { Disk, Instance } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import { instanceUpdateBody, updateInstance } from '../instance-update.ts'

/** Asks, then sets the disk that an instance boots from. @param wanted its id, or null for none. */
export function askBootDisk(instance: Instance, disk: Disk, wanted: string | null): void {
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
        <b>{instance.name}</b> no longer names <b>{disk.name}</b> to boot from. The disk stays attached.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('instanceUpdate', { path: { instance: instance.id }, body })} />,
    action: async () => {
      await updateInstance(instance, { bootDiskId: wanted })
      toast({ content: wanted ? <>Disk {name} set as boot disk</> : <>Disk {name} unset as boot disk</> })
    },
  })
}
