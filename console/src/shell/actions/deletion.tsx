import type { OperationId } from '@skerry/contract/operations.ts'
import { apiCall, type RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { refreshSoon } from '../live/refresh-soon.ts'
import { askToDelete } from './ask-to-delete.tsx'
import type { Action } from './use-actions.tsx'

interface DeletionOf<T, C> {
  method: Change & `${string}Delete`
  needs: OperationId
  /** What happens to it and its parts; follows the name. */
  consequence: string
  /** The same of several. */
  many: string
  unless: (thing: T, context: C) => string | undefined
}

/** The action that deletes a thing, or many, after a question. */
export function deletion<T extends { id: string; name: string }, C>(
  kind: 'disk' | 'snapshot',
  { method, needs, consequence, many, unless }: DeletionOf<T, C>,
): Action<T, C> {
  const requestOf = ({ id }: T) => ({ path: { [kind]: id } }) as RequestOf<typeof method>
  return {
    label: 'Delete',
    needs,
    danger: true,
    unless,
    run: (thing, { onDeleted }) =>
      askToDelete({
        kind,
        name: thing.name,
        consequence,
        method,
        request: requestOf(thing),
        recorded: true,
        onDeleted,
      }),
    bulk: {
      consequence: many,
      run: (thing) => apiCall(method, requestOf(thing)).finally(() => refreshSoon(method)),
    },
  }
}
