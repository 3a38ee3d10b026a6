import type { FieldValues } from 'react-hook-form'
import { lowerFirst } from '~/lib/format/words.ts'
import { Button } from '~/ui/button.tsx'
import { Waiting } from '~/ui/waiting.tsx'
import { useIsDirty } from './form-extras.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { FailureBox, type FormShellProps, useSubmission } from './submission.tsx'

/** What all form shells share: state, buttons, failure, and how they are left. */
export function useFormShell<V extends FieldValues, A>(props: FormShellProps<V, A>) {
  const { form, submitLabel, onSubmit, onClose, onDone = onClose, refusal, danger, copyAs, children } = props
  const { submission, isIdle, busy, failure, formProps } = useSubmission(form, {
    onSubmit,
    onSuccess: onDone,
    refusal,
    failureTitle: `Could not ${lowerFirst(submitLabel)}`,
  })
  const isDirty = useIsDirty(form)
  const mayLeave = useLeaveGuard(isDirty, submission)
  const close = () => void submission.leave(onClose)
  return {
    formProps,
    onDismiss: async () => {
      if (await mayLeave()) close()
    },
    failureBox: <FailureBox failure={failure} />,
    fields: (
      <fieldset disabled={!isIdle} className="contents">
        {children}
      </fieldset>
    ),
    buttons: (
      <>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} refusal={refusal}>
          {submitLabel}
        </Button>
        {/* A request that is out is not called back: a notification shows its outcome. */}
        <Button onClick={close}>{busy ? 'Close' : 'Cancel'}</Button>
        {busy && <Waiting />}
        {copyAs && <span className="ml-auto">{copyAs}</span>}
      </>
    ),
  }
}
