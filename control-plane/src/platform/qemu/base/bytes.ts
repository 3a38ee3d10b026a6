export const MiB = 2 ** 20
export const GiB = 2 ** 30
/** Bytes of a sector of partition tables, FAT and Linux's block statistics. */
export const SECTOR = 512
