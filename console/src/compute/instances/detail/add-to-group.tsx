import type { AffinityGroup, Instance } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { RequestModal } from '~/shell/request-modal.tsx'
import { useForm } from '~/form/use-form.ts'
import type { GroupKind } from '~/compute/affinity/kinds.ts'

interface AddToGroupProps {
  kind: GroupKind
  instance: Instance
  /** Those it is not in. */
  groups: readonly AffinityGroup[]
  onClose: () => void
}

/** Puts an instance into a group of its project. */
export default function AddToGroup({ kind, instance, groups, onClose }: AddToGroupProps) {
  const form = useForm<{ group: string }>({ defaultValues: { group: '' }, saveKey: 'add to group' })
  return (
    <RequestModal
      form={form}
      title={`Add to ${kind.thing}`}
      submitLabel="Add to group"
      onClose={onClose}
      method={kind.addMember}
      request={({ group }) => ({ path: { ...kind.pathOf(group), instance: instance.id } })}
      outcome={(_, { group }) =>
        outcome('Instance', instance.name, 'added to', groups.find(({ id }) => id === group)?.name)
      }
    >
      <ComboboxField
        control={form.control}
        name="group"
        label="Group"
        required
        items={groups.map(({ id, name, description }) => ({ value: id, label: name, description }))}
      />
    </RequestModal>
  )
}
