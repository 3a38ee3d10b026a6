import { useRouter } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { announce } from '~/lib/announce.ts'
import type { Failure } from '~/lib/errors.ts'
import { useStore } from '~/lib/store.ts'
import { toast } from '~/lib/toast.ts'
import { Notice } from '~/ui/notice.tsx'
import { fieldAtFault, inLabels } from './field-at-fault.ts'
import { extrasOf, submitValid } from './form-extras.ts'
import { useStillHere } from './still-here.ts'
import { createSubmission } from './submission-state.ts'
import { whenUncovered } from './when-uncovered.ts'

/** What every form shell is given. */
export interface FormShellProps<V extends FieldValues, A> {
  form: UseFormReturn<V>
  /** `Create disk`. */
  submitLabel: string
  /** Sends the values. A rejection (the API's error) is shown above the fields, and the form stays. */
  onSubmit: (values: V) => Promise<A>
  /** Where Cancel, Esc, X and scrim go. */
  onClose: () => unknown
  /** Where success leads; `onClose` by default. Not called once the user has left. */
  onDone?: (answer: A) => unknown
  /** Why it cannot be submitted now. */
  refusal?: string | false | null
  /** Red submit button. */
  danger?: boolean
  /** A Copy as button: `<CopyAs form={form} request={(values) => ({ … })} />`. */
  copyAs?: ReactNode
  children: ReactNode
}

interface SubmissionOptions<V, A> extends Pick<FormShellProps<FieldValues, A>, 'refusal'> {
  onSubmit: (values: V) => Promise<A>
  /** Leads on; what it returns resolves when the next page is there. */
  onSuccess?: (answer: A) => unknown
  /** Title of the toast for a failure after the form was left: `Could not create disk`. */
  failureTitle: string
}

/** The submission of a form, and the attributes of its `<form>`. */
export function useSubmission<V extends FieldValues, A>(
  form: UseFormReturn<V>,
  { onSubmit, onSuccess, refusal, failureTitle }: SubmissionOptions<V, A>,
) {
  const isHere = useStillHere()
  const router = useRouter()
  const [submission] = useState(() =>
    createSubmission({
      isHere,
      arrival: () =>
        new Promise((resolve) => {
          const stop = router.subscribe('onResolved', () => {
            stop()
            resolve()
          })
        }),
    }),
  )
  const { phase, busy, failure: refused } = useStore(submission.state)
  const failure = useMemo(() => {
    if (!refused) return refused
    const message = inLabels(refused, extrasOf(form.control).fields)
    return { ...refused, message: refused.isUnanswered ? `${message}. What you entered is kept.` : message }
  }, [refused, form])
  const isIdle = phase === 'idle'

  // Fields are disabled while a form is sent, which takes focus from them; a failed form restores it.
  const focused = useRef<HTMLElement | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    event?.stopPropagation()
    // Screen readers read the button's own reason only while it has the focus.
    if (refusal) announce(refusal)
    if (refusal || !isIdle) return
    focused.current = document.activeElement as HTMLElement | null
    await submitValid(form, (values) =>
      submission.submit({
        send: () => onSubmit(values),
        onSuccess: (answer) => onSuccess?.(answer),
        onLateFailure: ({ message }) => toast({ variant: 'error', title: failureTitle, content: message }),
      }),
    )
  }
  useEffect(() => {
    if (!isIdle || !refused || !failure) return
    const field = fieldAtFault(refused, extrasOf(form.control).fields) as FieldPath<V> | undefined
    if (field !== undefined) form.setError(field, { message: failure.message })
    const stopWaiting = whenUncovered(element.current!, () => {
      if (field !== undefined) form.setFocus(field)
      else focused.current?.focus({ preventScroll: true })
    })
    const changes = form.watch((_, { name }) => {
      if (field !== undefined && (name === field || name?.startsWith(`${field}.`))) submission.forgive()
    })
    return () => {
      stopWaiting()
      changes.unsubscribe()
    }
  }, [isIdle, refused, failure, form, submission])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  return {
    submission,
    isIdle,
    busy,
    failure,
    formProps: { ref: element, noValidate: true, autoComplete: 'off', onSubmit: send, onKeyDown },
  }
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
