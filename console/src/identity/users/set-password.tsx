import type { User } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { newPassword, passwordBody, PasswordFields, type PasswordValues } from './password-fields.tsx'

interface SetPasswordProps {
  silo: { id: string }
  user: User
  onClose: () => void
}

export default function SetPassword({ silo, user, onClose }: SetPasswordProps) {
  const form = useForm<PasswordValues>({ defaultValues: newPassword, saveKey: `set password ${user.id}` })
  return (
    <RequestModal
      form={form}
      title="Set password"
      onClose={onClose}
      method="localIdpUserSetPassword"
      request={(values) => ({ path: { userId: user.id }, query: { silo: silo.id }, body: passwordBody(values) })}
      secrets={['value']}
      outcome={(_, { mode }) =>
        mode === 'password'
          ? outcome('Password of', user.displayName, 'set')
          : outcome('User', user.displayName, 'can no longer sign in')
      }
    >
      <p className="text-ink-2">
        <b className="font-medium text-ink [overflow-wrap:anywhere]">{user.displayName}</b> is signed out everywhere.
      </p>
      <PasswordFields control={form.control} />
    </RequestModal>
  )
}
