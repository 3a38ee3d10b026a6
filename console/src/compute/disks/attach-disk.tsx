import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { wholeListQuery } from '~/api/queries.ts'
import type { Disk } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import type { DialogFor } from '~/shell/actions/use-actions.tsx'
import { follow } from '~/shell/activity/follow.ts'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { InstanceField } from '~/shell/things/instance-field.tsx'
import { disk } from './disk.ts'

export default function AttachDisk({ thing: { id, name }, project, onClose }: DialogFor<Disk>) {
  const instances = useQuery(wholeListQuery('instanceList', { query: { project } }))
  const form = useForm<{ instance: string }>({ defaultValues: { instance: '' }, saveKey: `attach ${id}` })
  return (
    <RequestModal
      form={form}
      title={`Attach disk ${name}`}
      submitLabel="Attach disk"
      onClose={onClose}
      method="instanceDiskAttach"
      request={({ instance }) => ({ path: { instance }, body: { disk: id } })}
      outcome={({ state }) => {
        const watched = { kind: 'disk', id, wanted: 'attached' } as const
        const isDone = follow({ verb: 'Attach disk', name, to: disk.path(project, name), watched }, state.state)
        return outcome('Disk', name, isDone ? 'attached' : 'is being attached')
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
