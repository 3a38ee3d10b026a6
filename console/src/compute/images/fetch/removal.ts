import { refreshAfter, useApiMutation } from '~/api/queries.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'

/** Cancels or dismisses a fetch. A toast shows a failure. */
export const useFetchRemoval = () =>
  useApiMutation('imageFetchDelete', {
    onError: (error) => toast({ variant: 'error', content: messageOf(error) }),
    onSettled: () => refreshAfter('imageFetchDelete'),
  })
