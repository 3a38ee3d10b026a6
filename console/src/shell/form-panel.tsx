import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type AnswerOf, refreshAfter, type RequestOf, useApiMutation } from '~/api/queries.ts'
import { isLeaving } from '~/api/session.ts'
import type { Change } from '~/api/stale.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm, type TitledFormProps } from '~/form/form-shells.tsx'
import { saveDirtyForms } from '~/form/saved-forms.ts'
import { toast } from '~/ui/toast.ts'
import { copyRequest } from './copy-request.ts'
import type { Path } from './path.ts'

export interface FormPanelProps<V extends FieldValues, M extends Change> extends Omit<
  TitledFormProps<V>,
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
  useSavedOnSignIn()
  return (
    <PanelForm
      {...panel}
      onClose={close}
      // Success leaves from `onSubmit`, which knows the answer.
      onDone={() => undefined}
      onSubmit={async (values) => {
        const answer = await mutateAsync(request(values))
        void refreshAfter(method)
        toast({ content: outcome(answer, values) })
        // The guard is released once this has returned, so leaving waits for that.
        setTimeout(() => (doneTo ? void navigate({ to: doneTo(answer) }) : close()))
      }}
      copyAs={<CopyAs form={panel.form} request={(values) => copyRequest(method, request(values), secrets)} />}
    />
  )
}

/** Leads from a panel to the page under it, which keeps its sort, search and place. */
export function useClosePanel(to: Path): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to, search: true, state: true, replace: true })
}

/** Keeps dirty forms when the page leaves because the session ended. */
export function useSavedOnSignIn(): void {
  useEffect(() => {
    const keep = () => isLeaving() && saveDirtyForms()
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [])
}
