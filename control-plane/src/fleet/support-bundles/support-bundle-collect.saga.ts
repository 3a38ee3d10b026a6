import { findSaga } from '../../kernel/sagas/saga-store.ts'
import { findOwned, updateOwned } from '../../kernel/sagas/saga-owner.ts'
import { defineSaga, type SagaContext } from '../../kernel/sagas/saga.ts'
import { PlatformError } from '../../platform/platform-error.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { bundleContents } from './bundle-contents.ts'
import { findBundle } from './support-bundles.repo.ts'

interface Collection {
  bundleId: string
}

/** Somebody deletes the bundle that is being collected. */
class Cancelled extends Error {}

/** Fills a bundle. One that cannot be filled stays, failed, and says why. */
export const supportBundleCollect = defineSaga<Collection>(
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
          throw error instanceof PlatformError ? error : brokenOff(ctx, error)
        }
      },
      async undo(ctx, { bundleId }) {
        await removeUnlessActive(ctx, bundleId)
        const reason = (await findSaga(ctx.db, ctx.id))?.error ?? 'The collection broke off'
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
  await requireWanted(ctx, bundleId)
  const gathered = await ctx.platform.diagnostics.gather(bundleId, ctx.signal)
  await ctx.services.archives.write(bundleId, whileWanted(ctx, bundleId, bundleContents(ctx, bundleId, gathered)))
  const isActive = await ctx.transaction((tx, { now }) =>
    updateOwned(tx, 'support_bundles', bundleId, ctx.id, { state: 'active', saga_id: null, time_modified: now }),
  )
  if (!isActive) await removeUnlessActive(ctx, bundleId)
}

async function* whileWanted<T>(ctx: SagaContext, bundleId: string, files: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const file of files) {
    ctx.signal.throwIfAborted()
    await requireWanted(ctx, bundleId)
    yield file
  }
}

async function requireWanted(ctx: SagaContext, bundleId: string): Promise<void> {
  if (!(await findOwned(ctx.db, 'support_bundles', bundleId, ctx.id))) throw new Cancelled()
}

/** A step that is done again after it succeeded must not take away what it made. */
async function removeUnlessActive({ db, services }: SagaContext, bundleId: string): Promise<void> {
  if ((await findBundle(db, bundleId))?.state !== 'active') await services.archives.remove(bundleId)
}

/** Worded for whoever reads why a bundle failed: what it was is for the log. */
const brokenOff = ({ id }: SagaContext, cause: unknown) =>
  new PlatformError('transient', `The collection broke off: the server's log says why, by saga ${id}`, cause)
