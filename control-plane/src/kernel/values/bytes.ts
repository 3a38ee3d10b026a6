export const KIB = 2 ** 10
export const GIB = 2 ** 30

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

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

/**
 * An amount that does not fit and what is left, to a tenth of one unit, GiB at most: `999 GiB` and `16.4 GiB`. Rounded
 * up and down, so that the first never looks as if it fitted.
 */
export function askedAndLeft(asked: number | bigint, left: number | bigint): [asked: string, left: string] {
  const most = BigInt(asked)
  const power = most >= 2n ** 30n ? 3n : most >= 2n ** 20n ? 2n : most >= 2n ** 10n ? 1n : 0n
  const unit = 1024n ** power
  const inUnit = (tenths: bigint) => `${Number(tenths) / 10} ${UNITS[Number(power)]}`
  return [inUnit((most * 10n + unit - 1n) / unit), BigInt(left) === 0n ? '0 B' : inUnit((BigInt(left) * 10n) / unit)]
}
