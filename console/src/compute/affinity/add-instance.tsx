import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { wholeListQuery } from '~/api/queries.ts'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { InstanceField } from '~/shell/things/instance-field.tsx'
import type { Member } from './group-actions.tsx'
import type { Group } from './kinds.ts'

interface AddInstanceProps {
  group: Group
  /** Name or id of the URL. */
  project: string
  members: readonly Member[]
  onClose: () => void
}

export default function AddInstance({ group: { kind, ...group }, project, members, onClose }: AddInstanceProps) {
  const form = useForm<{ instance: string | null }>({ defaultValues: { instance: null }, saveKey: 'add instance' })
  const instances = useQuery(wholeListQuery('instanceList', { query: { project } }))
  const taken = new Set(members.map(({ id }) => id))
  return (
    <RequestModal
      form={form}
      title="Add instance"
      onClose={onClose}
      method={kind.addMember}
      request={({ instance }) => ({ path: { ...kind.pathOf(group.id), instance: instance ?? '' } })}
      outcome={({ value }) => outcome('Instance', value.name, 'added to', group.name)}
    >
      <InstanceField
        control={form.control}
        name="instance"
        instances={instances}
        offered={({ id }) => !taken.has(id)}
        refusal={instanceCan.joinAffinityGroup.refusal}
        hint="Only stopped instances can be added"
      />
    </RequestModal>
  )
}
