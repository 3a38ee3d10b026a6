import { addActivity, type NewActivity, updateActivity } from './activity.ts'

/** Shows in the activity menu what ended with its request. */
export const recordDone = (work: NewActivity): void => updateActivity(addActivity(work), { status: 'done' })
