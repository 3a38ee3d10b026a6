import { FormSection } from '~/form/form-section.tsx'
import { CheckListField } from '~/shell/form/check-list-field.tsx'
import { Button } from '~/ui/button.tsx'
import { maxSshKeys, type PartProps } from './draft.ts'

export const SshKeys = ({ form, available, onAdd }: PartProps & { onAdd: () => void }) => (
  <FormSection title="SSH keys">
    <CheckListField
      control={form.control}
      name="sshKeys"
      label="Keys"
      items={available.sshKeys.map(({ id, name, description }) => ({ value: id, label: name, description }))}
      max={maxSshKeys}
      things="keys"
      selectAll
      hint="Added when the instance is created. Keys that you add to your profile later are not."
      empty={
        <p className="text-ink-2">
          Your profile has no SSH keys. Without one, use the serial console or what the user data sets up.
        </p>
      }
    />
    <div>
      <Button onClick={onAdd}>Add key</Button>
    </div>
  </FormSection>
)
