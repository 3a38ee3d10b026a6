const MAX_KEPT_BYTES = 256 * 2 ** 20
const KEPT_SHARE = 1 / 8

/** Bytes of a file system that are reserved for the server and its database: machines and disks stop growing before. */
export const keptFreeBytes = (totalBytes: number): number =>
  Math.floor(Math.min(MAX_KEPT_BYTES, totalBytes * KEPT_SHARE))
