import type { Queryable } from '../../../kernel/database/database.ts'
import { messageOf } from '../../../kernel/sagas/saga-failure.ts'
import { defineSaga, fleet, type SagaContext } from '../../../kernel/sagas/saga.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { Release } from '../../../platform/interface/hardware.ts'
import { PlatformError } from '../../../platform/interface/platform-error.ts'
import { markWaiting, startNextUpdate, componentsOf, endUpdate, listComponents } from './components.repo.ts'
import { artifactsOf, findRepository } from './repositories.repo.ts'
import { lockTarget, readTarget } from './target-release.repo.ts'
import type { UpdateArchives } from './update-archives.ts'

/** Updates switches and sleds to the target release, one after another, until the target changes. */
export const rolloutSaga = defineSaga<{ generation: number | bigint }>(
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

/** Returns false when none is left. A component that cannot be updated does not block others. */
async function updateNext(ctx: SagaContext, generation: number | bigint): Promise<boolean> {
  const started = await ctx.transaction(async (tx, { now }) => {
    const target = await lockTarget(tx)
    if (target.generation !== generation || target.system_version === null) return undefined
    const component = await startNextUpdate(tx, now)
    return component && { component, version: target.system_version }
  })
  if (!started) return false
  const { component, version } = started
  const release = await releaseOf(ctx.db, ctx.services.updateArchives, version)
  const outcome = await ctx.platform.hardware.ensureRelease(component.id, release, ctx.signal).then(
    () => ({ system_version: version }),
    (error: unknown) => {
      if (error instanceof PlatformError) return { problem: messageOf(error) }
      throw error
    },
  )
  await ctx.transaction((tx, { now }) => endUpdate(tx, component, outcome, now))
  return true
}

export const ROLLOUT_EVERY_MS = 60_000

/** Starts another rollout when some components do not run the target: failed ones are retried, new ones included. */
export async function resumeRollout({ db, clock, platform, sagas }: Services, signal: AbortSignal): Promise<void> {
  const target = await readTarget(db)
  if (target.system_version === null || target.rollout_saga_id !== null) return
  const inventory = await platform.hardware.inventory(signal)
  const updated = new Set((await listComponents(db)).filter(({ state }) => state === 'updated').map(({ id }) => id))
  if (componentsOf(inventory).every(({ id }) => updated.has(id))) return
  await db.transaction().execute(async (tx) => {
    const { generation, rollout_saga_id, system_version } = await lockTarget(tx)
    if (rollout_saga_id !== null) return
    await markWaiting(tx, { generation, system_version }, inventory, clock.now())
    const id = await sagas.begin(tx, rolloutSaga, { generation }, fleet, randomId())
    await tx.updateTable('target_release').set({ rollout_saga_id: id }).execute()
  })
  sagas.wake()
}

/** An uploaded release, for the platform. */
async function releaseOf(db: Queryable, archives: UpdateArchives, version: string): Promise<Release> {
  const repository = await findRepository(db, version)
  if (!repository) throw new Error(`There is no repository of release ${version}`)
  const rows = await artifactsOf(db, repository.id)
  return {
    version,
    artifacts: rows.map(({ name, version: own, kind, hash, size }) => ({
      name,
      version: own,
      kind,
      sha256: hash,
      sizeBytes: Number(size),
    })),
    open: ({ sha256, sizeBytes, ...artifact }) =>
      archives.open(repository.id, { ...artifact, hash: sha256, size: sizeBytes }),
  }
}
