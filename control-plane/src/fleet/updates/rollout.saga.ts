import { defineSaga, fleet, type SagaContext } from '../../kernel/sagas/saga.ts'
import type { Services } from '../../kernel/services.ts'
import { randomId } from '../../kernel/uuid.ts'
import { PlatformError } from '../../platform/platform-error.ts'
import { awaitTarget, beginNext, componentsOf, endUpdate, listComponents } from './components.repo.ts'
import { lockTarget, readTarget } from './target-release.repo.ts'

/** Brings sleds and switches to the target release, one after the other, until there is another target. */
export const rollout = defineSaga<{ generation: number | bigint }>(
  'rollout',
  [
    {
      name: 'components',
      slow: () => true,
      async do(ctx, { generation }) {
        while (await updateNext(ctx, generation));
      },
    },
    {
      name: 'done',
      async write(tx, _data, { id }) {
        await tx
          .updateTable('target_release')
          .set({ rollout_saga_id: null })
          .where('rollout_saga_id', '=', id)
          .execute()
      },
    },
  ],
  { background: true, forward: true },
)

/** Answers whether there was one. A component that cannot be updated keeps up no other. */
async function updateNext(ctx: SagaContext, generation: number | bigint): Promise<boolean> {
  const begun = await ctx.transaction(async (tx, { now }) => {
    const target = await lockTarget(tx)
    if (target.generation !== generation || target.system_version === null) return undefined
    const component = await beginNext(tx, now)
    return component && { component, version: target.system_version }
  })
  if (!begun) return false
  const { component, version } = begun
  const outcome = await ctx.platform.hardware.ensureRelease(component.id, version, ctx.signal).then(
    () => ({ system_version: version }),
    (error: unknown) => {
      if (error instanceof PlatformError) return { problem: error.message }
      throw error
    },
  )
  await ctx.transaction((tx, { now }) => endUpdate(tx, component, outcome, now))
  return true
}

export const ROLLOUT_EVERY_MS = 60_000

/** Goes on with a rollout that has ended where not all run the target: what failed is tried again, what is new joins. */
export async function resumeRollout({ db, clock, platform, sagas }: Services, signal: AbortSignal): Promise<void> {
  const target = await readTarget(db)
  if (target.system_version === null || target.rollout_saga_id !== null) return
  const inventory = await platform.hardware.inventory(signal)
  const updated = new Set((await listComponents(db)).filter(({ state }) => state === 'updated').map(({ id }) => id))
  if (componentsOf(inventory).every(({ id }) => updated.has(id))) return
  await db.transaction().execute(async (tx) => {
    const { generation, rollout_saga_id, system_version } = await lockTarget(tx)
    if (rollout_saga_id !== null) return
    await awaitTarget(tx, { generation, system_version }, inventory, clock.now())
    const id = await sagas.begin(tx, rollout, { generation }, fleet, randomId())
    await tx.updateTable('target_release').set({ rollout_saga_id: id }).execute()
  })
  sagas.wake()
}
