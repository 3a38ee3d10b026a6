/** The middle one of some figures. */
export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Prints a figure beside its limit and fails the run when it does not hold.
 * @param holds whether the figure is within the limit
 */
export function report(what: string, figure: string, limit: string, holds: boolean): void {
  console.log(`${holds ? 'ok    ' : 'MISSED'}  ${what}: ${figure}  (${limit})`)
  if (!holds) process.exitCode = 1
}
