import { thisTab } from '~/shell/activity.ts'
import type { TemporaryThings } from './clean-up.ts'

// What an upload makes on its way is written down before it is made: a page that is closed cannot clean up after itself.

interface Kept extends TemporaryThings {
  /** Name of the image that was to be. */
  image: string
  tab: string
  /** ms since 1970; renewed while the upload runs. */
  aliveAt: number
}

const storageKey = 'skerry.image-uploads'
// Browsers wake hidden tabs once a minute, so a longer silence means that the tab is gone.
const silence = 180_000
const renewEvery = 5000

const read = (): Record<string, Kept> => {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, Kept>
  } catch {
    return {}
  }
}
const write = (kept: Record<string, Kept>) => localStorage.setItem(storageKey, JSON.stringify(kept))

export function forgetUpload(disk: string): void {
  const { [disk]: _, ...others } = read()
  write(others)
}

const running = new Set<string>()

/** Writes an upload down for as long as it runs. @returns ends that; with `clean` nothing is left to remember. */
export function rememberUpload(things: TemporaryThings, image: string): (clean: boolean) => void {
  const { disk } = things
  const renew = () => write({ ...read(), [disk]: { ...things, image, tab: thisTab(), aliveAt: Date.now() } })
  renew()
  running.add(disk)
  const timer = setInterval(renew, renewEvery)
  return (clean) => {
    clearInterval(timer)
    running.delete(disk)
    if (clean) forgetUpload(disk)
  }
}

/** Uploads into the project that a reload or a closed tab cut short. */
export const unfinishedUploads = (project: string): (TemporaryThings & { image: string })[] =>
  Object.values(read()).filter(
    (kept) =>
      kept.project === project &&
      !running.has(kept.disk) &&
      (kept.tab === thisTab() || Date.now() - kept.aliveAt > silence),
  )
