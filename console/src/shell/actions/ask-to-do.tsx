import type { ReactNode } from 'react'
import { type AnswerOf, callOrThrow, refreshAfter, type RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { confirm, type ConfirmOptions } from '~/lib/confirm.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from './copy-request.ts'

interface Doing<M extends Change> extends Pick<
  ConfirmOptions,
  'title' | 'body' | 'danger' | 'confirmLabel' | 'cancelLabel' | 'errorTitle'
> {
  method: M
  request: RequestOf<M>
  /** Sends it, where it takes more than the one request. */
  send?: () => Promise<AnswerOf<M>>
  /** The toast once it is done, if any. */
  // oxlint-disable-next-line typescript/no-invalid-void-type -- It may return nothing.
  done: (answer: AnswerOf<M>) => ReactNode | void
}

/** Sends a request after a question, and shows a toast. */
export function askToDo<M extends Change>({ method, request, send, done, ...question }: Doing<M>): void {
  void confirm({
    ...question,
    copyAs: <CopyAsButton request={copyRequest(method, request)} />,
    action: async () => {
      const answer = await (send ? send() : callOrThrow(method, request))
      const content = done(answer)
      if (content) toast({ content })
      void refreshAfter(method)
    },
  })
}
