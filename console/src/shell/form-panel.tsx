import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type AnswerOf, refreshAfter, type RequestOf, useApiMutation } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm, type TitledFormProps } from '~/form/form-shells.tsx'
import { toast } from '~/ui/toast.ts'
import { copyRequest } from './copy-request.ts'
import type { Path } from './path.ts'

export interface FormPanelProps<V extends FieldValues, M extends Change> extends Omit<
  TitledFormProps<V, AnswerOf<M>>,
  'onSubmit' | 'onClose' | 'onDone' | 'copyAs'
> {
  /** What Submit calls. */
  method: M
  /** The request for the values; *Copy as* words the same one. */
  request: (values: V) => RequestOf<M>
  /** Fields of the request that *Copy as* leaves out: passwords, keys. */
  secrets?: readonly string[]
  /** The toast, with the thing in bold. */
  outcome: (answer: AnswerOf<M>, values: V) => ReactNode
  /** The page under the panel. It keeps its sort, search and place. */
  closeTo: Path
  /** Where success leads; the page under the panel unless said. */
  doneTo?: (answer: AnswerOf<M>) => Path
}

/** A form in a panel with a URL of its own: sends one request, says so in a toast, and goes back to the page below. */
export function FormPanel<V extends FieldValues, M extends Change>(props: FormPanelProps<V, M>) {
  const { method, request, secrets, outcome, closeTo, doneTo, ...panel } = props
  const { mutateAsync } = useApiMutation(method)
  const close = useClosePanel(closeTo)
  const navigate = useNavigate()
  return (
    <PanelForm
      {...panel}
      onClose={close}
      onSubmit={async (values) => {
        const answer = await mutateAsync(request(values))
        void refreshAfter(method)
        toast({ content: outcome(answer, values) })
        return answer
      }}
      onDone={(answer) => (doneTo ? navigate({ to: doneTo(answer) }) : close())}
      copyAs={<CopyAs form={panel.form} request={(values) => copyRequest(method, request(values), secrets)} />}
    />
  )
}

/** Leads from a panel to the page under it, which keeps its sort, search and place. */
export function useClosePanel(to: Path): () => Promise<void> {
  const navigate = useNavigate()
  return () => navigate({ to, search: true, state: true, replace: true })
}
