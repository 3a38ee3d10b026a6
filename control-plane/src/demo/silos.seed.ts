import { insertStarterImages } from '../compute/images/starter-images.ts'
import { GIB } from '../kernel/values/bytes.ts'
import { daysAgo, namedRow, type Seeding } from './seeding.ts'

const SILOS = [
  {
    name: 'north-quay',
    description: 'The container terminal on the north quay',
    identity_mode: 'local_only',
    quota: { cpus: 64, memory: 256 * GIB, storage: 8192 * GIB },
    days: 160,
  },
  {
    name: 'pilotage',
    description: 'The pilots, who sign in where they are employed',
    identity_mode: 'saml_jit',
    quota: { cpus: 32, memory: 128 * GIB, storage: 4096 * GIB },
    days: 40,
  },
] as const

/** Adds a silo with local users and one with an identity provider. Returns the ids of all silos by name. */
export async function seedSilos(seeding: Seeding, defaultId: string): Promise<Map<string, string>> {
  const { tx } = seeding
  const ids = new Map([['default', defaultId]])
  for (const { name, description, identity_mode, quota, days } of SILOS) {
    const silo = namedRow(seeding, name, description, days)
    const settings = { mapped_fleet_roles: '{}', device_token_max_ttl_seconds: 30 * 86_400 }
    await tx
      .insertInto('silos')
      .values({ ...silo, ...settings, discoverable: true, identity_mode })
      .execute()
    await tx
      .insertInto('quotas')
      .values({ silo_id: silo.id, ...quota })
      .execute()
    await insertStarterImages(tx, silo.id, daysAgo(seeding, days))
    ids.set(name, silo.id)
  }
  return ids
}
