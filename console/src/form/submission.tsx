import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { asFailure, type Failure } from '~/ui/errors.ts'
import { Notice } from '~/ui/notice.tsx'

/** What every form shell is given. */
export interface FormShellProps<V extends FieldValues> {
  form: UseFormReturn<V>
  /** `Create disk`. */
  submitLabel: string
  /** Sends the values. A rejection (the API's error) is shown above the fields, and the form stays. */
  onSubmit: (values: V) => Promise<unknown>
  /** Where Cancel, Esc, X and scrim go. */
  onClose: () => void
  /** Where success goes; as `onClose` unless said. */
  onDone?: () => void
  /** Why it cannot be submitted now. */
  submitDisabled?: string | false | null
  /** Red submit button. */
  danger?: boolean
  /** A Copy as button: `<CopyAs form={form} request={(values) => ({ … })} />`. */
  copyAs?: ReactNode
  children: ReactNode
}

/** Sends a form once at a time and keeps what went wrong. */
export function useSubmission<V extends FieldValues>(
  form: UseFormReturn<V>,
  onSubmit: (values: V) => Promise<unknown>,
  onSent: () => void,
) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const inFlight = useRef(false)

  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    event?.stopPropagation()
    if (inFlight.current) return
    inFlight.current = true
    await form.handleSubmit(async (values) => {
      setSending(true)
      setFailure(null)
      try {
        await onSubmit(values)
        onSent()
      } catch (error) {
        setFailure(asFailure(error))
      }
      setSending(false)
    })()
    inFlight.current = false
  }

  // Fields are disabled while a form is sent, so what went wrong can take focus only once they are back.
  useEffect(() => {
    if (sending || failure?.errorCode !== 'ObjectAlreadyExists') return
    const name = 'name' as FieldPath<V>
    if (form.getValues(name) === undefined) return
    form.setError(name, { message: failure.message })
    form.setFocus(name)
  }, [sending, failure, form])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  return { send, sending, failure, formProps: { noValidate: true, autoComplete: 'off', onSubmit: send, onKeyDown } }
}

/** What the API answered, above the fields. */
export function FailureBox({ failure }: { failure: Failure | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  if (!failure) return null
  const { message, issues = [] } = failure
  return (
    <div ref={box}>
      {issues.length > 1 ? (
        <Notice
          tone="bad"
          title="Errors"
          content={
            <>
              {issues.length} issues:
              <ul className="list-disc pl-5">
                {issues.map((issue) => (
                  <li key={issue}>{issue}</li>
                ))}
              </ul>
            </>
          }
        />
      ) : (
        <Notice tone="bad" title="Error" content={issues[0] ?? message} />
      )}
    </div>
  )
}
