import { statfs } from 'node:fs/promises'
import { keptFreeBytes } from '../platform/kept-free.ts'

interface FileSystem {
  /** For ordinary users. */
  freeBytes: number
  totalBytes: number
}

export async function fileSystemOf(folder: string): Promise<FileSystem> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Free space of the file system of a folder, in bytes. */
export const freeBytes = async (folder: string): Promise<number> => (await fileSystemOf(folder)).freeBytes

/** Below this PostgreSQL may soon fail to write and stop. Volumes leave four times as much free. */
export const leastFreeBytes = (totalBytes: number): number => keptFreeBytes(totalBytes) / 4

/** Reports a data folder without free space, in the form of a failing part. */
export async function fullDisk(folder: string, leastBytes?: number): Promise<Record<string, string>> {
  const { freeBytes: free, totalBytes } = await fileSystemOf(folder)
  const least = leastBytes ?? leastFreeBytes(totalBytes)
  const mib = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`
  return free < least ? { disk: `${mib(free)} are free in ${folder}, of ${mib(least)} needed` } : {}
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether a file operation failed because the disk, a quota or the largest file size is exhausted. */
export const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && NO_SPACE.has((error as NodeJS.ErrnoException).code ?? '')
