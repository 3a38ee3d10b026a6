/** A thing whose deletion can be locked, in snake case (wire) or camel case (console). */
export type Lockable = { deletion_locked?: boolean | undefined } | { deletionLocked?: boolean | undefined }

/** Whether its deletion is locked. Servers that cannot lock it do not send the field. */
export const isDeletionLocked = (thing: Lockable): boolean =>
  ('deletion_locked' in thing && thing.deletion_locked === true) ||
  ('deletionLocked' in thing && thing.deletionLocked === true)

/** Why the thing may not be deleted; undefined where nothing locks it. */
export const deletionLockRefusal = (thing: Lockable): string | undefined =>
  isDeletionLocked(thing) ? 'Deletion is locked. Unlock it first.' : undefined
