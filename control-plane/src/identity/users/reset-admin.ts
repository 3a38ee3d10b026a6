import type { Clock } from '../../clock/clock.ts'
import { generatePassword, type Passwords } from '../../kernel/access/secrets.ts'
import type { Db, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { FLEET_ID, randomId } from '../../kernel/values/uuid.ts'
import { forgiveAccount } from '../sessions/sign-in-throttle.ts'
import { findSilo, insertSilo } from '../silos/silos.repo.ts'
import { endAccess } from './user-access.repo.ts'

/** The name of the user that a first start creates. */
const ADMIN = 'admin'

/** The database has no silo: the server has never started on it. */
export class NoSilo extends Error {
  override name = 'NoSilo'
}

interface Dependencies {
  db: Db
  clock: Clock
  passwords: Passwords
}

/**
 * Restores access: gives user `admin` a new password and the roles silo admin and fleet admin, and ends its sessions
 * and tokens. Creates the user if it was deleted. Returns the password and the silo to sign in to.
 * @throws NoSilo
 */
export async function resetAdmin({ db, clock, passwords }: Dependencies): Promise<{ silo: string; password: string }> {
  const password = generatePassword()
  const hash = await passwords.hash(password)
  const now = clock.now()
  const silo = await db.transaction().execute(async (tx) => {
    if (!(await tx.selectFrom('silos').select('id').limit(1).executeTakeFirst())) throw new NoSilo()
    const found = await localSilo(tx, now)
    const id = await setAdmin(tx, found.id, hash, now)
    const ended = await endAccess(tx, id)
    await assignAdmin(tx, found, id)
    await forgiveAccount(tx, found.id, ADMIN)
    await tx
      .insertInto('audit_log')
      .values({
        id: randomId(),
        time: now,
        request_id: randomId(),
        operation: 'reset_admin',
        actor_id: null,
        silo_id: found.id,
        credential_id: null,
        source_address: null,
        target: id,
        status: 200,
        detail: JSON.stringify({ external_id: ADMIN, ...ended }),
      })
      .execute()
    return found
  })
  return { silo: silo.name, password }
}

/** The silo `default`, created if it was deleted. If it uses an identity provider, the silo `recovery` instead. */
async function localSilo(tx: Tx, now: Date): Promise<Row<'silos'>> {
  for (const name of ['default', 'recovery']) {
    const silo = await findSilo(tx, { name })
    if (silo?.identity_mode === 'local_only') return silo
    if (silo) continue
    const fields = {
      name,
      description: 'The silo of the admin who was reset',
      discoverable: true,
      identity_mode: 'local_only',
      mapped_fleet_roles: { admin: ['admin'] },
      quotas: { cpus: 0, memory: 0, storage: 0 },
    } as const
    return insertSilo(tx, { ...fields, mapped_fleet_roles: { admin: ['admin'] } }, now)
  }
  throw new Error('the silos default and recovery both use an identity provider')
}

async function setAdmin(tx: Tx, siloId: string, hash: string, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({
      id: randomId(),
      silo_id: siloId,
      external_id: ADMIN,
      password_hash: hash,
      time_created: now,
      time_modified: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['silo_id', 'external_id']).doUpdateSet({ password_hash: hash, time_modified: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Assigns silo admin, and fleet admin unless the silo maps its admins to it. */
async function assignAdmin(tx: Tx, silo: Row<'silos'>, userId: string): Promise<void> {
  const identity = { identity_type: 'silo_user', identity_id: userId, role: 'admin' } as const
  const mapped = silo.mapped_fleet_roles.admin?.includes('admin') ?? false
  await tx
    .insertInto('role_assignments')
    .values([
      { level: 'silo', resource_id: silo.id, ...identity },
      ...(mapped ? [] : [{ level: 'fleet' as const, resource_id: FLEET_ID, ...identity }]),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
