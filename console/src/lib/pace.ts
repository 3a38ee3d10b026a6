const window = 10_000

/**
 * Estimates how long the rest takes, from the pace of the last ten seconds.
 * @param total bytes. @returns a function of the bytes sent so far: ms left, nothing before that is known.
 */
export function createPace(total: number, clock: () => number = () => performance.now()) {
  let seen: { at: number; sent: number }[] = []
  const msLeft = (sent: number): number | undefined => {
    const now = clock()
    seen = [...seen.filter(({ at }) => now - at <= window), { at: now, sent }]
    const first = seen[0]!
    if (now - first.at < 500 || sent === first.sent) return undefined
    return ((total - sent) * (now - first.at)) / (sent - first.sent)
  }
  /** Measures the pace again after a pause. */
  return Object.assign(msLeft, { rest: () => void (seen = []) })
}
