import type { FieldValues } from 'react-hook-form'
import type { AnswerOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { ModalForm, type TitledFormProps } from '~/form/form-shells.tsx'
import type { ModalSize } from '~/ui/modal.tsx'
import { type RequestFormProps, useRequestForm } from './request-form.tsx'

interface RequestModalProps<V extends FieldValues, M extends Change>
  extends RequestFormProps<V, M>, Omit<TitledFormProps<V, AnswerOf<M>>, 'onSubmit' | 'copyAs'> {
  size?: ModalSize
}

/** A small form without a URL: sends one request, shows a toast, and closes. Open while mounted. */
export function RequestModal<V extends FieldValues, M extends Change>(props: RequestModalProps<V, M>) {
  const { method, request, secrets, outcome, ...modal } = props
  const requestForm = useRequestForm(modal.form, { method, request, secrets, outcome })
  return <ModalForm {...modal} {...requestForm} />
}
