import { DescriptionField, NameField, TextAreaField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { validatePublicKey } from './public-key.ts'

export function NewSshKey() {
  const form = useForm({ defaultValues: { name: '', description: '', publicKey: '' }, secrets: ['publicKey'] })
  return (
    <FormPanel
      form={form}
      title="Add SSH key"
      method="currentUserSshKeyCreate"
      request={(body) => ({ body: { ...body, publicKey: body.publicKey.trim() } })}
      secrets={['publicKey']}
      outcome={(key) => outcome('SSH key', key.name, 'added')}
      closeTo="/settings/ssh-keys"
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <TextAreaField
        control={form.control}
        name="publicKey"
        label="Public key"
        required
        mono
        rows={6}
        placeholder="ssh-ed25519 AAAA… ada@example.com"
        hint="The contents of the .pub file"
        rules={[validatePublicKey]}
      />
    </FormPanel>
  )
}
