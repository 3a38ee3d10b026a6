import { useSuspenseQuery } from '@tanstack/react-query'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { Fact } from '~/ui/facts.tsx'
import { type GroupKind, listPath, policyLabel } from './kinds.ts'
import { groupQuery } from './queries.ts'

/** Panel over the list of groups. */
export function EditGroup({ kind, project, name }: { kind: GroupKind; project: string; name: string }) {
  const { data: group } = useSuspenseQuery(groupQuery(kind, project, name))
  const form = useForm({ defaultValues: { name: group.name, description: group.description } })
  return (
    <FormPanel
      form={form}
      title={`Edit ${kind.thing}`}
      submitLabel={`Update ${kind.thing}`}
      method={kind.update}
      request={(body) => ({ path: kind.pathOf(group.id), body })}
      outcome={(updated) => outcome(`${kind.label} group`, updated.name, 'updated')}
      invalidates={[kind.list, kind.view, kind.ofInstance]}
      closeTo={listPath(project)}
    >
      <Metadata thing={group}>
        <Fact label="Type">{kind.label}</Fact>
        <Fact label="Policy">{policyLabel[group.policy]}</Fact>
      </Metadata>
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}
