import { instanceIsProvisioned, type InstanceState } from '@skerry/contract/rules/instances.ts'
import { sql } from 'kysely'
import { raiseAlert } from '../../fleet/alerts/raise-alert.ts'
import { recountSleds } from '../../fleet/sleds/placement.ts'
import { giveCompute, lockQuota } from '../../identity/quotas/quotas.repo.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { AUTO_RESTART_COOLDOWN_MS } from './instance.view.ts'

/** Condition columns of an instance whose machine executes, or that has no machine. */
export const NO_CONDITION = { condition: null, condition_detail: null, time_condition: null }

/** An instance with its silo, whose quota it uses. */
export type InstanceRow = Row<'instances'> & { silo_id: string }

const withSilo = (db: Queryable, id: string) =>
  db
    .selectFrom('instances')
    .innerJoin('projects', 'projects.id', 'instances.project_id')
    .selectAll('instances')
    .select('projects.silo_id')
    .where('instances.id', '=', id)

/** The instance, locked after the quota of its silo: the order for every change of its state. */
export async function lockInstance(tx: Tx, id: string): Promise<InstanceRow | undefined> {
  const instance = await withSilo(tx, id).executeTakeFirst()
  if (!instance) return undefined
  await lockQuota(tx, instance.silo_id)
  return withSilo(tx, id).forUpdate('instances').executeTakeFirst()
}

/** The instance, if that saga owns it. */
export const ownedInstance = (db: Queryable, id: string, sagaId: string): Promise<InstanceRow | undefined> =>
  withSilo(db, id).where('instances.saga_id', '=', sagaId).executeTakeFirst()

/** The instance, locked, if that saga owns it. */
export async function lockOwnedInstance(tx: Tx, id: string, sagaId: string): Promise<InstanceRow | undefined> {
  const instance = await lockInstance(tx, id)
  return instance?.saga_id === sagaId ? instance : undefined
}

/**
 * Changes the state of a locked instance. It belongs to no saga afterwards, unless the fields have a `saga_id`. When it
 * loses its machine, its sled and quota are released. The caller has taken the place on a `migration_sled_id`.
 */
export async function setRunState(
  tx: Tx,
  instance: InstanceRow,
  run_state: InstanceState,
  now: Date,
  fields: Partial<
    Pick<
      InstanceRow,
      | 'saga_id'
      | 'sled_id'
      | 'migration_sled_id'
      | 'run_id'
      | 'time_booted'
      | 'intent'
      | 'start_refusal'
      | 'time_last_auto_restarted'
    >
  > = {},
): Promise<InstanceRow> {
  const freed = instanceIsProvisioned(instance.run_state) && !instanceIsProvisioned(run_state)
  if (freed) await giveCompute(tx, instance, { cpus: instance.ncpus, memory: instance.memory }, now)
  const sled_id = freed ? null : (fields.sled_id ?? instance.sled_id)
  const migration_sled_id = fields.migration_sled_id ?? null
  const before = [instance.sled_id, instance.migration_sled_id].filter((id) => id !== null)
  const left = before.filter((id) => id !== sled_id && id !== migration_sled_id)
  // A sled without a placement: the platform has moved it by itself.
  const joined = sled_id && before.length && !before.includes(sled_id) ? [sled_id] : []
  await recountSleds(tx, instance, { left, joined })
  const row = await tx
    .updateTable('instances')
    .set({
      run_state,
      saga_id: null,
      start_refusal: null,
      ...(freed && { run_id: null, time_booted: null }),
      ...((freed || fields.run_id) && NO_CONDITION),
      ...fields,
      sled_id,
      migration_sled_id,
      auto_restart_due: run_state === 'failed' ? autoRestartDue(instance, now) : null,
      time_run_state_updated: now,
      time_modified: now,
    })
    .where('id', '=', instance.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (run_state === 'failed' && instance.run_state !== 'failed')
    await raiseAlert(
      tx,
      instance.run_state === 'starting' ? 'instance.start_failed' : 'instance.failed',
      alertOf(instance),
      now,
    )
  return { ...row, silo_id: instance.silo_id }
}

/** The data of alerts about an instance. */
export const alertOf = ({ id, name, project_id, silo_id }: InstanceRow) => ({
  instance_id: id,
  instance_name: name,
  project_id,
  silo_id,
})

/** After an automatic restart an instance has a cooldown. */
function autoRestartDue({ time_last_auto_restarted: last }: InstanceRow, now: Date): Date {
  return new Date(Math.max(now.getTime(), (last?.getTime() ?? 0) + AUTO_RESTART_COOLDOWN_MS))
}

/** Ids of the disks, network interfaces and floating IPs that an instance has. */
export async function heldByInstance(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from disks where instance_id = ${id}
    union all select id from network_interfaces where instance_id = ${id}
    union all select id from external_ips where instance_id = ${id} and kind = 'floating'`.execute(tx)
  return rows.map((row) => row.id)
}

/** The pool of the ephemeral address and the SSH keys of each instance of a project. */
export const partsOfInstances = (db: Queryable, projectId: string) =>
  db
    .selectFrom('instances')
    .select((at) => [
      'instances.id',
      at
        .selectFrom('external_ips')
        .select('ip_pool_id')
        .whereRef('instance_id', '=', 'instances.id')
        .where('kind', '=', 'ephemeral')
        .as('ephemeral_ip_pool_id'),
      sql<string[]>`array(
        select id from instance_ssh_keys where instance_id = instances.id order by name
      )`.as('ssh_public_key_ids'),
    ])
    .where('project_id', '=', projectId)

/** Size of a row of `partsOfInstances` in an answer. */
export const partsBytes = sql<number>`160 + 40 * (select count(*) from instance_ssh_keys where instance_id = instances.id)`

export const sshKeysOf = (db: Queryable, instanceId: string) =>
  db.selectFrom('instance_ssh_keys').selectAll().where('instance_id', '=', instanceId)
