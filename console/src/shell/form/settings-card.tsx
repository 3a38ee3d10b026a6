import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { useIsDirty } from '~/form/form-extras.ts'
import { useLeaveGuard } from '~/form/leave-guard.ts'
import { FailureBox, useSubmission } from '~/form/submission.tsx'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { Waiting } from '~/ui/waiting.tsx'

interface SettingsCardProps<V extends FieldValues> {
  title: string
  form: UseFormReturn<V>
  refusal: string | undefined
  /** Title of the toast for a failure after the page was left: `Could not update the allow list`. */
  failureTitle: string
  /** Saves the values, and restarts the form with them. */
  onSubmit: (values: V) => Promise<unknown>
  /** The request that Save sends. */
  request: (values: V) => CopyRequest
  /** What somebody else changed, and the two ways on. */
  conflict?: ReactNode
  children: ReactNode
}

/** Settings that are shown and changed on a page. */
export function SettingsCard<V extends FieldValues>(props: SettingsCardProps<V>) {
  const { title, form, failureTitle, onSubmit, request, conflict, children } = props
  const isDirty = useIsDirty(form)
  const refusal = props.refusal ?? (!isDirty && 'Nothing has been changed')
  const { submission, isIdle, busy, failure, formProps } = useSubmission(form, {
    refusal,
    failureTitle,
    onSubmit,
  })
  useLeaveGuard(isDirty, submission)
  return (
    <Card title={title}>
      <form {...formProps} aria-label={title} className="flex max-w-2xl flex-col gap-4.5 px-4 py-4">
        <FailureBox failure={failure} />
        {conflict}
        <fieldset disabled={!isIdle} className="contents">
          {children}
        </fieldset>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={busy} refusal={refusal}>
            Save
          </Button>
          {busy && <Waiting />}
          <CopyAs form={form} request={request} />
        </div>
      </form>
    </Card>
  )
}
