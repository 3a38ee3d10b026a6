import { onAnswer } from '~/api/api.ts'
import { createStore } from '~/lib/store.ts'

/** ms from which on ages and the ranges of charts are visibly wrong. */
const NOTICEABLE_MS = 2 * 60_000

/** How many ms this device's clock is ahead of the server's; 0 where they agree. Negative where it is behind. */
export const clockSkew = createStore(0)

/** Compares the clocks at each answer. @returns stops that */
export const watchClock = (): (() => void) =>
  onAnswer(({ headers }) => {
    const date = headers.get('date')
    if (date === null) return
    const skew = Date.now() - Date.parse(date)
    // Answers differ by less than this while the clocks agree: rounded, so that the banner does not change with each.
    clockSkew.set(Math.abs(skew) < NOTICEABLE_MS ? 0 : Math.round(skew / 60_000) * 60_000)
  })
