import { addActivity, type NewActivity, updateActivity, type Watched } from './activity.ts'

/**
 * Shows work in the activity menu: as done where the answer has the state that is wanted, else followed until it is
 * there. An answer comes once a state lasts, unless that takes longer than a request may.
 * @returns whether it is done.
 */
export function follow({ watched, ...work }: NewActivity & { watched: Watched }, state: string): boolean {
  const isDone = state === watched.wanted
  if (isDone) recordDone(work)
  else addActivity({ ...work, watched })
  return isDone
}

/** Shows in the activity menu what ended with its request. */
export const recordDone = (work: NewActivity): void => updateActivity(addActivity(work), { status: 'done' })
