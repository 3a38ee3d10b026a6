import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { apiCall, refreshAfter, wholeListQuery } from '~/api/queries.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { toast } from '~/ui/toast.ts'
import type { Group } from './kinds.ts'
import type { Member } from './remove-member.tsx'

interface AddInstanceProps {
  group: Group
  /** Name or id of the URL. */
  project: string
  members: readonly Member[]
  onClose: () => void
}

/** Modal that puts a stopped instance of the project into the group. */
export default function AddInstance({ group: { kind, ...group }, project, members, onClose }: AddInstanceProps) {
  const form = useForm<{ instance: string | null }>({ defaultValues: { instance: null }, saveKey: 'add instance' })
  const instances = useQuery(wholeListQuery('instanceList', { query: { project } })).data
  const taken = new Set(members.map(({ id }) => id))
  const items = instances
    ?.filter(({ id }) => !taken.has(id))
    .map(({ id, name, runState }) => ({
      value: id,
      label: name,
      disabled: instanceCan.joinAffinityGroup.refusal(runState),
    }))
  const requestFor = (instance: string | null) => ({ path: { ...kind.pathOf(group.id), instance: instance ?? '' } })

  return (
    <ModalForm
      form={form}
      title="Add instance"
      submitLabel="Add instance"
      onClose={onClose}
      onSubmit={async ({ instance }) => {
        const { value } = await apiCall(kind.addMember, requestFor(instance))
        void refreshAfter(kind.addMember)
        toast({
          content: (
            <>
              Instance <b className="font-medium">{value.name}</b> added to <b className="font-medium">{group.name}</b>
            </>
          ),
        })
      }}
      copyAs={<CopyAs form={form} request={({ instance }) => copyRequest(kind.addMember, requestFor(instance))} />}
    >
      <ComboboxField
        control={form.control}
        name="instance"
        label="Instance"
        required
        items={items}
        hint="Only stopped instances can be chosen"
      />
    </ModalForm>
  )
}
