import { sql } from 'kysely'
import { type Clock, steadyClock } from '../../clock/clock.ts'
import type { Db } from '../../kernel/database/database.ts'

const MEASURE_EVERY_MS = 10_000
const MEASUREMENTS = 3

/**
 * The database's time, so that all servers on it agree on the end of a lease although their clocks differ. The offset
 * of this machine's clock is measured at start and every 10 s; timers use this machine's clock.
 */
export async function databaseClock(db: Db, own: Clock = steadyClock): Promise<Clock & { close(): void }> {
  let offset = await offsetOf(db, own, 0)
  // If the database does not answer, the last offset holds until the next measurement.
  const close = own.every(MEASURE_EVERY_MS, async () => {
    offset = await offsetOf(db, own, offset).catch(() => offset)
  })
  return {
    now: () => new Date(own.now().getTime() + offset),
    after: (ms, work) => own.after(ms, work),
    sleep: (ms, signal) => own.sleep(ms, signal),
    every: (ms, work) => own.every(ms, work),
    close,
  }
}

/**
 * Milliseconds that the database is ahead, by the fastest of several queries. Returns `known` while it is within the
 * measurement error, so that the time does not jitter.
 */
async function offsetOf(db: Db, own: Clock, known: number): Promise<number> {
  let best = { took: Infinity, offset: 0 }
  for (let i = 0; i < MEASUREMENTS; i++) {
    const began = own.now().getTime()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    const ended = own.now().getTime()
    const took = ended - began
    if (took < best.took) best = { took, offset: rows[0]!.now.getTime() - (began + took / 2) }
  }
  return Math.abs(best.offset - known) <= best.took / 2 + 1 ? known : best.offset
}
