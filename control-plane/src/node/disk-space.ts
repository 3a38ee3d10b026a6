import { statfs } from 'node:fs/promises'

/** Below this PostgreSQL may soon be unable to write, and then it stops. Volumes leave it four times as much. */
const LEAST_FREE_BYTES = 64 * 2 ** 20

/** What fails in the folder of all data for want of space, in the form of other parts that fail. */
export async function fullDisk(folder: string, leastFreeBytes = LEAST_FREE_BYTES): Promise<Record<string, string>> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const mib = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`
  return free < leastFreeBytes ? { disk: `${mib(free)} are free in ${folder}, of ${mib(leastFreeBytes)} needed` } : {}
}
