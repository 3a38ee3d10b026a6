import { seedDemo } from '../demo/demo.ts'
import { beginUsage } from '../identity/quotas/usage.repo.ts'
import { generatePassword } from '../kernel/access/secrets.ts'
import type { Db } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import { FLEET_ID, randomId } from '../kernel/values/uuid.ts'
import { addRange } from '../network/ip-pools/ip-pool-ranges.repo.ts'
import type { Inventory } from '../platform/interface/hardware.ts'
import { PlatformError } from '../platform/interface/platform-error.ts'
import { allHardware, deferFirstQuota, factorsOf } from './first-quota.ts'

export interface BootstrapOptions {
  /** The first admin's password; generated if undefined. */
  adminPassword: string | undefined
  /** Adds the demo data. */
  demo: boolean
  /** The password of every demo user; generated if undefined. */
  demoPassword?: string | undefined
}

/** Generated passwords, to be shown once. */
export interface Bootstrapped {
  generatedPassword?: string
  generatedDemoPassword?: string
}

/** Demo data were requested for a database that is not empty. */
export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty'
}

const DEMO_MARK = 'demo_data'

/** Addresses that standards reserve for benchmarks (RFC 2544): never routed on the internet. */
const FIRST_RANGE = { first: '198.18.0.1', last: '198.18.15.254' }

/**
 * Creates, once and in one transaction, the silo `default`, its admin, who is also fleet admin, the pools, and on
 * request the demo data. Returns generated passwords.
 * @throws DatabaseNotEmpty if demo data are requested after a first start without them
 */
export async function bootstrap(services: Services, options: BootstrapOptions): Promise<Bootstrapped> {
  const { db, clock, passwords } = services
  if (await db.selectFrom('silos').select('id').limit(1).executeTakeFirst()) {
    if (options.demo) await requireDemo(db)
    return {}
  }
  const password = options.adminPassword ?? generatePassword()
  const hash = await passwords.hash(password)
  const demoPassword = options.demoPassword ?? generatePassword()
  const demoHash = options.demo ? await passwords.hash(demoPassword) : undefined
  const inventory = await inventoryOf(services, options)

  const made = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const times = { time_created: now, time_modified: now }
    const siloId = randomId()
    const silo = await tx
      .insertInto('silos')
      .values({
        id: siloId,
        name: 'default',
        description: 'The silo that Skerry began with',
        discoverable: true,
        identity_mode: 'local_only',
        mapped_fleet_roles: JSON.stringify({ admin: ['admin'] }),
        device_token_max_ttl_seconds: null,
        ...times,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!silo.numInsertedOrUpdatedRows) return false
    await tx
      .insertInto('quotas')
      .values({ silo_id: siloId, ...allHardware(inventory ?? { sleds: [] }, await factorsOf(tx)) })
      .execute()
    if (!inventory) await deferFirstQuota(tx, siloId)
    for (const collection of [siloId, FLEET_ID]) await beginUsage(tx, collection, now)
    const userId = randomId()
    await tx
      .insertInto('users')
      .values({ id: userId, silo_id: siloId, external_id: 'admin', password_hash: hash, ...times })
      .execute()
    await tx
      .insertInto('role_assignments')
      .values({
        level: 'silo',
        resource_id: siloId,
        identity_type: 'silo_user',
        identity_id: userId,
        role: 'admin',
      })
      .execute()
    const poolId = randomId()
    const pools = [
      { id: poolId, name: 'default', description: 'Addresses for instances', is_service: false },
      { id: randomId(), name: 'skerry-service-pool', description: 'Addresses for Skerry itself', is_service: true },
    ]
    await tx
      .insertInto('ip_pools')
      .values(pools.map((pool) => ({ ...pool, ...times })))
      .execute()
    await addRange(tx, poolId, FIRST_RANGE, now)
    await tx.insertInto('ip_pool_silos').values({ ip_pool_id: poolId, silo_id: siloId, is_default: true }).execute()
    await services.siloImages.insert(tx, siloId, now)
    if (demoHash && inventory) {
      const sleds = inventory.sleds.filter((sled) => !sled.expunged).map(({ id }) => id)
      const seeding = { tx, services, now, passwordHash: demoHash, sleds, inventory }
      await seedDemo(seeding, { siloId, adminId: userId })
      await tx.insertInto('settings').values({ key: DEMO_MARK, value: 'true' }).execute()
    }
    return true
  })
  if (!made) return {}
  return {
    ...(options.adminPassword === undefined && { generatedPassword: password }),
    ...(options.demo && options.demoPassword === undefined && { generatedDemoPassword: demoPassword }),
  }
}

/** Undefined if the platform does not answer: the server starts without it. The demo data need it. */
async function inventoryOf({ platform, log }: Services, { demo }: BootstrapOptions): Promise<Inventory | undefined> {
  try {
    return await platform.hardware.inventory()
  } catch (error) {
    if (demo || !(error instanceof PlatformError)) throw error
    log('error', 'cannot read the hardware: the first silo gets its quota once the platform answers', { error })
    return undefined
  }
}

async function requireDemo(db: Db): Promise<void> {
  const mark = await db.selectFrom('settings').select('key').where('key', '=', DEMO_MARK).executeTakeFirst()
  if (!mark) throw new DatabaseNotEmpty('Demo data require an empty database, and this one is in use')
}
