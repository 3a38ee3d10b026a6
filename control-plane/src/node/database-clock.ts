import { sql } from 'kysely'
import { type Clock, steadyClock } from '../clock/clock.ts'
import type { Db } from '../kernel/database/database.ts'

const MEASURE_EVERY_MS = 10_000
const MEASUREMENTS = 3

/**
 * The database's time, so that several servers on one database mean the same moment by the end of a lease, whatever
 * their own clocks say. How far this machine's clock is off is measured at once and every 10 s; timers are its own.
 */
export async function databaseClock(db: Db, own: Clock = steadyClock): Promise<Clock & { close(): void }> {
  let offset = await offsetOf(db, own, 0)
  // A database that is away is asked again in 10 s; until then the offset is what it was.
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
 * Milliseconds that the database is ahead, by the fastest of several answers: `known` as long as it is within what that
 * can tell, so that time does not tremble.
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
