import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { SshKey } from '~/api/types.gen.ts'
import { ModalForm } from '~/form/form-shells.tsx'
import { DescriptionField, NameField, TextAreaField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validatePublicKey } from '~/identity/ssh-keys/public-key.ts'
import { toast } from '~/lib/toast.ts'
import { outcome } from '~/shell/actions/outcome.tsx'

interface AddKeyProps {
  onAdded: (key: SshKey) => void
  onClose: () => void
}

export default function AddSshKey({ onAdded, onClose }: AddKeyProps) {
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
