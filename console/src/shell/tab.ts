/** This tab until it is reloaded. A duplicate has a copy of the session storage, so that no id is kept there. */
export const thisTab = crypto.randomUUID()

const lockOf = (tab: string) => `skerry.tab.${tab}`

/** Holds this tab's lock until it is closed or reloaded: the browser releases it then, whatever the tab was doing. */
export const holdTabLock = (): void =>
  void navigator.locks.request(lockOf(thisTab), () => new Promise<never>(() => undefined))

/** Runs `then` once a tab is closed or reloaded, in one of those who wait for it after the other. */
export const onceTabIsGone = (tab: string, then: () => void): Promise<void> =>
  navigator.locks.request(lockOf(tab), then)
