import { browserStorage } from '~/lib/browser-storage.ts'
import { tabLocks } from '~/lib/tab-locks.ts'
import type { TemporaryThings } from './clean-up.ts'

// An upload's temporary things are stored before they are created: a closed page cannot clean up.

interface Kept extends TemporaryThings {
  /** Name of the image that was to be. */
  image: string
}

const storageKey = 'skerry.image-uploads'
const lockOf = (disk: string) => `skerry.image-upload.${disk}`

const read = () => (browserStorage.readJson(storageKey) ?? {}) as Record<string, Kept>
const write = (kept: Record<string, Kept>) => browserStorage.writeJson(storageKey, kept)

export function forgetUpload(disk: string): void {
  const { [disk]: _, ...others } = read()
  write(others)
}

/**
 * Writes an upload down and holds a lock while it runs, which the browser releases with the tab.
 * @returns ends that; with `clean` nothing is left to remember.
 */
export function rememberUpload(things: TemporaryThings, image: string): (clean: boolean) => void {
  const { disk } = things
  const release = tabLocks.hold(lockOf(disk))
  write({ ...read(), [disk]: { ...things, image } })
  return (clean) => {
    if (clean) forgetUpload(disk)
    release()
  }
}

/** Uploads into the project that a reload or a closed tab cut short, or that could not clean up after themselves. */
export async function unfinishedUploads(project: string): Promise<(TemporaryThings & { image: string })[]> {
  const inProject = Object.values(read()).filter((kept) => kept.project === project)
  const running = await Promise.all(inProject.map(({ disk }) => tabLocks.isHeld(lockOf(disk))))
  return inProject.filter((_, index) => !running[index])
}
