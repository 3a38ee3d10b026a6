import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Fact } from '~/ui/facts.tsx'
import { affinity, antiAffinity, type GroupKind, listPath, policyLabel } from './kinds.ts'
import { groupQuery } from './queries.ts'

const apartRoute = getRouteApi('/_app/projects/$project/_affinity/affinity/$antiAffinityGroup/edit')
const togetherRoute = getRouteApi('/_app/projects/$project/_affinity/affinity-groups/$affinityGroup/edit')

export function EditAntiAffinityGroup() {
  const { project, antiAffinityGroup } = apartRoute.useParams()
  return <EditGroup kind={antiAffinity} project={project} name={antiAffinityGroup} />
}

export function EditAffinityGroup() {
  const { project, affinityGroup } = togetherRoute.useParams()
  return <EditGroup kind={affinity} project={project} name={affinityGroup} />
}

/** Panel over the list of groups. */
function EditGroup({ kind, project, name }: { kind: GroupKind; project: string; name: string }) {
  const { data: group } = useSuspenseQuery(groupQuery(kind, project, name))
  const form = useForm({ defaultValues: { name: group.name, description: group.description } })
  return (
    <FormPanel
      form={form}
      title={`Edit ${kind.thing}`}
      submitLabel={`Update ${kind.thing}`}
      submitDisabled={useRefusal(kind.needs.update, { project })}
      method={kind.update}
      request={(body) => ({ path: kind.pathOf(group.id), body })}
      outcome={(updated) => outcome(`${kind.label} group`, updated.name, 'updated')}
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
