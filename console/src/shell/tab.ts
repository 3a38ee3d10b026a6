import { randomId } from '~/ui/random-id.ts'
import { tabLocks } from '~/ui/tab-locks.ts'

/** This tab until it is reloaded. A duplicate has a copy of the session storage, so no id is kept there. */
export const thisTab = randomId()

const lockOf = (tab: string) => `skerry.tab.${tab}`

/** Holds this tab's lock until it is closed or reloaded. */
export const holdTabLock = (): void => void tabLocks.hold(lockOf(thisTab))

/** Runs `then` once a tab is closed or reloaded, in one of the waiting tabs after the other. */
export const onceTabIsGone = (tab: string, then: () => void): Promise<void> => tabLocks.onceFree(lockOf(tab), then)
