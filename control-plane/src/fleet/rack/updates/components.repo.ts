import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Inventory } from '../../../platform/interface/hardware.ts'

type Component = Row<'release_components'>
type Target = Pick<Row<'target_release'>, 'generation' | 'system_version'>

/** The hardware of the inventory that runs a release. */
export const componentsOf = ({ sleds, switches }: Inventory): Pick<Component, 'id' | 'kind' | 'serial'>[] => [
  ...switches.map(({ id, baseboard }) => ({ id, kind: 'switch' as const, serial: baseboard.serial })),
  ...sleds
    .filter(({ expunged }) => !expunged)
    .map(({ id, baseboard }) => ({ id, kind: 'sled' as const, serial: baseboard.serial })),
]

/** Switches first, in the order of updates. */
export const listComponents = (db: Queryable): Promise<Component[]> =>
  db.selectFrom('release_components').selectAll().orderBy('kind', 'desc').orderBy('serial').orderBy('id').execute()

/**
 * Marks each component that does not run the target as waiting, and deletes those that left the inventory. The caller
 * has locked `target_release`.
 */
export async function markWaiting(tx: Tx, target: Target, inventory: Inventory, now: Date): Promise<void> {
  const present = componentsOf(inventory)
  const ids = present.map(({ id }) => id)
  await tx
    .deleteFrom('release_components')
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  await tx
    .updateTable('release_components')
    .set({ generation: target.generation, state: 'updated', problem: null })
    .where('system_version', '=', target.system_version)
    .execute()
  const waiting = { generation: target.generation, state: 'waiting' as const, problem: null, time_modified: now }
  await tx
    .updateTable('release_components')
    .set(waiting)
    .where((eb) => eb.or([eb('system_version', 'is', null), eb('system_version', '!=', target.system_version)]))
    .execute()
  if (!present.length) return
  await tx
    .insertInto('release_components')
    .values(present.map((component) => ({ ...component, ...waiting, system_version: null })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Starts the next update. One that a crash interrupted comes first. */
export async function startNextUpdate(tx: Tx, now: Date): Promise<Component | undefined> {
  const waiting = (await listComponents(tx)).filter(({ state }) => state === 'updating' || state === 'waiting')
  const next = waiting.find(({ state }) => state === 'updating') ?? waiting[0]
  if (next?.state === 'waiting')
    await tx
      .updateTable('release_components')
      .set({ state: 'updating', time_modified: now })
      .where('id', '=', next.id)
      .execute()
  return next
}

/** Records the outcome of an update, unless the target has changed since. */
export async function endUpdate(
  tx: Tx,
  { id, generation }: Pick<Component, 'id' | 'generation'>,
  outcome: { system_version: string } | { problem: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('release_components')
    .set({ ...outcome, state: 'problem' in outcome ? 'failed' : 'updated', time_modified: now })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('state', '=', 'updating')
    .execute()
}
