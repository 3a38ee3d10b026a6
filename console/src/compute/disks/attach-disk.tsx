import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { wholeListQuery } from '~/api/queries.ts'
import type { Disk } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { follow } from '~/shell/activity/follow.ts'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { InstanceField } from '~/shell/things/instance-field.tsx'

interface AttachDiskProps {
  project: string
  disk: Disk
  onClose: () => void
}

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
      <InstanceField
        control={form.control}
        name="instance"
        instances={instances}
        refusal={instanceCan.attachDisk.refusal}
      />
    </RequestModal>
  )
}
