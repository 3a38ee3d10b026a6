import type { Queryable } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import { GIB } from '../kernel/values/bytes.ts'
import type { Inventory } from '../platform/interface/hardware.ts'

/** Storage counted for a sled whose platform reports none. */
const STORAGE_OF_SLED = 32 * 1024 * GIB
/** The setting that names the silo whose quota waits for the platform. */
const PENDING = 'first_quota_pending'

interface Factors {
  cpu: number
  storage: number
}

/**
 * The quota of the first silo: all hardware in service, with the factors of overcommitment where it is known. A tenth of
 * the storage is kept: files that are not of the platform's grow beside it, and a quota above the capacity cannot be
 * used.
 */
export function allHardware({ sleds }: Pick<Inventory, 'sleds'>, factors: Factors) {
  const inService = sleds.filter((sled) => !sled.expunged)
  const total = (of: (sled: (typeof sleds)[number]) => number) => inService.reduce((sum, sled) => sum + of(sled), 0)
  const isKnown = inService.some(({ storageBytes }) => storageBytes !== undefined)
  return {
    cpus: Math.floor(total((sled) => sled.hardwareThreads) * (isKnown ? factors.cpu : 1)),
    memory: total((sled) => sled.memoryBytes),
    storage: isKnown
      ? wholeUnits(0.9 * total((sled) => sled.storageBytes ?? 0) * factors.storage)
      : inService.length * STORAGE_OF_SLED,
  }
}

/** Whole GiB; below one, whole MiB. */
function wholeUnits(bytes: number): number {
  const unit = bytes < GIB ? GIB / 1024 : GIB
  return Math.floor(bytes / unit) * unit
}

export const factorsOf = (db: Queryable): Promise<Factors> =>
  db.selectFrom('overcommitment').select(['cpu', 'storage']).executeTakeFirstOrThrow()

/** Records that the quota of the first silo is still to be set, since the platform did not answer. */
export const deferFirstQuota = (db: Queryable, siloId: string) =>
  db
    .insertInto('settings')
    .values({ key: PENDING, value: JSON.stringify(siloId) })
    .execute()

/** Sets the quota that the first start could not, unless an operator has set one. */
export async function setDeferredQuota({ db, platform }: Pick<Services, 'db' | 'platform'>): Promise<void> {
  const pending = await db.selectFrom('settings').select('value').where('key', '=', PENDING).executeTakeFirst()
  if (!pending) return
  const quota = allHardware(await platform.hardware.inventory(), await factorsOf(db))
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('quotas')
      .set(quota)
      .where('silo_id', '=', pending.value as string)
      .where(({ eb }) => eb.and({ cpus: 0, memory: 0, storage: 0 }))
      .execute()
    await tx.deleteFrom('settings').where('key', '=', PENDING).execute()
  })
}
