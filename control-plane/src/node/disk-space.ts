import { statfs } from 'node:fs/promises'

/** Below this PostgreSQL may soon fail to write and stop. Volumes leave four times as much free. */
const LEAST_FREE_BYTES = 64 * 2 ** 20

/** Free space of the file system of a folder, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Reports a data folder without free space, in the form of a failing part. */
export async function fullDisk(folder: string, leastFreeBytes = LEAST_FREE_BYTES): Promise<Record<string, string>> {
  const free = await freeBytes(folder)
  const mib = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`
  return free < leastFreeBytes ? { disk: `${mib(free)} are free in ${folder}, of ${mib(leastFreeBytes)} needed` } : {}
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether a file operation failed because the disk, a quota or the largest file size is exhausted. */
export const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && NO_SPACE.has((error as NodeJS.ErrnoException).code ?? '')
