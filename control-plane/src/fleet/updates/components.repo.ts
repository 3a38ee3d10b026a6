import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Inventory } from '../../platform/hardware.ts'

type Component = Row<'release_components'>
type Target = Pick<Row<'target_release'>, 'generation' | 'system_version'>

/** What runs the system, of what the platform has. */
export const componentsOf = ({ sleds, switches }: Inventory): Pick<Component, 'id' | 'kind' | 'serial'>[] => [
  ...switches.map(({ id, baseboard }) => ({ id, kind: 'switch' as const, serial: baseboard.serial })),
  ...sleds
    .filter(({ expunged }) => !expunged)
    .map(({ id, baseboard }) => ({ id, kind: 'sled' as const, serial: baseboard.serial })),
]

/** Switches first, as they are updated. */
export const listComponents = (db: Queryable): Promise<Component[]> =>
  db.selectFrom('release_components').selectAll().orderBy('kind', 'desc').orderBy('serial').orderBy('id').execute()

/**
 * Has everything in the inventory that does not run the target wait for it; what has gone is forgotten. The caller
 * holds the row of `target_release`.
 */
export async function awaitTarget(tx: Tx, target: Target, inventory: Inventory, now: Date): Promise<void> {
  const there = componentsOf(inventory)
  const ids = there.map(({ id }) => id)
  await tx
    .deleteFrom('release_components')
    .$if(ids.length > 0, (gone) => gone.where('id', 'not in', ids))
    .execute()
  await tx
    .updateTable('release_components')
    .set({ generation: target.generation, state: 'updated', problem: null })
    .where('system_version', '=', target.system_version)
    .execute()
  const fresh = { generation: target.generation, state: 'waiting' as const, problem: null, time_modified: now }
  await tx
    .updateTable('release_components')
    .set(fresh)
    .where((eb) => eb.or([eb('system_version', 'is', null), eb('system_version', '!=', target.system_version)]))
    .execute()
  if (!there.length) return
  await tx
    .insertInto('release_components')
    .values(there.map((component) => ({ ...component, ...fresh, system_version: null })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The one whose turn it is: what was begun before a crash goes on first. */
export async function beginNext(tx: Tx, now: Date): Promise<Component | undefined> {
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

/** Notes how an update ended, unless another target has overtaken it. */
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
