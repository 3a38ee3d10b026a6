import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type AnswerOf, refreshAfter, type RequestOf, useApiMutation } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '../actions/copy-request.ts'

/** What every form that sends one request is given. */
export interface RequestFormProps<V extends FieldValues, M extends Change> {
  method: M
  /** The request for the values, also shown by *Copy as*. */
  request: (values: V) => RequestOf<M>
  /** The request to send where it differs: files are read only then. */
  send?: ((values: V) => Promise<RequestOf<M>>) | undefined
  /** Fields of the request that *Copy as* leaves out: passwords, keys. */
  secrets?: readonly string[] | undefined
  /** The toast, with the thing in bold; none where the page shows the outcome itself. */
  outcome: (answer: AnswerOf<M>, values: V) => ReactNode
}

/** Sends the request, shows a toast with the outcome, and refreshes what it made out of date. */
export function useRequestForm<V extends FieldValues, M extends Change>(
  form: UseFormReturn<V>,
  { method, request, send, secrets, outcome }: RequestFormProps<V, M>,
) {
  const { mutateAsync } = useApiMutation(method)
  return {
    onSubmit: async (values: V): Promise<AnswerOf<M>> => {
      const answer = await mutateAsync(send ? await send(values) : request(values))
      void refreshAfter(method)
      const content = outcome(answer, values)
      if (content) toast({ content })
      return answer
    },
    copyAs: <CopyAs form={form} creates={method} request={(values) => copyRequest(method, request(values), secrets)} />,
  }
}
