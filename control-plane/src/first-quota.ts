import type { Queryable } from './kernel/database/database.ts'
import type { Services } from './kernel/services.ts'
import { GIB } from './kernel/bytes.ts'
import type { Inventory } from './platform/hardware.ts'

const STORAGE_OF_SLED = 32 * 1024 * GIB
/** The setting that names the silo whose quota waits for the platform. */
const PENDING = 'first_quota_pending'

/** The quota of the first silo: all hardware in service. */
export function allHardware({ sleds }: Pick<Inventory, 'sleds'>) {
  const inService = sleds.filter((sled) => !sled.expunged)
  const total = (of: (sled: (typeof sleds)[number]) => number) => inService.reduce((sum, sled) => sum + of(sled), 0)
  return {
    cpus: total((sled) => sled.hardwareThreads),
    memory: total((sled) => sled.memoryBytes),
    storage: inService.length * STORAGE_OF_SLED,
  }
}

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
  const quota = allHardware(await platform.hardware.inventory())
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
