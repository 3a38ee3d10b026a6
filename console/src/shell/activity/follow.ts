import { addActivity, type NewActivity, updateActivity, type Watched } from './activity.ts'

/**
 * Shows work in the activity menu: as done where the answer has the wanted state, else polls until it has. Requests
 * wait for lasting states, up to their time limit. @returns whether it is done.
 */
export function follow({ watched, ...work }: NewActivity & { watched: Watched }, state: string): boolean {
  const isDone = state === watched.wanted
  if (isDone) recordDone(work)
  else addActivity({ ...work, watched })
  return isDone
}

/** Shows in the activity menu work that ended with its request. */
export const recordDone = (work: NewActivity): void => updateActivity(addActivity(work), { status: 'done' })
