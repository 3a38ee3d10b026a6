import type { SiloCreate } from '@skerry/contract/identity/silos.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Selector } from '../../kernel/http/errors.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { beginUsage, endUsage } from '../quotas/usage.repo.ts'

export const siloByName = (db: Queryable, name: string): Promise<Row<'silos'> | undefined> => findSilo(db, { name })

export const findSilo = (db: Queryable, by: Selector): Promise<Row<'silos'> | undefined> => {
  const silos = db.selectFrom('silos').selectAll()
  return ('id' in by ? silos.where('id', '=', by.id) : silos.where('name', '=', by.name)).executeTakeFirst()
}

/** Discoverable silos. The others are found only by name or id. */
export const discoverableSilos = (db: Queryable) => db.selectFrom('silos').selectAll().where('discoverable', '=', true)

/** Inserts a silo and its quota. @throws 400 when the name is taken */
export async function insertSilo(
  tx: Tx,
  fields: Pick<SiloCreate, 'name' | 'description' | 'discoverable' | 'identity_mode' | 'mapped_fleet_roles' | 'quotas'>,
  now: Date,
): Promise<Row<'silos'>> {
  const { quotas, mapped_fleet_roles, ...rest } = fields
  const silo = await tx
    .insertInto('silos')
    .values({
      id: randomId(),
      ...rest,
      mapped_fleet_roles: JSON.stringify(withoutRepeats(mapped_fleet_roles)),
      device_token_max_ttl_seconds: null,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('silo', fields.name))
  await tx
    .insertInto('quotas')
    .values({ silo_id: silo.id, ...quotas })
    .execute()
  await beginUsage(tx, silo.id, now)
  return silo
}

/** Drops duplicates: the mapped roles are read with each request of the silo's users, and listed with each silo. */
const withoutRepeats = (mapped: SiloCreate['mapped_fleet_roles']): SiloCreate['mapped_fleet_roles'] =>
  Object.fromEntries(Object.entries(mapped).map(([role, fleetRoles]) => [role, [...new Set(fleetRoles)]]))

/** Creates a group with the role silo admin. */
export async function insertAdminGroup(tx: Tx, siloId: string, externalId: string, now: Date): Promise<void> {
  const id = randomId()
  const times = { time_created: now, time_modified: now }
  await tx
    .insertInto('groups')
    .values({ id, silo_id: siloId, external_id: externalId, ...times })
    .execute()
  await tx
    .insertInto('role_assignments')
    .values({ level: 'silo', resource_id: siloId, identity_type: 'silo_group', identity_id: id, role: 'admin' })
    .execute()
}

/** Locks a silo for its deletion or a change of its default pool: no row in it is inserted meanwhile. */
export const lockSilo = (tx: Tx, id: string): Promise<Row<'silos'> | undefined> =>
  tx.selectFrom('silos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const firstProject = (tx: Tx, siloId: string): Promise<{ name: string } | undefined> =>
  tx.selectFrom('projects').select('name').where('silo_id', '=', siloId).orderBy('name').limit(1).executeTakeFirst()

/**
 * Deletes a locked silo without projects and images, and the role assignments of its users and groups, also on
 * the fleet. Other references to the silo are deleted by cascade.
 */
export async function deleteSilo(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('role_assignments').where('level', '=', 'silo').where('resource_id', '=', id).execute()
  for (const table of ['users', 'groups'] as const)
    await tx
      .deleteFrom('role_assignments')
      .where('identity_id', 'in', (identities) => identities.selectFrom(table).select('id').where('silo_id', '=', id))
      .execute()
  await endUsage(tx, id)
  await tx.deleteFrom('silos').where('id', '=', id).execute()
}
