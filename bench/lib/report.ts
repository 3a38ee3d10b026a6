import { smokePostgres } from './smoke.ts'

/** The median. */
export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Prints a figure with its limit, and fails the run if it exceeds the limit. A smoke run fails only without a figure.
 * @param holds whether the figure is within the limit
 */
export function report(what: string, figure: string, limit: string, holds: boolean): void {
  const ok = smokePostgres ? !/NaN|undefined|Infinity/.test(figure) : holds
  console.log(`${ok ? 'ok    ' : 'MISSED'}  ${what}: ${figure}  (${limit})`)
  if (!ok) process.exitCode = 1
}
