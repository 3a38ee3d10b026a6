/** What a browser stores. It may refuse, or be full: reads then return nothing, and writes are lost. */
export interface GuardedStorage {
  read(key: string): string | null
  /** Undefined where nothing is stored, or no valid JSON. */
  readJson(key: string): unknown
  /** Null deletes it. Returns whether it succeeded. */
  write(key: string, text: string | null): boolean
  writeJson(key: string, value: unknown): boolean
}

/** @param storage read each time, since reading the property alone may be refused */
function guarded(storage: () => Storage): GuardedStorage {
  const read = (key: string) => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  const write = (key: string, text: string | null) => {
    try {
      if (text === null) storage().removeItem(key)
      else storage().setItem(key, text)
      return true
    } catch {
      return false
    }
  }
  return {
    read,
    readJson(key) {
      try {
        return JSON.parse(read(key) ?? '') as unknown
      } catch {
        return undefined
      }
    },
    write,
    writeJson: (key, value) => write(key, JSON.stringify(value)),
  }
}

/** Kept for good, for all tabs. */
export const browserStorage = guarded(() => localStorage)

/** Kept as long as this tab. */
export const tabStorage = guarded(() => sessionStorage)
