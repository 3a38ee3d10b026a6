import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { wholeListQuery } from '~/api/queries.ts'
import type { Disk } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { useForm } from '~/form/use-form.ts'
import { failureOf } from '~/shell/reads.ts'
import { follow } from '~/shell/follow.ts'
import { outcome } from '~/shell/outcome.tsx'
import { pathTo } from '~/shell/path.ts'
import { RequestModal } from '~/shell/request-modal.tsx'
import { stateLabel } from '~/ui/badge.tsx'

interface AttachDiskProps {
  project: string
  disk: Disk
  onClose: () => void
}

/** Gives a disk to an instance of its project. */
export default function AttachDisk({ project, disk, onClose }: AttachDiskProps) {
  const instances = useQuery(wholeListQuery('instanceList', { query: { project } }))
  const form = useForm<{ instance: string }>({ defaultValues: { instance: '' }, saveKey: `attach ${disk.id}` })
  return (
    <RequestModal
      form={form}
      title={`Attach disk ${disk.name}`}
      submitLabel="Attach disk"
      onClose={onClose}
      method="instanceDiskAttach"
      request={({ instance }) => ({ path: { instance }, body: { disk: disk.id } })}
      outcome={({ state }) => {
        const to = pathTo('/projects/$project/disks/$disk', { project, disk: disk.name })
        const watched = { kind: 'disk', id: disk.id, wanted: 'attached' } as const
        const isDone = follow({ verb: 'Attach disk', name: disk.name, to, watched }, state.state)
        return outcome('Disk', disk.name, isDone ? 'attached' : 'is being attached')
      }}
    >
      <ComboboxField
        control={form.control}
        name="instance"
        label="Instance"
        required
        failure={failureOf(instances)}
        items={instances.data?.map((instance) => ({
          value: instance.id,
          label: instance.name,
          description: stateLabel(instance.runState),
          disabled: instanceCan.attachDisk.refusal(instance) ?? false,
        }))}
      />
    </RequestModal>
  )
}
