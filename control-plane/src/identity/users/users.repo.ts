import { fleetRole, type Role, strongestRole } from '@skerry/contract/rules/roles.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'

export type UserWithGroups = Pick<Row<'users'>, 'id' | 'silo_id' | 'external_id'> & { group_ids: string[] }

export const usersOfSilo = (db: Queryable, siloId: string) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.silo_id', 'users.external_id'])
    .select(
      sql<string[]>`to_json(array(
        select m.group_id from group_members m where m.user_id = users.id order by m.group_id))`.as('group_ids'),
    )
    .where('users.silo_id', '=', siloId)

/** Maximum JSON size of a user in a list, which grows with its groups. */
export const userBytes = sql<number>`400 + 2 * octet_length(users.external_id)
  + 40 * (select count(*) from group_members m where m.user_id = users.id)`

export const membersOfGroup = (db: Queryable, siloId: string, groupId: string) =>
  usersOfSilo(db, siloId)
    .innerJoin('group_members', 'group_members.user_id', 'users.id')
    .where('group_members.group_id', '=', groupId)

/** The effective fleet role of a user: direct, from groups or mapped by the silo. None for a user of another silo. */
export async function fleetRoleOfUser(
  db: Queryable,
  silo: Pick<Row<'silos'>, 'id' | 'mapped_fleet_roles'>,
  userId: string,
): Promise<{ id: string; fleetRole: Role | undefined }> {
  const { rows } = await sql<{ level: string; role: Role }>`
    select r.level, r.role from users u join role_assignments r
      on r.identity_id = any (array(select m.group_id from group_members m where m.user_id = u.id) || u.id)
    where u.id = ${userId} and u.silo_id = ${silo.id}
      and (r.level = 'fleet' or (r.level = 'silo' and r.resource_id = ${silo.id}))`.execute(db)
  const on = (level: string) => strongestRole(rows.filter((row) => row.level === level).map(({ role }) => role))
  return { id: userId, fleetRole: fleetRole(on('fleet'), on('silo'), silo.mapped_fleet_roles) }
}

/** The strongest fleet role assigned to any user or group of a silo, without the roles that the silo maps. */
export async function strongestFleetRole(db: Queryable, siloId: string): Promise<{ fleetRole: Role | undefined }> {
  const { rows } = await sql<{ role: Role }>`
    select distinct r.role from role_assignments r
    where r.level = 'fleet' and (
      exists (select 1 from users u where u.id = r.identity_id and u.silo_id = ${siloId})
      or exists (select 1 from groups g where g.id = r.identity_id and g.silo_id = ${siloId}))`.execute(db)
  return { fleetRole: strongestRole(rows.map(({ role }) => role)) }
}

/** @throws 400 when the name is taken */
export const insertUser = (
  tx: Tx,
  fields: Pick<Row<'users'>, 'silo_id' | 'external_id' | 'password_hash'>,
  now: Date,
): Promise<Row<'users'>> =>
  tx
    .insertInto('users')
    .values({ id: randomId(), ...fields, time_created: now, time_modified: now })
    .returningAll()
    .$call(throwIfTaken('silo-user', fields.external_id))

/** Locks a user for its deletion. */
export const lockUser = (tx: Tx, siloId: string, id: string): Promise<Row<'users'> | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).where('silo_id', '=', siloId).forUpdate().executeTakeFirst()

/** Locks a user against deletion until the transaction ends. @returns whether it exists */
export const shareLockUser = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('users').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined

/** Deletes a locked user and its roles. Its sessions, tokens and keys are deleted by cascade. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('role_assignments').where('identity_id', '=', id).execute()
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

/** Sets or removes a password and ends the user's sessions except one. @returns whether the user exists */
export async function setPassword(
  tx: Tx,
  user: { siloId: string; id: string },
  passwordHash: string | null,
  options: { exceptSession: string | undefined; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, time_modified: options.now })
    .where('id', '=', user.id)
    .where('silo_id', '=', user.siloId)
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', user.id)
  if (options.exceptSession !== undefined) sessions = sessions.where('id', '!=', options.exceptSession)
  await sessions.execute()
  return true
}
