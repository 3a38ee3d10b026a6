import { useNavigate } from '@tanstack/react-router'
import type { FieldValues } from 'react-hook-form'
import type { AnswerOf, Method, RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '../actions/copy-request.ts'
import { writeMerged } from '../conflict/rewrite.ts'
import type { Merge } from '../conflict/three-way.ts'
import { useConflictSafe } from '../conflict/use-conflict-safe.tsx'
import { useEndEdit } from '../paths/use-close-panel.ts'
import type { FormPanelProps } from './form-panel.tsx'

interface EditPanelProps<V extends FieldValues, R extends Method, M extends Change> extends Omit<
  FormPanelProps<V, M>,
  'send' | 'secrets'
> {
  /** Reads the thing again before it is written. */
  view: R
  at: RequestOf<R>
  valuesOf: (answer: AnswerOf<R>) => V
  merge: Merge<V>
}

/** A form in a panel with a URL of its own that changes a thing without overwriting others' changes. */
export function EditPanel<V extends FieldValues, R extends Method, M extends Change>(props: EditPanelProps<V, R, M>) {
  const { view, at, valuesOf, merge, method, request, outcome, closeTo, doneTo, children, ...panel } = props
  const { form } = panel
  const end = useEndEdit(closeTo)
  const navigate = useNavigate()
  const { submit, question } = useConflictSafe<V, V, AnswerOf<M>>({
    form,
    start: form.formState.defaultValues as V,
    valuesOf: (values) => values,
    save: async (base, values) => {
      const write = { view, at, update: method, read: valuesOf, merge, request }
      const answer = await writeMerged(write, base, values)
      toast({ content: outcome(answer, values) })
      return answer
    },
    onDiscard: () => end(),
  })
  return (
    <PanelForm
      {...panel}
      onSubmit={submit}
      onClose={() => end()}
      onDone={(answer) => (doneTo ? navigate({ to: doneTo(answer) }) : end(nameOf(answer, form.getValues())))}
      copyAs={<CopyAs form={form} request={(values) => copyRequest(method, request(values))} />}
    >
      {question}
      {children}
    </PanelForm>
  )
}

/** The thing's name after the edit: that of the answer, else the form's. */
const nameOf = (answer: unknown, values: FieldValues) =>
  (answer as { name?: string } | undefined)?.name ?? (values.name as string | undefined)
