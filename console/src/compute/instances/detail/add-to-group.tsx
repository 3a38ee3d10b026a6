import { useQuery } from '@tanstack/react-query'
import type { AffinityGroup, Instance } from '~/api/types.gen.ts'
import type { GroupKind } from '~/compute/affinity/kinds.ts'
import { groupsQuery } from '~/compute/affinity/queries.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { failureOf } from '~/shell/page/reads.ts'

interface AddToGroupProps {
  kind: GroupKind
  /** Name or id of the URL. */
  project: string
  instance: Instance
  /** Those it is in. */
  joined: readonly AffinityGroup[]
  onClose: () => void
}

export default function AddToGroup({ kind, project, instance, joined, onClose }: AddToGroupProps) {
  const groups = useQuery(groupsQuery(kind, project))
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
        outcome('Instance', instance.name, 'added to', groups.data?.find(({ id }) => id === group)?.name)
      }
    >
      <ComboboxField
        control={form.control}
        name="group"
        label="Group"
        required
        items={groups.data
          ?.filter(({ id }) => !joined.some((group) => group.id === id))
          .map(({ id, name, description }) => ({ value: id, label: name, description }))}
        failure={failureOf(groups)}
      />
    </RequestModal>
  )
}
