import { api } from '~/api/api.ts'
import type { Result } from '~/api/client.ts'
import { invalidate } from '~/api/queries.ts'
import type { UninitializedSled } from '~/api/types.gen.ts'
import { messageOf } from '~/lib/errors.ts'
import { type Activity, stillRuns, updateActivity, type Watched } from './activity.ts'

const every = 2000
const minutes = 15
/** Some publishers send a few hundred kilobytes a second. */
const hoursOfFetch = 24

const limitOf = ({ kind }: Watched) =>
  kind === 'image fetch'
    ? { ms: hoursOfFetch * 60 * 60_000, text: `${hoursOfFetch} hours` }
    : { ms: minutes * 60_000, text: `${minutes} minutes` }

/** Ends the wait. After other errors of a read nothing is known yet; the connection's banner says why. */
class WorkFailed extends Error {}

const stateIn = <T>(result: Result<T>, stateOf: (thing: T) => string): string | undefined =>
  result.statusCode === 404 ? 'gone' : result.type === 'success' ? stateOf(result.data) : undefined

const stateOf: Record<Watched['kind'], (watched: Watched) => Promise<string | undefined>> = {
  instance: async ({ id }) => stateIn(await api.instanceView({ path: { instance: id } }), (found) => found.runState),
  disk: async ({ id }) => stateIn(await api.diskView({ path: { disk: id } }), (found) => found.state.state),
  snapshot: async ({ id }) => stateIn(await api.snapshotView({ path: { snapshot: id } }), (found) => found.state),
  'image fetch': async ({ id }) => {
    const found = await api.imageFetchView({ path: { fetchId: id } })
    if (found.type === 'success' && found.data.state === 'failed')
      throw new WorkFailed(found.data.reasonForFailure ?? 'The image could not be fetched')
    if (found.statusCode !== 404) return stateIn(found, ({ state }) => state)
    // A complete fetch has become the image with its id.
    const image = await api.imageView({ path: { image: id } })
    if (image.statusCode === 404) throw new WorkFailed('It was cancelled, or the image was deleted in the meantime')
    return stateIn(image, () => 'created')
  },
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

/** Whether the wanted state is reached. @throws what keeps it from ever being so */
async function isReached(watched: Watched): Promise<boolean> {
  const { kind, wanted } = watched
  const state = await stateOf[kind](watched).catch((error: unknown) => {
    if (error instanceof WorkFailed) throw error
    return undefined
  })
  if (state === 'gone') throw new Error('It could not be created, or was deleted in the meantime')
  if (state === 'waiting') throw new Error('It could not be added')
  if (state === 'failed') throw new Error(`The ${kind} failed`)
  if (state === 'faulted') throw new Error(`The ${kind} is faulted`)
  if (kind === 'instance' && state && state !== wanted && resting.includes(state))
    throw new Error(`The instance is ${state}`)
  return state === wanted
}

/**
 * Asks every two seconds until a wanted state is reached. @param isAwaited whether it still matters
 * @throws what keeps it from ever being so; after the limit of its kind
 */
export async function reaches(watched: Watched, startedAt = Date.now(), isAwaited = () => true): Promise<void> {
  const limit = limitOf(watched)
  do {
    if (Date.now() - startedAt > limit.ms) throw new Error(`Not finished after ${limit.text}`)
    await new Promise((resolve) => setTimeout(resolve, every))
  } while (isAwaited() && !(await isReached(watched)))
}

const refresh: Record<Watched['kind'], () => Promise<void>> = {
  instance: () => invalidate('instanceList', 'instanceView', 'instanceDiskList', 'diskList'),
  disk: () => invalidate('diskList', 'diskView', 'instanceDiskList'),
  snapshot: () => invalidate('snapshotList', 'snapshotView', 'diskList'),
  'image fetch': () => invalidate('imageFetchList', 'imageList', 'imageView'),
  sled: () => invalidate('sledList', 'sledListUninitialized', 'physicalDiskList'),
  'support bundle': () => invalidate('supportBundleList', 'supportBundleView'),
}

/** Ends an entry as what it watches does. */
export async function watchActivity({ id, watched, startedAt }: Activity): Promise<void> {
  if (!watched) return
  const end = await reaches(watched, startedAt, () => stillRuns(id)).then(
    () => ({ status: 'done' as const }),
    (error: unknown) => ({ status: 'failed' as const, message: messageOf(error) }),
  )
  // Another tab may have ended or cleared it.
  if (!stillRuns(id)) return
  updateActivity(id, end)
  void refresh[watched.kind]()
}
