import type { Silo } from '~/api/types.gen.ts'
import { NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/outcome.tsx'
import { RequestModal } from '~/shell/request-modal.tsx'
import { newPassword, passwordBody, PasswordFields, type PasswordValues } from './password-fields.tsx'

interface Values extends PasswordValues {
  name: string
}

/** A new user of a silo whose users are local. */
export default function AddUser({ silo, onClose }: { silo: Silo; onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { name: '', ...newPassword }, saveKey: 'add user' })
  return (
    <RequestModal
      form={form}
      title="Add user"
      submitLabel="Add user"
      onClose={onClose}
      method="localIdpUserCreate"
      request={(values) => ({
        query: { silo: silo.id },
        body: { externalId: values.name, password: passwordBody(values) },
      })}
      secrets={['value']}
      outcome={({ displayName }) => outcome('User', displayName, 'added to', silo.name)}
    >
      <NameField control={form.control} name="name" hint="What the user signs in with" />
      <PasswordFields control={form.control} />
    </RequestModal>
  )
}
