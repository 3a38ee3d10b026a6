const MAX_BYTES = 256 * 2 ** 20
const SHARE = 1 / 8

/** Bytes of a file system that are reserved for the server and its database: machines and disks stop growing before. */
export const keptFreeBytes = (totalBytes: number): number => Math.floor(Math.min(MAX_BYTES, totalBytes * SHARE))
