import { api } from '~/api/api.ts'
import type { Result } from '~/api/client.ts'
import { invalidate } from '~/api/queries.ts'
import { type Activity, updateActivity, type Watched } from './activity.ts'

const every = 2000
const longest = 15 * 60_000

type Found = 'still' | 'done' | { failed: string }

const isGone = (result: Result<unknown>) => result.statusCode === 404

const look: Record<Watched['kind'], (watched: Watched) => Promise<Found>> = {
  async instance({ id, wanted }) {
    const result = await api.instanceView({ path: { instance: id } })
    if (isGone(result)) return wanted === 'gone' ? 'done' : { failed: 'It was deleted meanwhile' }
    if (result.type !== 'success') return 'still'
    const { runState } = result.data
    if (runState === wanted) return 'done'
    return runState === 'failed' ? { failed: 'The instance failed' } : 'still'
  },
}

const refresh: Record<Watched['kind'], () => Promise<void>> = {
  instance: () => invalidate('instanceList', 'instanceView', 'instanceDiskList', 'diskList'),
}

/** Asks every two seconds, for at most a quarter of an hour, until the work of an entry has ended. */
export function watchActivity({ id, watched, startedAt }: Activity): void {
  if (!watched) return
  const timer = setInterval(async () => {
    if (Date.now() - startedAt > longest) return end({ failed: 'Not finished after 15 minutes' })
    // Without an answer there is nothing to tell yet; the connection's banner says why.
    const found = await look[watched.kind](watched).catch((): Found => 'still')
    if (found !== 'still') end(found)
  }, every)
  const end = (found: Exclude<Found, 'still'>) => {
    clearInterval(timer)
    updateActivity(id, found === 'done' ? { status: 'done' } : { status: 'failed', message: found.failed })
    void refresh[watched.kind]()
  }
}
