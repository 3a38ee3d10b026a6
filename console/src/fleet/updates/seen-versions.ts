import { compareVersions, isSemanticVersion } from '@skerry/contract/rules/versions.ts'
import { createStore, useStore } from '~/ui/store.ts'

const storageKey = 'skerry.releases'
const most = 50

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string' && isSemanticVersion(text)) : []
  } catch {
    return []
  }
}

const seen = createStore<readonly string[]>(read())

function keep(versions: readonly string[]): void {
  seen.set(versions)
  localStorage.setItem(storageKey, JSON.stringify(versions))
}

/** The API lists no releases, so those that this browser has met are kept: uploaded, looked up, or once the target. */
export function rememberRelease(version: string): void {
  if (!seen.get().includes(version)) keep([version, ...seen.get()].slice(0, most))
}

export const forgetRelease = (version: string): void => keep(seen.get().filter((other) => other !== version))

/** The newest first. */
export const newestFirst = (versions: Iterable<string>): string[] =>
  [...new Set(versions)].toSorted((a, b) => compareVersions(b, a))

export const useSeenReleases = (): readonly string[] => useStore(seen)
