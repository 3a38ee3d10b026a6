const storageKey = 'skerry.queries'
const most = 50

/** Queries that were run in this browser, the last one first. */
export function readQueries(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function keepQuery(query: string): void {
  const kept = [query, ...readQueries().filter((other) => other !== query)].slice(0, most)
  localStorage.setItem(storageKey, JSON.stringify(kept))
}

export const clearQueries = (): void => localStorage.removeItem(storageKey)
