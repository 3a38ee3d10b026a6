import { GIB } from '../../kernel/bytes.ts'
import { daysAgo, namedRow, type Seeding } from '../../kernel/seeding.ts'
import { insertStarterImages } from '../../compute/images/starter-images.ts'

/** A second silo, of those who run the quay next door. Answers the ids of both by name. */
export async function seedSilos(seeding: Seeding, defaultId: string): Promise<Map<string, string>> {
  const { tx } = seeding
  const quay = namedRow(seeding, 'north-quay', 'The container terminal on the north quay', 160)
  await tx
    .insertInto('silos')
    .values({
      ...quay,
      discoverable: true,
      identity_mode: 'local_only',
      mapped_fleet_roles: '{}',
      device_token_max_ttl_seconds: 30 * 86_400,
    })
    .execute()
  await tx
    .insertInto('quotas')
    .values({ silo_id: quay.id, cpus: 64, memory: 256 * GIB, storage: 8192 * GIB })
    .execute()
  await insertStarterImages(tx, quay.id, daysAgo(seeding, 160))
  return new Map([
    ['default', defaultId],
    ['north-quay', quay.id],
  ])
}
