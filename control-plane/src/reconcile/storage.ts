import { sql } from 'kysely'
import { faultImage } from '../compute/images/image-fault.ts'
import { faultDisk } from '../compute/instances/events/disk-fault.ts'
import { faultSnapshot } from '../compute/snapshots/snapshot-fault.ts'
import { CONFIRM_AFTER_MS } from '../fleet/inventory/unlisted-hardware.repo.ts'
import type { Queryable, Tx } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import { declareLater } from '../network/vpcs/vpcs-declare.saga.ts'
import { clearStopAlert, raiseStopAlert, tooManyMissing } from './machine-absences.repo.ts'
import { recordMissingStorage } from './storage-absences.repo.ts'
import { lossOf, recordLoss, restoreFound } from './storage-losses.ts'

export const STORAGE_EVERY_MS = 60_000
const MAX_DECLARED_PER_ROUND = 500

const faults = { disk: faultDisk, snapshot: faultSnapshot, image: faultImage }

interface Stored {
  id: string
  kind: keyof typeof faults
}

/**
 * Finds disks, snapshots and images that the platform has lost without an event, and faults them. Skips those that a
 * saga owns. Changes nothing when too many are missing at once.
 */
export async function reconcileStorage({ db, clock, platform, log }: Services, signal: AbortSignal): Promise<void> {
  // Rows first: the platform must have the storage of a row that existed before it answered.
  const expected = await storageExpected(db)
  const { volumes, snapshots, images } = await platform.volumes.list(signal)
  const listed = { disk: new Set(volumes), snapshot: new Set(snapshots), image: new Set(images) }
  const missing = expected.filter(({ id, kind }) => !listed[kind].has(id))
  // Restored even while reconciliation is stopped because too much is missing.
  await restoreFound({ db, clock, platform, log }, new Set([...volumes, ...snapshots, ...images]), signal)
  const absences = await recordMissingStorage(
    db,
    missing.map(({ id }) => id),
    clock.now(),
  )

  const counts = { missing: absences.filter(({ confirmed }) => !confirmed).length, expected: expected.length }
  if (tooManyMissing(counts.missing, counts.expected)) {
    await raiseStopAlert(db, 'storage', counts, clock.now())
    return log('error', 'storage is not reconciled: too much is missing at once', counts)
  }
  await clearStopAlert(db, 'storage')

  const lost = new Set(absences.filter(({ certain }) => certain).map(({ id }) => id))
  for (const { id, kind } of missing) {
    if (signal.aborted) return
    if (!lost.has(id)) continue
    await db.transaction().execute(async (tx) => {
      if (!(await isUnowned(tx, { id, kind }))) return
      const loss = await lossOf(tx, id)
      if ((await faults[kind](tx, id, 'Its storage is gone', clock.now())) !== 'later') await recordLoss(tx, loss)
    })
    log('warn', 'storage is gone', { kind, subject: id })
  }
}

async function storageExpected(db: Queryable): Promise<Stored[]> {
  const disks = await db
    .selectFrom('disks')
    .select('id')
    .where('state', 'in', ['attached', 'detached'])
    .where('saga_id', 'is', null)
    .execute()
  const snapshots = await db.selectFrom('snapshots').select('id').where('state', '=', 'ready').execute()
  // Images without content are made with the first disk from them.
  const images = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'ready')
    .where(sql<boolean>`source ->> 'kind' <> 'empty'`)
    .execute()
  const of = (kind: Stored['kind']) => (row: { id: string }) => ({ id: row.id, kind })
  return [...disks.map(of('disk')), ...snapshots.map(of('snapshot')), ...images.map(of('image'))]
}

/** A disk may have got a saga since its row was read. */
async function isUnowned(tx: Tx, { id, kind }: Stored): Promise<boolean> {
  if (kind !== 'disk') return true
  const row = await tx.selectFrom('disks').select('saga_id').where('id', '=', id).executeTakeFirst()
  return row?.saga_id === null
}

/** Declares the VPCs again that the platform has lost without an event. */
export async function reconcileVpcs({ db, clock, platform, sagas, log }: Services, signal: AbortSignal): Promise<void> {
  // Newer ones may not be declared yet.
  const since = new Date(clock.now().getTime() - CONFIRM_AFTER_MS)
  const expected = await db.selectFrom('vpcs').select('id').where('time_created', '<=', since).execute()
  const listed = new Set(await platform.networks.list(signal))
  const lost = expected.map(({ id }) => id).filter((id) => !listed.has(id))
  if (!lost.length) return
  log('warn', 'VPCs are gone', { count: lost.length })
  await db.transaction().execute((tx) => declareLater(tx, { sagas }, lost.slice(0, MAX_DECLARED_PER_ROUND)))
  sagas.wake()
}
