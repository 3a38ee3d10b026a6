import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { SshKey } from '~/api/types.gen.ts'
import { ModalForm } from '~/form/form-shells.tsx'
import { DescriptionField, NameField, TextAreaField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { CheckListField } from '~/shell/check-list-field.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { Button } from '~/ui/button.tsx'
import { toast } from '~/ui/toast.ts'
import { validatePublicKey } from '~/identity/ssh-keys/public-key.ts'
import { maxSshKeys } from './draft.ts'
import type { PartProps } from './part.ts'
import { Section } from './section.tsx'

/** Keys of the user's profile that are put into the instance when it first boots. */
export const SshKeys = ({ form, available, onAdd }: PartProps & { onAdd: () => void }) => (
  <Section title="SSH keys">
    {available.sshKeys.length > 0 ? (
      <CheckListField
        control={form.control}
        name="sshKeys"
        label="Keys"
        items={available.sshKeys.map(({ id, name, description }) => ({ value: id, label: name, description }))}
        max={maxSshKeys}
        things="keys"
        selectAll
        hint="Copied into the instance when it is created: keys added to the profile later do not reach it"
      />
    ) : (
      <p className="text-ink-2">
        Your profile has no SSH keys. Without one the instance is reached by its serial console, or by what its user
        data sets up.
      </p>
    )}
    <div>
      <Button onClick={onAdd}>Add key</Button>
    </div>
  </Section>
)

interface AddKeyProps {
  onAdded: (key: SshKey) => void
  onClose: () => void
}

/** Saves a key to the profile. Open while mounted, and outside the instance's form: a form cannot hold another. */
export function AddSshKey({ onAdded, onClose }: AddKeyProps) {
  const form = useForm({
    defaultValues: { name: '', description: '', publicKey: '' },
    saveKey: 'add key',
    secrets: ['publicKey'],
  })
  const save = async (body: { name: string; description: string; publicKey: string }) => {
    const key = await apiCall('currentUserSshKeyCreate', { body: { ...body, publicKey: body.publicKey.trim() } })
    await refreshAfter('currentUserSshKeyCreate')
    onAdded(key)
    toast({ content: outcome('SSH key', key.name, 'added to your profile') })
  }
  return (
    <ModalForm form={form} title="Add SSH key" submitLabel="Add SSH key" onSubmit={save} onClose={onClose}>
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <TextAreaField
        control={form.control}
        name="publicKey"
        label="Public key"
        required
        mono
        rows={4}
        placeholder="ssh-ed25519 AAAA… you@machine"
        rules={[validatePublicKey]}
      />
    </ModalForm>
  )
}
