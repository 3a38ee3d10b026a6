import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import type { UserPassword } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { SecretField } from '~/form/text-fields.tsx'
import { validateLength } from '~/form/validators.ts'

export interface PasswordValues {
  mode: UserPassword['mode']
  password: string
}

export const newPassword: PasswordValues = { mode: 'password', password: '' }

const minLength = 8
/** The longest password that the server takes. */
const maxLength = 512

/** A field for a new password. */
export const newPasswordField = {
  required: true,
  autoComplete: 'new-password',
  hint: `At least ${minLength} characters`,
  rules: [
    (password: string) =>
      password.length < minLength ? `Password must be at least ${minLength} characters` : undefined,
    validateLength('Password', maxLength),
  ],
} as const

export const passwordBody = ({ mode, password }: PasswordValues): UserPassword =>
  mode === 'password' ? { mode, value: password } : { mode }

const apiNames = ['value']

const choices = [
  { value: 'password', label: 'With a password' },
  { value: 'login_disallowed', label: 'No sign-in', description: 'Nobody can sign in as this user' },
] as const

export function PasswordFields<V extends FieldValues & PasswordValues>({ control }: { control: Control<V> }) {
  const [modeName, passwordName] = ['mode', 'password'] as FieldPath<V>[] as [FieldPath<V>, FieldPath<V>]
  const mode = useWatch({ control, name: modeName })
  return (
    <>
      <RadioField control={control} name={modeName} label="Sign-in" choices={choices} />
      {mode === 'password' && (
        <SecretField control={control} name={passwordName} apiNames={apiNames} label="Password" {...newPasswordField} />
      )}
    </>
  )
}
