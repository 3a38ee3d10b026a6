import { diskCan, type DiskStateName } from '@skerry/contract/rules/disks.ts'
import { hasStatus } from '~/api/errors.ts'
import type { AnswerOf, Method, RequestOf } from '~/api/queries.ts'
import { messageOf } from '~/lib/errors.ts'
import { pause } from './send-chunks.ts'
import type { Leftover } from './upload-state.ts'

/** Calls the API: the answer's data, or a rejection with its error. */
export type Ask = <M extends Method>(method: M, request: RequestOf<M>) => Promise<AnswerOf<M>>

/** What an upload makes on its way. */
export interface TemporaryThings {
  project: string
  disk: string
  snapshot: string
}

const longestWait = 120_000
const never = new AbortController().signal

/** Asks, at growing intervals up to a second, until `isReached`. @throws after two minutes, or when aborted */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isReached: (found: T) => boolean,
  signal: AbortSignal = never,
): Promise<T> {
  const startedAt = Date.now()
  for (let wait = 50; ; wait = Math.min(1000, wait * 1.5)) {
    const found = await ask()
    if (isReached(found)) return found
    if (Date.now() - startedAt > longestWait) throw new Error('Not ready after two minutes')
    await pause(wait, signal)
    signal.throwIfAborted()
  }
}

/** The thing, or nothing where there is none of that name. */
export async function find<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (hasStatus(error, 404)) return undefined
    throw error
  }
}

const passing: readonly DiskStateName[] = ['creating', 'maintenance', 'detaching']

async function removeSnapshot(ask: Ask, { project, snapshot }: TemporaryThings): Promise<void> {
  const request = { path: { snapshot }, query: { project } }
  const settled = await waitUntil(
    () => find(ask('snapshotView', request)),
    (found) => found?.state !== 'creating',
  )
  if (settled) await find(ask('snapshotDelete', request))
}

async function removeDisk(ask: Ask, { project, disk }: TemporaryThings): Promise<void> {
  const request = { path: { disk }, query: { project } }
  const settled = await waitUntil(
    () => find(ask('diskView', request)),
    (found) => !found || !passing.includes(found.state.state),
  )
  if (!settled) return
  const isImport = diskCan.cancelImport.states.includes(settled.state.state)
  await find(ask(isImport ? 'diskCancelImport' : 'diskDelete', request))
}

/**
 * Removes what an upload made; each is tried whatever became of the others.
 * @param image id of the finished image, where that must go too. @returns what is still there, and why.
 */
export async function cleanUp(ask: Ask, things: TemporaryThings, image?: string): Promise<Leftover[]> {
  const leftovers: Leftover[] = []
  const attempt = async (kind: Leftover['kind'], name: string, remove: () => Promise<unknown>) => {
    try {
      await remove()
    } catch (error) {
      leftovers.push({ kind, name, reason: messageOf(error) })
    }
  }
  if (image) await attempt('image', image, () => find(ask('imageDelete', { path: { image } })))
  // The disk first: the end of its import ends a snapshot that waits for it.
  await attempt('disk', things.disk, () => removeDisk(ask, things))
  await attempt('snapshot', things.snapshot, () => removeSnapshot(ask, things))
  return leftovers
}
