import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AffinityPolicy, FailureDomain } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { EditNames } from '~/shell/form/edit-names.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { Fact } from '~/ui/facts.tsx'
import { affinity, antiAffinity, type GroupKind, kinds, listPath, policyLabel } from './kinds.ts'
import { groupQuery } from './queries.ts'

const parentRoute = getRouteApi('/_app/projects/$project')

interface Values {
  type: GroupKind['key']
  name: string
  description: string
  policy: AffinityPolicy
  failureDomain: FailureDomain
}

const kindOf = (type: GroupKind['key']) => kinds.find(({ key }) => key === type) ?? antiAffinity

const types = kinds.map(({ key, label, purpose }) => ({ value: key, label, description: purpose }))

const policies = [
  { value: 'allow', label: 'Allow', description: "Instances start even if the rule can't be satisfied" },
  { value: 'fail', label: 'Fail', description: "Instances don't start while the rule can't be satisfied" },
]

export function NewGroup() {
  const { project } = parentRoute.useParams()
  const form = useForm<Values>({
    defaultValues: { type: 'anti-affinity', name: '', description: '', policy: 'allow', failureDomain: 'sled' },
  })
  const kind = kindOf(form.watch('type'))
  const refusal = useRefusal(kind.needs.create, { project })
  return (
    <FormPanel
      form={form}
      title="Create affinity group"
      refusal={refusal}
      method={kind.create}
      request={({ type: _, ...body }) => ({ query: { project }, body })}
      outcome={(group, { type }) => outcome(`${kindOf(type).label} group`, group.name, 'created')}
      closeTo={listPath(project)}
    >
      <RadioField control={form.control} name="type" label="Type" required choices={types} />
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <RadioField
        control={form.control}
        name="policy"
        label="Policy"
        required
        choices={policies}
        hint={`Determines whether member instances are allowed to start when the ${kind.key} rule can't be satisfied`}
      />
      <RadioField
        control={form.control}
        name="failureDomain"
        label="Failure domain"
        required
        choices={[{ value: 'sled', label: 'Sled', description: 'A physical server' }]}
      />
    </FormPanel>
  )
}

const antiAffinityRoute = getRouteApi('/_app/projects/$project/_affinity/affinity/$antiAffinityGroup/edit')
const affinityRoute = getRouteApi('/_app/projects/$project/_affinity/affinity-groups/$affinityGroup/edit')

export function EditAntiAffinityGroup() {
  const { project, antiAffinityGroup } = antiAffinityRoute.useParams()
  return <EditGroup kind={antiAffinity} project={project} name={antiAffinityGroup} />
}

export function EditAffinityGroup() {
  const { project, affinityGroup } = affinityRoute.useParams()
  return <EditGroup kind={affinity} project={project} name={affinityGroup} />
}

function EditGroup({ kind, project, name }: { kind: GroupKind; project: string; name: string }) {
  const { data: group } = useSuspenseQuery(groupQuery(kind, project, name))
  const refusal = useRefusal(kind.needs.update, { project })
  return (
    <EditNames
      word={kind.thing}
      thing={group}
      view={kind.view}
      update={kind.update}
      at={{ path: kind.pathOf(group.id) }}
      refusal={refusal}
      closeTo={listPath(project)}
    >
      <Metadata thing={group}>
        <Fact label="Type">{kind.label}</Fact>
        <Fact label="Policy">{policyLabel[group.policy]}</Fact>
      </Metadata>
    </EditNames>
  )
}
