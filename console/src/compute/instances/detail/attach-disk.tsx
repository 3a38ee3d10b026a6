import { diskCan } from '@skerry/contract/rules/disks.ts'
import { useQuery } from '@tanstack/react-query'
import { apiCall, refreshAfter, wholeListQuery } from '~/api/queries.ts'
import type { Disk, Instance } from '~/api/types.gen.ts'
import { diskOption } from '~/compute/storage-options.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { follow } from '~/shell/activity/follow.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { InstanceParams } from '../queries.ts'

export interface DiskFormProps {
  params: InstanceParams
  instance: Instance
  onClose: () => void
}

export async function attachDisk({ params, instance }: DiskFormProps, { id, name }: Disk): Promise<void> {
  const { state } = await apiCall('instanceDiskAttach', {
    path: { instance: instance.id },
    body: { disk: id },
  }).finally(() => void refreshAfter('instanceDiskAttach'))
  const to = pathTo('/projects/$project/disks/$disk', { project: params.project, disk: name })
  const watched = { kind: 'disk', id, wanted: 'attached' } as const
  const isDone = follow({ verb: 'Attach disk', name, to, watched }, state.state)
  toast({ content: outcome('Disk', name, isDone ? 'attached' : 'is being attached') })
}

export default function AttachDisk(props: DiskFormProps) {
  const { params, instance, onClose } = props
  const query = useQuery(wholeListQuery('diskList', { query: { project: params.project } }))
  const disks = query.data?.filter((disk) => diskCan.attach(disk))
  const form = useForm<{ disk: string }>({ defaultValues: { disk: '' }, saveKey: 'attach disk' })
  return (
    <ModalForm
      form={form}
      title="Attach existing disk"
      submitLabel="Attach disk"
      onClose={onClose}
      onSubmit={async ({ disk }) => {
        const chosen = disks?.find(({ id }) => id === disk)
        if (chosen) await attachDisk(props, chosen)
      }}
      copyAs={
        <CopyAs
          form={form}
          request={({ disk }) => copyRequest('instanceDiskAttach', { path: { instance: instance.id }, body: { disk } })}
        />
      }
    >
      <ComboboxField
        control={form.control}
        name="disk"
        label="Disk"
        required
        hint="Only detached disks of this project can be attached"
        failure={failureOf(query)}
        items={disks?.map((disk) => diskOption(disk, undefined))}
      />
    </ModalForm>
  )
}
