import { browserStorage } from './browser-storage.ts'

/**
 * Locks that end with their tab in any case: Web Locks where the browser has them. Pages over plain HTTP use a time in
 * local storage instead, which the tab renews and removes when it is left.
 */
interface TabLocks {
  /** @returns releases the lock */
  hold(name: string): () => void
  /** Runs `then` once no tab holds the lock. Of several that wait, one at a time. */
  onceFree(name: string, then: () => void): Promise<void>
  /** Whether a tab holds the lock. */
  isHeld(name: string): Promise<boolean>
}

const webLocks: TabLocks = {
  hold(name) {
    const { promise, resolve } = Promise.withResolvers<void>()
    void navigator.locks.request(name, () => promise)
    return resolve
  },
  onceFree: (name, then) => navigator.locks.request(name, then),
  async isHeld(name) {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...pending].some((lock) => lock.name === name)
  },
}

const RENEWED_EVERY_MS = 5000
/** Timers of a hidden tab run once a minute. */
const EXPIRES_AFTER_MS = 150_000

const isFresh = (key: string) => Date.now() - Number(browserStorage.read(key) ?? 0) < EXPIRES_AFTER_MS

const storedLocks: TabLocks = {
  hold(name) {
    const renew = () => browserStorage.write(name, String(Date.now()))
    const leave = () => browserStorage.write(name, null)
    renew()
    const timer = setInterval(renew, RENEWED_EVERY_MS)
    addEventListener('pagehide', leave)
    // A page restored from the history continues.
    addEventListener('pageshow', renew)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', renew)
      leave()
    }
  },
  onceFree: (name, then) =>
    new Promise((resolve) => {
      const timer = setInterval(() => {
        if (isFresh(name)) return
        clearInterval(timer)
        then()
        resolve()
      }, RENEWED_EVERY_MS / 5)
    }),
  isHeld: async (name) => isFresh(name),
}

export const tabLocks: TabLocks = 'locks' in navigator ? webLocks : storedLocks
