import { findOwned, updateOwned } from '../../kernel/sagas/saga-owner.ts'
import { findSaga } from '../../kernel/sagas/saga-store.ts'
import { defineSaga, type SagaContext } from '../../kernel/sagas/saga.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { bundleContents } from './bundle-contents.ts'
import { findBundle } from './support-bundles.repo.ts'

interface Collection {
  bundleId: string
}

/** The bundle is being deleted. */
class Cancelled extends Error {}

/** Collects a bundle. On failure the bundle stays, with state and reason. */
export const supportBundleCollectSaga = defineSaga<Collection>(
  'support-bundle-collect',
  [
    {
      name: 'collect',
      slow: () => true,
      async do(ctx, { bundleId }) {
        try {
          await collect(ctx, bundleId)
        } catch (error) {
          if (error instanceof Cancelled) return
          ctx.signal.throwIfAborted()
          throw error instanceof PlatformError ? error : collectionFailed(ctx, error)
        }
      },
      async undo(ctx, { bundleId }) {
        await removeUnlessActive(ctx, bundleId)
        const reason = (await findSaga(ctx.db, ctx.id))?.failure?.cause ?? 'The collection failed'
        await ctx.transaction(async (tx, { now }) => {
          const failed = { state: 'failed', reason_for_failure: reason, saga_id: null, time_modified: now } as const
          if (await updateOwned(tx, 'support_bundles', bundleId, ctx.id, failed))
            await raiseAlert(tx, 'support_bundle.failed', { support_bundle_id: bundleId, reason }, now)
        })
      },
    },
  ],
  { background: true },
)

async function collect(ctx: SagaContext, bundleId: string): Promise<void> {
  await throwIfCancelled(ctx, bundleId)
  const gathered = await ctx.platform.diagnostics.gather(bundleId, ctx.signal)
  await ctx.services.archives.write(bundleId, untilCancelled(ctx, bundleId, bundleContents(ctx, bundleId, gathered)))
  const isActive = await ctx.transaction((tx, { now }) =>
    updateOwned(tx, 'support_bundles', bundleId, ctx.id, { state: 'active', saga_id: null, time_modified: now }),
  )
  if (!isActive) await removeUnlessActive(ctx, bundleId)
}

async function* untilCancelled<T>(ctx: SagaContext, bundleId: string, files: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const file of files) {
    ctx.signal.throwIfAborted()
    await throwIfCancelled(ctx, bundleId)
    yield file
  }
}

async function throwIfCancelled(ctx: SagaContext, bundleId: string): Promise<void> {
  if (!(await findOwned(ctx.db, 'support_bundles', bundleId, ctx.id))) throw new Cancelled()
}

/** Keeps the archive when a step that succeeded runs again. */
async function removeUnlessActive({ db, services }: SagaContext, bundleId: string): Promise<void> {
  if ((await findBundle(db, bundleId))?.state !== 'active') await services.archives.remove(bundleId)
}

/** The reason shown for a failed bundle: details are only in the log. */
const collectionFailed = ({ id }: SagaContext, cause: unknown) =>
  new PlatformError('transient', `The collection failed: see saga ${id} in the server's log`, cause)
