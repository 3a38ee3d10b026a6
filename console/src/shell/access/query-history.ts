import { browserStorage } from '~/lib/browser-storage.ts'
const storageKey = 'skerry.queries'
const most = 50

/** Queries that were run in this browser, the last one first. */
export function readQueries(): string[] {
  const kept = browserStorage.readJson(storageKey)
  return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, most) : []
}

export function keepQuery(query: string): void {
  const kept = [query, ...readQueries().filter((other) => other !== query)].slice(0, most)
  browserStorage.writeJson(storageKey, kept)
}

export const clearQueries = (): void => void browserStorage.write(storageKey, null)
