import { RadioField } from '~/form/choice-fields.tsx'
import { CheckListField } from '~/shell/check-list-field.tsx'
import { maxGroups } from './draft.ts'
import type { PartProps } from './part.ts'
import { FormSection } from '~/form/form-section.tsx'

interface Group {
  id: string
  name: string
  description: string
  policy: string
}

const policyWords: Record<string, string> = {
  allow: 'starts also where it cannot be kept',
  fail: 'does not start where it cannot be kept',
}

const groupItem = ({ id, name, description, policy }: Group) => ({
  value: id,
  label: name,
  description: [description, policyWords[policy]].filter(Boolean).join(' · '),
})

export const Placement = ({ form: { control }, available }: PartProps) => (
  <FormSection title="Placement">
    {available.antiAffinityGroups.length > 0 && (
      <CheckListField
        control={control}
        name="antiAffinity"
        label="Anti-affinity groups"
        hint="Members run on different sleds"
        items={available.antiAffinityGroups.map(groupItem)}
        max={maxGroups}
        things="groups"
      />
    )}
    {available.affinityGroups.length > 0 && (
      <CheckListField
        control={control}
        name="affinity"
        label="Affinity groups"
        hint="Members run on one sled. The instance is created stopped, joins, and then starts: the activity menu shows how far it is"
        items={available.affinityGroups.map(groupItem)}
        max={maxGroups}
        things="groups"
      />
    )}
    <RadioField
      control={control}
      name="autoRestart"
      label="Auto-restart after a failure"
      required
      choices={[
        { value: 'default', label: 'Default', description: 'Best effort, as the system has it' },
        { value: 'never', label: 'Never', description: 'It stays failed until somebody acts' },
        { value: 'best_effort', label: 'Best effort', description: 'At most once an hour' },
      ]}
    />
  </FormSection>
)
