import type { OperationId } from '@skerry/contract/operations.ts'
import { isDeletionLocked } from '@skerry/contract/rules/deletion-lock.ts'
import { fetchCode } from '~/lib/code.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { LockMark } from '~/ui/lock-mark.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import type { Action } from './use-actions.tsx'

export type LockableKind = 'disk' | 'image' | 'instance' | 'project' | 'vpc'

export interface Lockable {
  id: string
  name: string
  /** Undefined where the server cannot lock it. */
  deletionLocked?: boolean | undefined
}

export const lockLabel = (isLocked: boolean | undefined): string => (isLocked ? 'Unlock deletion' : 'Lock deletion')

const couldNotOpen = (error: unknown) => toast({ variant: 'error', title: 'Could not open', content: messageOf(error) })

const askLock = (kind: LockableKind, thing: Lockable): void =>
  void fetchCode(() => import('./ask-deletion-lock.tsx')).then(
    (code) => code.askDeletionLock[kind](thing),
    couldNotOpen,
  )

/** The menu item that locks or unlocks a deletion; none where the server cannot. @param refused by role, if known */
export function lockItems(
  kind: LockableKind,
  thing: Lockable,
  refused: (operation: OperationId) => string | undefined = () => undefined,
): MenuItem[] {
  if (thing.deletionLocked === undefined) return []
  const refusal = refused(`${kind}_deletion_lock_update`)
  return [{ label: lockLabel(thing.deletionLocked), refusal, onSelect: () => askLock(kind, thing) }]
}

/** The same as an action of a thing. */
export const lockAction = <T extends Lockable, C>(kind: LockableKind): Action<T, C> => ({
  label: ({ deletionLocked }) => lockLabel(deletionLocked),
  isWhole: true,
  needs: `${kind}_deletion_lock_update`,
  when: ({ deletionLocked }) => deletionLocked !== undefined,
  run: (thing) => askLock(kind, thing),
})

/** A lock beside the title of a thing whose deletion is locked. */
export const LockBadge = ({ thing }: { thing: Lockable }) =>
  isDeletionLocked(thing) && <LockMark>Deletion locked</LockMark>
