import { maxDisks } from '@skerry/contract/rules/instances.ts'
import { disksOf } from '../compute/disks/disks.repo.ts'
import { lockInstance } from '../compute/instances/instances.repo.ts'
import type { Queryable, Tx } from '../kernel/database/database.ts'
import type { Row } from '../kernel/database/tables.ts'
import { nextOrder } from '../kernel/sagas/saga-store.ts'
import type { Services } from '../kernel/services/services.ts'

type Loss = Row<'storage_losses'>

/** The state of a disk, snapshot or image before its fault, which begins because its content is missing. */
export async function lossOf(tx: Tx, id: string): Promise<Loss> {
  const attached = await tx
    .selectFrom('disks')
    .innerJoin('instances', 'instances.id', 'disks.instance_id')
    .where('disks.id', '=', id)
    .select(['instances.id as instance_id', 'instances.run_id', 'instances.boot_disk_id'])
    .executeTakeFirst()
  const { instance_id = null, run_id = null, boot_disk_id } = attached ?? {}
  return { id, instance_id, run_id, boot: boot_disk_id === id }
}

export async function recordLoss(tx: Tx, { id, ...rest }: Loss): Promise<void> {
  await tx
    .insertInto('storage_losses')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute()
}

/** Ends the faults of disks, snapshots and images whose content was missing and is found again. */
export async function restoreFound(
  { db, clock, platform, log }: Pick<Services, 'db' | 'clock' | 'platform' | 'log'>,
  found: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const order = await nextOrder(db)
  const losses = await db.selectFrom('storage_losses').selectAll().execute()
  for (const loss of losses) {
    if (signal.aborted) return
    if (!found.has(loss.id)) continue
    await restoreOne({ db, clock, platform, log }, loss, order, signal).catch((error: unknown) =>
      log('warn', 'cannot end the fault of storage that is there again', { subject: loss.id, error }),
    )
  }
}

async function restoreOne(
  { db, clock, platform, log }: Pick<Services, 'db' | 'clock' | 'platform' | 'log'>,
  loss: Loss,
  order: number,
  signal: AbortSignal,
): Promise<void> {
  const { instance_id } = loss
  const holder = instance_id === null ? undefined : await readInstance(db, instance_id)
  if (holder && isBusy(holder, loss)) return
  const isAttached = holder !== undefined && (await hasRoom(db, holder))
  // The platform still has the disk attached. It cannot be attached elsewhere until its fault ends.
  if (!isAttached && instance_id !== null) await platform.volumes.ensureDetached(loss.id, instance_id, signal, order)
  const isRestored = await db.transaction().execute((tx) => restore(tx, loss, isAttached, clock.now()))
  if (isRestored) log('info', 'storage that was gone is there again', { subject: loss.id })
}

/** @returns false when the instance has changed meanwhile: the next round decides again */
async function restore(tx: Tx, loss: Loss, isAttached: boolean, now: Date): Promise<boolean> {
  // The instance's row first (ADR 0012).
  const instance = isAttached && loss.instance_id !== null ? await lockInstance(tx, loss.instance_id) : undefined
  if (isAttached && (!instance || isBusy(instance, loss) || !(await hasRoom(tx, instance)))) return false
  const ready = { state: 'ready', time_modified: now } as const
  for (const table of ['snapshots', 'images'] as const)
    await tx.updateTable(table).set(ready).where('id', '=', loss.id).where('state', '=', 'faulted').execute()
  const disk = await tx
    .updateTable('disks')
    .set({ state: instance ? 'attached' : 'detached', instance_id: instance?.id ?? null, time_modified: now })
    .where('id', '=', loss.id)
    .where('state', '=', 'faulted')
    .where('saga_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (disk && instance && loss.boot && instance.boot_disk_id === null)
    await tx
      .updateTable('instances')
      .set({ boot_disk_id: disk.id, time_modified: now })
      .where('id', '=', instance.id)
      .execute()
  await tx.deleteFrom('storage_losses').where('id', '=', loss.id).execute()
  return true
}

const readInstance = (db: Queryable, id: string) =>
  db.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirst()

/** A machine of another run may have the disk open, or not: its stop tells. */
const isBusy = ({ saga_id, run_state, run_id }: Row<'instances'>, loss: Loss): boolean =>
  saga_id !== null || (run_state !== 'stopped' && run_state !== 'failed' && run_id !== loss.run_id)

const hasRoom = async (db: Queryable, { id }: Row<'instances'>): Promise<boolean> =>
  (await disksOf(db, id)).length < maxDisks
