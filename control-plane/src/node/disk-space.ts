import { statfs } from 'node:fs/promises'

/** Below this PostgreSQL may soon fail to write and stop. Volumes leave four times as much free. */
const LEAST_FREE_BYTES = 64 * 2 ** 20

/** Reports a data folder without free space, in the form of a failing part. */
export async function fullDisk(folder: string, leastFreeBytes = LEAST_FREE_BYTES): Promise<Record<string, string>> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const mib = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`
  return free < leastFreeBytes ? { disk: `${mib(free)} are free in ${folder}, of ${mib(leastFreeBytes)} needed` } : {}
}
