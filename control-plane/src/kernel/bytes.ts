export const KIB = 2 ** 10
export const GIB = 2 ** 30

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

const MIB = 2n ** 20n
/** Free space as it is shown: rounded down to whole MiB. */
export const readableBytes = (left: bigint): bigint => (left > MIB ? left - (left % MIB) : left)

/** A number of bytes in the largest unit that is exact: `1 GiB`, `1536 MiB`, `513 B`. */
export function bytesText(bytes: number | bigint): string {
  let count = BigInt(bytes)
  let unit = 0
  while (count !== 0n && count % 1024n === 0n && unit < UNITS.length - 1) {
    count /= 1024n
    unit++
  }
  return `${count} ${UNITS[unit]}`
}
