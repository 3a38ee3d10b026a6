import type { Disk, Instance } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { fetchCode } from '~/lib/code.ts'
import { confirm } from '~/lib/confirm.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { instanceUpdateBody } from '../written.ts'

interface BootDiskChange {
  instance: Instance
  /** Those that are attached. */
  disks: readonly Disk[]
  disk: Disk
  /** Its id, or null for none. */
  wanted: string | null
}

export function askBootDisk({ instance, disks, disk, wanted }: BootDiskChange): void {
  const body = instanceUpdateBody(instance, { bootDiskId: wanted })
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
    action: async () => {
      const { changeBootDisk } = await fetchCode(() => import('../instance-update.ts'))
      const done = wanted ? 'set as boot disk' : 'unset as boot disk'
      return changeBootDisk(instance, disks, wanted, () => toast({ content: outcome('Disk', disk.name, done) }))
    },
  })
}
