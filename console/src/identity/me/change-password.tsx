import type { CurrentUser } from '~/api/types.gen.ts'
import { SecretField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { newPasswordField } from '~/identity/users/password-fields.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'

export default function ChangePassword({ me, onClose }: { me: CurrentUser; onClose: () => void }) {
  const form = useForm({ defaultValues: { password: '', repeated: '' }, saveKey: 'change password' })
  return (
    <RequestModal
      form={form}
      title="Change password"
      onClose={onClose}
      method="localIdpUserSetPassword"
      request={({ password }) => ({
        path: { userId: me.id },
        query: { silo: me.siloId },
        body: { mode: 'password', value: password },
      })}
      secrets={['value']}
      outcome={() => 'Password changed. Your other sessions have ended.'}
    >
      <p className="text-ink-2">You stay signed in here. Your other sessions end.</p>
      <SecretField control={form.control} name="password" label="New password" {...newPasswordField} />
      <SecretField
        control={form.control}
        name="repeated"
        label="New password again"
        required
        autoComplete="new-password"
        validate={(repeated, { password }) => (repeated === password ? undefined : 'The two passwords differ')}
      />
    </RequestModal>
  )
}
