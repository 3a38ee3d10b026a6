import { maxGroups } from '@skerry/contract/rules/instances.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { CheckListField } from '~/shell/form/check-list-field.tsx'
import { restartPolicies } from '../detail/auto-restart-policy.ts'
import type { PartProps } from './draft.ts'

interface Group {
  id: string
  name: string
  description: string
  policy: string
}

const policyWords: Record<string, string> = {
  allow: "starts even if the rule can't be satisfied",
  fail: "does not start while the rule can't be satisfied",
}

const groupItem = ({ id, name, description, policy }: Group) => ({
  value: id,
  label: name,
  description: [description, policyWords[policy]].filter(Boolean).join(' · '),
})

export const Placement = ({ form: { control }, available }: PartProps) => (
  <FormSection title="Placement">
    <CheckListField
      control={control}
      name="antiAffinity"
      label="Anti-affinity groups"
      hint="Members run on different sleds"
      items={available.antiAffinityGroups.map(groupItem)}
      max={maxGroups}
      things="groups"
    />
    <CheckListField
      control={control}
      name="affinity"
      label="Affinity groups"
      hint="Members run on the same sled. The instance is created stopped, added to the groups, then started. The activity menu shows progress."
      items={available.affinityGroups.map(groupItem)}
      max={maxGroups}
      things="groups"
    />
    <RadioField
      control={control}
      name="autoRestart"
      label="Auto-restart after a failure"
      required
      choices={restartPolicies}
    />
  </FormSection>
)
