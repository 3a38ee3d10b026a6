import { formatBytes, formatFewDigits, formatNumber } from './numbers.ts'

const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** To a few digits with an SI prefix from a million on: `1.1 G`. Never `B`, which reads as bytes. */
function formatSi(value: number, symbol = ''): string {
  const size = Math.abs(value)
  const power = size < 1e6 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), prefixes.length - 1)
  const scaled = value / 1000 ** power
  const digits = power === 0 ? formatNumber(Math.round(scaled * 1e3) / 1e3) : formatFewDigits(scaled)
  return [digits, prefixes[power] + symbol].filter(Boolean).join(' ')
}

/** A span in the largest of its units that leaves at least one: `456.2 s`, `1.5 ms`. */
function formatNanoseconds(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || size >= 1e9) return `${formatFewDigits(value / 1e9)} s`
  if (size >= 1e6) return `${formatFewDigits(value / 1e6)} ms`
  if (size >= 1e3) return `${formatFewDigits(value / 1e3)} µs`
  return `${formatFewDigits(value)} ns`
}

const symbols = { seconds: 's', volts: 'V', amps: 'A', degrees_celsius: '°C', rpm: 'rpm' } as const

/** As the API names them. */
export type MeasuredUnit = keyof typeof symbols | 'bytes' | 'nanoseconds' | 'watts' | 'count' | 'none'

/** A measured value with its unit. */
export function formatMeasured(value: number, unit: MeasuredUnit | undefined): string {
  if (unit === 'bytes') return formatBytes(value)
  if (unit === 'nanoseconds') return formatNanoseconds(value)
  if (!unit || unit === 'count' || unit === 'none') return formatSi(value)
  if (unit === 'watts') return formatSi(value, 'W')
  return `${formatFewDigits(value)} ${symbols[unit]}`
}
