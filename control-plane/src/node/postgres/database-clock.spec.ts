import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Clock, systemClock } from '../../clock/clock.ts'
import { type Db, openDatabase } from '../../kernel/database/database.ts'
import { scratchFolder } from '../testing/server.ts'
import { databaseClock } from './database-clock.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

const data = scratchFolder()
let postgres: EmbeddedPostgres
let db: Db
beforeAll(async () => {
  postgres = await startPostgres(`${data.path}/postgres`, (why) => {
    throw new Error(why)
  })
  db = openDatabase({ url: postgres.url(), max: 1 })
})
afterAll(async () => {
  await db.destroy()
  await postgres.stop()
  data[Symbol.dispose]()
})

const HOUR = 3_600_000
/** A machine's clock that is an hour off, to either side. */
const off = (ms: number): Clock => ({
  now: () => new Date(systemClock.now().getTime() + ms),
  after: (wait, work) => systemClock.after(wait, work),
  sleep: (wait, signal) => systemClock.sleep(wait, signal),
  every: (wait, work) => systemClock.every(wait, work),
})

test('servers whose clocks differ mean the same moment', async () => {
  const clocks = [await databaseClock(db, off(HOUR)), await databaseClock(db, off(-HOUR)), await databaseClock(db)]
  // The database is on this machine, so its time is ours; a busy machine may take seconds to answer.
  for (const clock of clocks) expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(HOUR / 10)
  for (const clock of clocks) clock.close()
})

test("a step of this machine's clock changes nothing", async () => {
  const clock = await databaseClock(db)
  const before = clock.now().getTime()
  vi.setSystemTime(Date.now() + HOUR)
  const after = clock.now().getTime()
  vi.useRealTimers()
  clock.close()
  expect(after - before).toBeGreaterThanOrEqual(0)
  expect(after - before).toBeLessThan(HOUR / 10)
})
