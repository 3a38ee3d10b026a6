import { createStore } from '~/lib/store.ts'

/** Whether an event stream reports what changes, so that nothing is polled. */
export const live = createStore(false)

/** For `refetchInterval`: none while changes are reported. */
export const unlessLive = (every: number | false): number | false => !live.get() && every
