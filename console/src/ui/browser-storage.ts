/** What a browser keeps. It may refuse to, or have no room left: then nothing is read, and what is written is lost. */
export interface GuardedStorage {
  read(key: string): string | null
  /** Undefined where nothing is kept, or something that is no JSON. */
  readJson(key: string): unknown
  /** Null takes it away. Answers whether that was done. */
  write(key: string, text: string | null): boolean
  writeJson(key: string, value: unknown): boolean
}

/** @param storage asked for each time, for reading the property alone may be refused */
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
