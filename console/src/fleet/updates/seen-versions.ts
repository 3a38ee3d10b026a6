import { compareVersions, isSemanticVersion } from '@skerry/contract/rules/versions.ts'
import { browserStorage } from '~/lib/browser-storage.ts'
import { createStore, useStore } from '~/lib/store.ts'

const storageKey = 'skerry.releases'
const most = 50

function read(): string[] {
  const kept = browserStorage.readJson(storageKey)
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string' && isSemanticVersion(text)) : []
}

const seen = createStore<readonly string[]>(read())

function keep(versions: readonly string[]): void {
  seen.set(versions)
  browserStorage.writeJson(storageKey, versions)
}

/** The API lists no releases: this browser keeps those it has seen uploaded, looked up, or as the target. */
export function rememberRelease(version: string): void {
  if (!seen.get().includes(version)) keep([version, ...seen.get()].slice(0, most))
}

export const forgetRelease = (version: string): void => keep(seen.get().filter((other) => other !== version))

/** The newest first. */
export const newestFirst = (versions: Iterable<string>): string[] =>
  [...new Set(versions)].toSorted((a, b) => compareVersions(b, a))

export const useSeenReleases = (): readonly string[] => useStore(seen)
