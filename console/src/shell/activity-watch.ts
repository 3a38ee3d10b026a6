import { api } from '~/api/api.ts'
import type { Result } from '~/api/client.ts'
import { invalidate } from '~/api/queries.ts'
import type { UninitializedSled } from '~/api/types.gen.ts'
import { type Activity, stillRuns, updateActivity, type Watched } from './activity.ts'

const every = 2000
const longest = 15 * 60_000

type Found = 'still' | 'done' | { failed: string }

const stateIn = <T>(result: Result<T>, stateOf: (thing: T) => string): string | undefined =>
  result.statusCode === 404 ? 'gone' : result.type === 'success' ? stateOf(result.data) : undefined

const stateOf: Record<Watched['kind'], (watched: Watched) => Promise<string | undefined>> = {
  instance: async ({ id }) => stateIn(await api.instanceView({ path: { instance: id } }), (found) => found.runState),
  disk: async ({ id }) => stateIn(await api.diskView({ path: { disk: id } }), (found) => found.state.state),
  snapshot: async ({ id }) => stateIn(await api.snapshotView({ path: { snapshot: id } }), (found) => found.state),
  sled: async ({ id, serial }) => {
    const found = await api.sledView({ path: { sledId: id } })
    if (found.statusCode !== 404) return stateIn(found, ({ policy }) => policy.kind)
    const waiting = await api.sledListUninitialized({ query: { limit: 1000 } })
    const isListed = (items: UninitializedSled[]) =>
      items.some(({ baseboard, timeAdding }) => baseboard.serial === serial && !timeAdding)
    return stateIn(waiting, ({ items }) => (isListed(items) ? 'waiting' : 'adding'))
  },
  'support bundle': async ({ id }) =>
    stateIn(await api.supportBundleView({ path: { bundleId: id } }), (found) => found.state),
}

/** Where an instance rests. In the unwanted one of them, waiting ends. */
const resting = ['running', 'stopped']

async function look(watched: Watched): Promise<Found> {
  const { kind, wanted } = watched
  const state = await stateOf[kind](watched)
  if (state === wanted) return 'done'
  if (state === 'gone') return { failed: 'It could not be created, or was deleted in the meantime' }
  if (state === 'waiting') return { failed: 'It could not be added' }
  if (kind === 'instance' && state && resting.includes(state)) return { failed: `The instance is ${state}` }
  return state === 'failed' || state === 'faulted'
    ? { failed: state === 'failed' ? `The ${kind} failed` : `The ${kind} is faulted` }
    : 'still'
}

const refresh: Record<Watched['kind'], () => Promise<void>> = {
  instance: () => invalidate('instanceList', 'instanceView', 'instanceDiskList', 'diskList'),
  disk: () => invalidate('diskList', 'diskView', 'instanceDiskList'),
  snapshot: () => invalidate('snapshotList', 'snapshotView', 'diskList'),
  sled: () => invalidate('sledList', 'sledListUninitialized', 'physicalDiskList'),
  'support bundle': () => invalidate('supportBundleList', 'supportBundleView'),
}

/** Asks every two seconds, for at most 15 minutes, until the work of an entry has ended. */
export function watchActivity({ id, watched, startedAt }: Activity): void {
  if (!watched) return
  const timer = setInterval(async () => {
    if (Date.now() - startedAt > longest) return end({ failed: 'Not finished after 15 minutes' })
    // Without an answer nothing is known yet; the connection's banner says why.
    const found = await look(watched).catch((): Found => 'still')
    if (!stillRuns(id)) clearInterval(timer)
    else if (found !== 'still') end(found)
  }, every)
  const end = (found: Exclude<Found, 'still'>) => {
    clearInterval(timer)
    updateActivity(id, found === 'done' ? { status: 'done' } : { status: 'failed', message: found.failed })
    void refresh[watched.kind]()
  }
}
