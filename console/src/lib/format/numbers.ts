const whole = new Intl.NumberFormat()
const twoDigits = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 })
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })

/** All digits, grouped. */
export const formatNumber = (value: number | bigint): string => whole.format(value)

/** All digits below a million, then compact with one decimal (`1.2M`), from 1e15 engineering (`18.4e18`). */
export function formatCompact(value: number | bigint): string {
  const size = Math.abs(Number(value))
  if (size < 1e6) return whole.format(value)
  if (size < 1e15) return compact.format(value)
  return engineering(Number(value))
}

function engineering(value: number): string {
  let exponent = Math.floor(Math.log10(Math.abs(value)) / 3) * 3
  let mantissa = Math.round(value / 10 ** (exponent - 1)) / 10
  if (Math.abs(mantissa) >= 1000) {
    exponent += 3
    mantissa /= 1000
  }
  return `${mantissa}e${exponent}`
}

const withDecimals = new Map<number, Intl.NumberFormat>()

/** At most so many decimals. Creating a format costs a hundred times its use, so each is created once. */
export function formatDecimals(value: number, decimals: number): string {
  const format = withDecimals.get(decimals) ?? new Intl.NumberFormat(undefined, { maximumFractionDigits: decimals })
  withDecimals.set(decimals, format)
  return format.format(value)
}

/** Bytes of one GiB. */
export const gib = 1024 ** 3

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const
export type BinaryUnit = (typeof binaryUnits)[number]

/** Bytes in the largest unit that leaves at least one, to `decimals`: 1536 → `{ value: '1.5', unit: 'KiB' }`. */
function splitBytes(bytes: number, decimals = 1): { value: string; unit: BinaryUnit } {
  const size = Math.abs(bytes)
  let power = 0
  while (power < binaryUnits.length - 1 && roundTo(size / 1024 ** power, decimals) >= 1024) power++
  const value = roundTo(bytes / 1024 ** power, decimals)
  return {
    value: formatDecimals(value, decimals),
    unit: binaryUnits[power]!,
  }
}

export const formatBytes = (bytes: number, decimals = 1): string => {
  const { value, unit } = splitBytes(bytes, decimals)
  return `${value} ${unit}`
}

export const formatBytesPerSecond = (bytes: number): string => `${formatBytes(bytes)}/s`

/** So many times a second, to 2 decimals: `12.5 /s`. */
export const formatPerSecond = (count: number): string => `${formatCompact(roundTo(count, 2))} /s`

/** Share of a whole to 2 decimals: `12.5%`; of nothing: `—%`. */
export const formatPercent = (part: number, total: number): string =>
  total === 0 ? '—%' : `${formatDecimals((part / total) * 100, 2)}%`

/** To 2 decimals, below a tenth to 2 digits, which keeps small values visible: `0.0046`. */
export const formatFewDigits = (value: number): string =>
  Math.abs(value) < 0.1 ? twoDigits.format(value) : whole.format(roundTo(value, 2))

export const formatCpus = (count: number): string => `${formatCompact(count)} ${cpuUnit(count)}`
const cpuUnit = (count: number): string => (count === 1 ? 'vCPU' : 'vCPUs')

/** `plural(1, 'disk')` → `1 disk`; `plural(3, 'disk')` → `3 disks`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const roundTo = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
