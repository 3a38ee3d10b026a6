const MOST_BYTES = 256 * 2 ** 20
const SHARE = 1 / 8

/** What of a file system the server keeps for itself and its database: machines and disks take no more then. */
export const keptFreeBytes = (totalBytes: number): number => Math.floor(Math.min(MOST_BYTES, totalBytes * SHARE))
