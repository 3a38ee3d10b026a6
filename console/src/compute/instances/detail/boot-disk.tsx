import type { Disk, Instance } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { ConflictError } from '~/shell/conflict.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import { instanceUpdateBody, updateInstance } from '../instance-update.ts'

/** Asks, then sets the disk that an instance boots from. @param wanted its id, or null for none. */
export function askBootDisk(instance: Instance, disk: Disk, wanted: string | null): void {
  let original = instance
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
      try {
        await updateInstance(original, { bootDiskId: wanted })
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error
        // Whoever confirms after reading this changes what is there now.
        original = error.fresh as Instance
        throw new Error(`${error.message} ${error.inWords()}. Confirm again to change it all the same.`, {
          cause: error,
        })
      }
      toast({ content: wanted ? <>Disk {name} set as boot disk</> : <>Disk {name} unset as boot disk</> })
    },
  })
}
