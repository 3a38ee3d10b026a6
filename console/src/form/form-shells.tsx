import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '~/ui/button.tsx'
import { DialogFrame } from '~/ui/dialog.tsx'
import { Modal, type ModalSize } from '~/ui/modal.tsx'
import { PanelBody } from '~/ui/side-panel.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { FailureBox, type FormShellProps, useSubmission } from './submission.tsx'

/** The way out and the parts that all shells share. */
function useShell<V extends FieldValues>(props: FormShellProps<V>) {
  const { form, submitLabel, onSubmit, onClose, onDone = onClose, submitDisabled, danger, copyAs, children } = props
  const { mayLeave, release } = useLeaveGuard(form.formState.isDirty)
  const { sending, failure, formProps } = useSubmission(form, onSubmit, () => {
    release()
    onDone()
  })
  const close = () => {
    release()
    onClose()
  }
  return {
    formProps,
    onDismiss: async () => {
      if (!sending && (await mayLeave())) close()
    },
    failureBox: <FailureBox failure={failure} />,
    fields: (
      <fieldset disabled={sending} className="contents">
        {children}
      </fieldset>
    ),
    buttons: (
      <>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={sending} disabledReason={submitDisabled}>
          {submitLabel}
        </Button>
        <Button onClick={close}>Cancel</Button>
        {copyAs && <span className="ml-auto">{copyAs}</span>}
      </>
    ),
  }
}

export interface TitledFormProps<V extends FieldValues> extends FormShellProps<V> {
  title: string
}

/** A form in a side panel over its list. Open while mounted. */
export function PanelForm<V extends FieldValues>(props: TitledFormProps<V>) {
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
export function ModalForm<V extends FieldValues>(props: TitledFormProps<V> & { size?: ModalSize }) {
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
export function PageForm<V extends FieldValues>(props: FormShellProps<V> & { label: string; header?: ReactNode }) {
  const { formProps, failureBox, fields, buttons } = useShell(props)
  return (
    <form {...formProps} aria-label={props.label} className="flex min-h-full flex-col">
      {props.header}
      <div className="flex max-w-3xl flex-1 flex-col gap-6 pb-8">{fields}</div>
      <div className="sticky bottom-0 z-10 mx-[calc(-1*var(--gutter,0px))] flex flex-col gap-2.5 border-t border-line bg-ground px-(--gutter,0px) py-2.5">
        {failureBox}
        <div className="flex flex-wrap items-center gap-2">{buttons}</div>
      </div>
    </form>
  )
}
