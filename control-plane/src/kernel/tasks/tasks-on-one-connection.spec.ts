import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { silent } from '../telemetry/log.ts'
import { type Task, Tasks } from './tasks.ts'

test('a task can use a database with one connection', async () => {
  const { db, drop } = await testDatabase()
  const task: Task = { name: 'count', everyMs: 1000, run: async () => void (await sql`select 1`.execute(db)) }
  const tasks = new Tasks({ db, clock: new ManualClock(), log: silent }, [task])
  await tasks.run('count')
  expect(tasks.list()).toMatchObject([{ outcome: 'done' }])
  await tasks.stop()
  await db.destroy()
  await drop()
})
