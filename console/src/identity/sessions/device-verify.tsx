import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { hasStatus } from '~/api/errors.ts'
import { useApiMutation } from '~/api/queries.ts'
import { useStillHere } from '~/form/still-here.ts'
import { useForm } from '~/form/use-form.ts'
import { messageOf } from '~/lib/errors.ts'
import { Hero, SignInProblem } from '~/shell/frame/hero.tsx'
import { Button } from '~/ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { codeLength, codeOf, lettersIn } from './device-code.ts'

const route = getRouteApi('/device/verify')

/** Lets a device act for the user, by the code that it shows. The typed code survives a sign-in. */
export function DeviceVerify() {
  const { user_code: known = '' } = route.useSearch()
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { letters: lettersIn(known) } })
  const letters = useWatch({ control: form.control, name: 'letters' })
  const isWhole = letters.length === codeLength
  const isHere = useStillHere()
  const confirm = useApiMutation('deviceAuthConfirm', {
    onSuccess: () => isHere() && navigate({ to: '/device/success' }),
  })
  const [problem, setProblem] = useState<string>()

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || confirm.isPending) return
    setProblem(undefined)
    confirm.mutate(
      { body: { userCode: codeOf(letters) } },
      { onError: (error) => setProblem(hasStatus(error, 404) ? 'Code is invalid' : rejection(error)) },
    )
  }
  return (
    <Hero title="Device Authentication">
      <form noValidate onSubmit={send} className="flex flex-col gap-4.5">
        {problem && <SignInProblem>{problem}</SignInProblem>}
        <CodeField
          label="Enter the code shown on your device"
          letters={letters}
          onChange={(next) => {
            setProblem(undefined)
            form.setValue('letters', next, { shouldDirty: true })
          }}
          readOnly={confirm.isPending}
          invalid={problem !== undefined}
        />
        <Button type="submit" variant="primary" busy={confirm.isPending} disabled={!isWhole} className="h-9">
          Log in on device
        </Button>
      </form>
    </Hero>
  )
}

/** A code that is known may still be refused: it is too old, or asks for a longer life than the silo allows. */
const rejection = (error: Error): string =>
  hasStatus(error, 400) ? `Code is invalid. ${messageOf(error)}` : messageOf(error)
