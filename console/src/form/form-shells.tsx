import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { actionBar } from '~/ui/action-bars.ts'
import { Button } from '~/ui/button.tsx'
import { DialogFrame } from '~/ui/dialog.tsx'
import { Modal, type ModalSize } from '~/ui/modal.tsx'
import { PanelBody } from '~/ui/side-panel.tsx'
import { useIsDirty } from './form-extras.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { FailureBox, type FormShellProps, useSubmission, Waiting } from './submission.tsx'

/** The way out and the parts that all shells share. */
function useShell<V extends FieldValues, A>(props: FormShellProps<V, A>) {
  const { form, submitLabel, onSubmit, onClose, onDone = onClose, submitDisabled, danger, copyAs, children } = props
  const { submission, isIdle, busy, failure, formProps } = useSubmission(form, {
    onSubmit,
    onSuccess: onDone,
    submitDisabled,
    failureTitle: `Could not ${submitLabel.charAt(0).toLowerCase()}${submitLabel.slice(1)}`,
  })
  const mayLeave = useLeaveGuard(useIsDirty(form), submission)
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
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabledReason={submitDisabled}>
          {submitLabel}
        </Button>
        <Button onClick={close}>Cancel</Button>
        {busy && <Waiting />}
        {copyAs && <span className="ml-auto">{copyAs}</span>}
      </>
    ),
  }
}

export interface TitledFormProps<V extends FieldValues, A> extends FormShellProps<V, A> {
  title: string
}

/** A form in a side panel over its list. Open while mounted. */
export function PanelForm<V extends FieldValues, A>(props: TitledFormProps<V, A>) {
  const { formProps, onDismiss, failureBox, fields, buttons } = useShell(props)
  return (
    <DialogFrame
      title={props.title}
      onDismiss={onDismiss}
      className="inset-y-0 right-0 w-full animate-slide border-l border-line sm:w-[32rem]"
    >
      <form {...formProps} aria-label={props.title} className="flex min-h-0 flex-1 flex-col">
        <PanelBody footer={buttons}>
          {failureBox}
          {fields}
        </PanelBody>
      </form>
    </DialogFrame>
  )
}

/** A small form in a modal: attach, resize, promote. Open while mounted. */
export function ModalForm<V extends FieldValues, A>(props: TitledFormProps<V, A> & { size?: ModalSize }) {
  const { formProps, onDismiss, failureBox, fields, buttons } = useShell(props)
  return (
    <Modal
      title={props.title}
      size={props.size}
      onDismiss={onDismiss}
      renderBody={(body) => (
        <form {...formProps} aria-label={props.title} className="flex min-h-0 flex-1 flex-col">
          {body}
        </form>
      )}
      footer={buttons}
    >
      {failureBox}
      {fields}
    </Modal>
  )
}

/** A form that is a page of its own; its buttons and what went wrong are in a bar that sticks to the bottom. */
export function PageForm<V extends FieldValues, A>(
  props: FormShellProps<V, A> & { label: string; header?: ReactNode },
) {
  const { formProps, failureBox, fields, buttons } = useShell(props)
  return (
    <form {...formProps} aria-label={props.label} className="flex min-h-full flex-col">
      {props.header}
      <div className="flex max-w-3xl flex-1 flex-col gap-6 pb-8">{fields}</div>
      <div
        ref={actionBar}
        className="sticky bottom-0 z-10 mx-[calc(-1*var(--gutter,0px))] flex flex-col gap-2.5 border-t border-line bg-ground px-(--gutter,0px) py-2.5"
      >
        {failureBox}
        <div className="flex flex-wrap items-center gap-2">{buttons}</div>
      </div>
    </form>
  )
}
