import { stat, statfs } from 'node:fs/promises'
import { isNoSpace } from '../../file-system/no-space.ts'
import { isDatabaseFull } from '../../kernel/database/database-full.ts'
import { keptFreeBytes } from '../../platform/interface/kept-free.ts'
import { PostgresNotStarted, reasonOf, StartupError } from '../start/startup-error.ts'

interface FileSystem {
  /** Free bytes that ordinary users may use, without root's reserve. */
  freeBytes: number
  totalBytes: number
}

export async function fileSystemOf(folder: string): Promise<FileSystem> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Below this PostgreSQL may soon fail to write and stop. Volumes leave four times as much free. */
export const leastFreeBytes = (totalBytes: number): number => keptFreeBytes(totalBytes) / 4

/** Reports a data folder without free space, in the form of a failing part. */
export async function fullDisk(folder: string, leastBytes?: number): Promise<Record<string, string>> {
  const { freeBytes: free, totalBytes } = await fileSystemOf(folder)
  const least = leastBytes ?? leastFreeBytes(totalBytes)
  const mib = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`
  return free < least ? { disk: `${mib(free)} are free in ${folder}, of ${mib(least)} needed` } : {}
}

/** PostgreSQL may have to create a WAL segment of this size when it starts. */
const LEAST_TO_START = 16 * 2 ** 20

/** Runs `start`. If it fails for lack of space and a file system of these folders is full, the error names the folder. */
export async function startWithSpace<T>(folders: readonly string[], start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof PostgresNotStarted) && !comesFromNoSpace(error)) throw error
    const full = new Map<number, string>()
    // A folder that cannot be examined leaves the first error as it is.
    for (const folder of folders) await addIfFull(full, folder).catch(() => undefined)
    if (full.size === 0) throw error
    const where = [...full.values()].join('; ')
    throw new StartupError(`${reasonOf(error)}: ${where}: make room there, and start again`, error)
  }
}

/** Adds a message for the file system of a folder, by its device, if it is full. */
async function addIfFull(full: Map<number, string>, folder: string): Promise<void> {
  const { dev } = await stat(folder)
  const { disk } = await fullDisk(folder, LEAST_TO_START)
  if (disk !== undefined && !full.has(dev)) full.set(dev, disk)
}

const comesFromNoSpace = (error: unknown): boolean =>
  error instanceof Error &&
  (isNoSpace(error) || isDatabaseFull(error) || isStarting(error) || comesFromNoSpace(error.cause))

/** A PostgreSQL that still recovers at the end of its time may have no room to end that. */
const isStarting = (error: Error): boolean => (error as { code?: string }).code === '57P03'
