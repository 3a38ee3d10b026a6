import { useNavigate } from '@tanstack/react-router'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { AnswerOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { PanelForm, type TitledFormProps } from '~/form/form-shells.tsx'
import type { Path } from '../paths/path.ts'
import { useEndEdit } from '../paths/use-close-panel.ts'
import { type RequestFormProps, useRequestForm } from './request-form.tsx'

export interface FormPanelProps<V extends FieldValues, M extends Change>
  extends RequestFormProps<V, M>, Omit<TitledFormProps<V, AnswerOf<M>>, 'onSubmit' | 'onClose' | 'onDone' | 'copyAs'> {
  /** The page under the panel. It keeps its sort, search and place. */
  closeTo: Path
  /** Where success leads; the page under the panel by default. */
  doneTo?: (answer: AnswerOf<M>) => Path
}

/** A form in a panel with a URL of its own: sends one request, shows a toast, and returns to the page below. */
export function FormPanel<V extends FieldValues, M extends Change>(props: FormPanelProps<V, M>) {
  const { method, request, send, secrets, outcome, closeTo, doneTo, ...panel } = props
  const end = useEndEdit(closeTo)
  const navigate = useNavigate()
  const requestForm = useRequestForm(panel.form, { method, request, send, secrets, outcome })
  return (
    <PanelForm
      {...panel}
      {...requestForm}
      onClose={() => end()}
      onDone={(answer) =>
        doneTo ? navigate({ to: doneTo(answer) }) : end(panel.form.getValues('name' as FieldPath<V>))
      }
    />
  )
}
