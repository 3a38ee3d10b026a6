import { expect, onTestFinished, test, vi } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { HeldReads } from '../../testing/held-reads.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { unguarded } from '../database/database-watch.ts'
import { silent } from '../telemetry/log.ts'
import { SourceAddresses } from './source-addresses.ts'

test('a list that was read before the last change is not used', async () => {
  const { db, close } = await startTestServer()
  onTestFinished(close)
  const reads = new HeldReads()
  const sources = new SourceAddresses({
    db: db.withPlugin(reads),
    databaseGuard: unguarded,
    clock: new ManualClock(),
    log: silent,
  })
  const change = (network: string) =>
    db
      .updateTable('allow_list')
      .set({ networks: JSON.stringify([network]) })
      .execute()

  await change('192.0.2.0/24')
  const early = sources.admits('192.0.2.1')
  await vi.waitUntil(() => reads.waiting === 1, { timeout: 60_000 })
  await change('203.0.113.0/24')
  sources.invalidate()
  const late = sources.admits('192.0.2.1')
  await vi.waitUntil(() => reads.waiting === 2, { timeout: 60_000 })
  reads.release(1)
  expect(await late).toBe(false)
  reads.release()
  await early
  expect(sources.admits('192.0.2.1')).toBe(false)
})
