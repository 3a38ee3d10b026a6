import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { AffinityGroup, Instance } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { toast } from '~/ui/toast.ts'
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
  const request = (group: string) => ({ path: { ...kind.pathOf(group), instance: instance.id } })
  return (
    <ModalForm
      form={form}
      title={`Add to ${kind.thing}`}
      submitLabel="Add to group"
      onClose={onClose}
      onSubmit={async ({ group }) => {
        await apiCall(kind.addMember, request(group))
        toast({
          content: (
            <>
              Instance <b className="font-medium">{instance.name}</b> added to{' '}
              <b className="font-medium">{groups.find(({ id }) => id === group)?.name}</b>
            </>
          ),
        })
        void refreshAfter(kind.addMember)
      }}
      copyAs={<CopyAs form={form} request={({ group }) => copyRequest(kind.addMember, request(group))} />}
    >
      <ComboboxField
        control={form.control}
        name="group"
        label="Group"
        required
        items={groups.map(({ id, name, description }) => ({ value: id, label: name, description }))}
      />
    </ModalForm>
  )
}
