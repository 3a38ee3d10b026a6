import { generatePassword } from './kernel/access/secrets.ts'
import { insertStarterImages } from './compute/images/starter-images.ts'
import { seedDemo } from './demo.ts'
import type { Db } from './kernel/database/database.ts'
import type { Services } from './kernel/services.ts'
import { addRange } from './network/ip-pools/ip-pool-ranges.repo.ts'
import { beginUsage } from './identity/quotas/usage.repo.ts'
import { FLEET_ID, randomId } from './kernel/uuid.ts'
import { GIB } from './kernel/bytes.ts'

export interface BootstrapOptions {
  /** The first admin's password; one is made up when there is none. */
  adminPassword: string | undefined
  /** Adds the demo data. */
  demo: boolean
  /** Of every demo user; one is made up when there is none. */
  demoPassword?: string | undefined
}

/** Passwords that had to be made up; they are to be shown this once. */
export interface Bootstrapped {
  generatedPassword?: string
  generatedDemoPassword?: string
}

/** Demo data were asked for, and there are others already. */
export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty'
}

const DEMO_MARK = 'demo_data'

/** Addresses that standards set aside for trials: nobody else's, and never routed. */
const FIRST_RANGE = { first: '198.18.0.1', last: '198.18.15.254' }

/**
 * Makes what a first start needs, once, in one transaction: the silo `default`, its admin, who is the fleet's too, and
 * the pools; and the demo data, when asked for. Answers the passwords it had to make up.
 * @throws DatabaseNotEmpty when demo data are asked for and the first start was made without
 */
export async function bootstrap(services: Services, options: BootstrapOptions): Promise<Bootstrapped> {
  const { db, clock, platform, passwords } = services
  if (await db.selectFrom('silos').select('id').limit(1).executeTakeFirst()) {
    if (options.demo) await requireDemo(db)
    return {}
  }
  const password = options.adminPassword ?? generatePassword()
  const hash = await passwords.hash(password)
  const demoPassword = options.demoPassword ?? generatePassword()
  const demoHash = options.demo ? await passwords.hash(demoPassword) : undefined
  const inventory = await platform.hardware.inventory()
  const { sleds } = inventory
  const inService = sleds.filter((sled) => !sled.expunged)
  const total = (of: (sled: (typeof sleds)[number]) => number) => inService.reduce((sum, sled) => sum + of(sled), 0)

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
      .values({
        silo_id: siloId,
        cpus: total((sled) => sled.hardwareThreads),
        memory: total((sled) => sled.memoryBytes),
        storage: inService.length * 32 * 1024 * GIB,
      })
      .execute()
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
    await insertStarterImages(tx, siloId, now)
    if (demoHash) {
      const sledIds = inService.map(({ id }) => id)
      const seeding = { tx, services, now, passwordHash: demoHash, sleds: sledIds, inventory }
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

async function requireDemo(db: Db): Promise<void> {
  const mark = await db.selectFrom('settings').select('key').where('key', '=', DEMO_MARK).executeTakeFirst()
  if (!mark) throw new DatabaseNotEmpty('Demo data go only into an empty database, and this one is in use')
}
