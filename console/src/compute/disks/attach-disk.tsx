import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { apiCall, refreshAfter, wholeListQuery } from '~/api/queries.ts'
import type { Disk } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { addActivity } from '~/shell/activity.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { pathTo } from '~/shell/path.ts'
import { stateLabel } from '~/ui/badge.tsx'
import { toast } from '~/ui/toast.ts'

interface AttachDiskProps {
  project: string
  disk: Disk
  onClose: () => void
}

/** Gives a disk to an instance of its project. */
export default function AttachDisk({ project, disk, onClose }: AttachDiskProps) {
  const instances = useQuery(wholeListQuery('instanceList', { query: { project } })).data
  const form = useForm<{ instance: string }>({ defaultValues: { instance: '' }, saveKey: `attach ${disk.id}` })
  const request = ({ instance }: { instance: string }) => ({ path: { instance }, body: { disk: disk.id } })
  return (
    <ModalForm
      form={form}
      title={`Attach disk ${disk.name}`}
      submitLabel="Attach disk"
      onClose={onClose}
      onSubmit={async (values) => {
        await apiCall('instanceDiskAttach', request(values))
        const to = pathTo('/projects/$project/disks/$disk', { project, disk: disk.name })
        const watched = { kind: 'disk', id: disk.id, wanted: 'attached' } as const
        addActivity({ verb: 'Attach disk', name: disk.name, to, watched })
        toast({
          content: (
            <>
              Attaching disk <b className="font-medium">{disk.name}</b>
            </>
          ),
        })
        void refreshAfter('instanceDiskAttach')
      }}
      copyAs={<CopyAs form={form} request={(values) => copyRequest('instanceDiskAttach', request(values))} />}
    >
      <ComboboxField
        control={form.control}
        name="instance"
        label="Instance"
        required
        items={instances?.map((instance) => ({
          value: instance.id,
          label: instance.name,
          description: stateLabel(instance.runState),
          disabled: instanceCan.attachDisk.refusal(instance) ?? false,
        }))}
      />
    </ModalForm>
  )
}
