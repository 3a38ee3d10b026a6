import { expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import type { Db } from '../database/database.ts'
import { unguarded } from '../database/database-watch.ts'
import { silent } from '../telemetry/log.ts'
import { SourceAddresses } from './source-addresses.ts'

test('a list that was read before the last change is not used', async () => {
  const reads: ((networks: string[]) => void)[] = []
  const executeTakeFirstOrThrow = () => new Promise((answer) => reads.push((networks) => answer({ networks })))
  const db = { selectFrom: () => ({ select: () => ({ executeTakeFirstOrThrow }) }) } as unknown as Db
  const sources = new SourceAddresses({ db, databaseGuard: unguarded, clock: new ManualClock(), log: silent })
  const early = sources.admits('192.0.2.1')
  sources.invalidate()
  const late = sources.admits('192.0.2.1')
  expect(reads).toHaveLength(2)
  reads[1]!(['203.0.113.0/24'])
  expect(await late).toBe(false)
  reads[0]!(['192.0.2.0/24'])
  await early
  expect(sources.admits('192.0.2.1')).toBe(false)
})
