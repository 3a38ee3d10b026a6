import type { FieldValues } from 'react-hook-form'
import { DialogFrame } from '~/ui/dialog.tsx'
import { Modal, type ModalSize } from '~/ui/modal.tsx'
import { PanelBody } from '~/ui/side-panel.tsx'
import type { FormShellProps } from './submission.tsx'
import { useFormShell } from './use-form-shell.tsx'

export interface TitledFormProps<V extends FieldValues, A> extends Omit<FormShellProps<V, A>, 'submitLabel'> {
  title: string
  /** The title unless given. */
  submitLabel?: string
}

/** A form in a side panel over its list. Open while mounted. */
export function PanelForm<V extends FieldValues, A>(props: TitledFormProps<V, A>) {
  const { formProps, onDismiss, failureBox, fields, buttons } = useFormShell({ submitLabel: props.title, ...props })
  return (
    <DialogFrame
      title={props.title}
      onDismiss={onDismiss}
      onModEnter={() => void formProps.onSubmit()}
      className="inset-y-0 right-0 w-full max-sm:top-(--banners) animate-slide border-l border-line sm:w-128"
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
  const { formProps, onDismiss, failureBox, fields, buttons } = useFormShell({ submitLabel: props.title, ...props })
  return (
    <Modal
      title={props.title}
      size={props.size}
      onDismiss={onDismiss}
      onModEnter={() => void formProps.onSubmit()}
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
