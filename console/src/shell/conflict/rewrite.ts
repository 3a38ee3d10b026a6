import { hasStatus } from '~/api/errors.ts'
import { type AnswerOf, answerOrThrow, callOrThrow, type Method, refreshAfter, type RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { mergeOnto } from './conflict.tsx'
import type { Merge } from './three-way.ts'

interface Rewriting<V extends Method, W extends Change, R extends RequestOf<W> | undefined> {
  view: V
  at: RequestOf<V>
  update: W
  /**
   * The request that makes the change, from the fresh copy; undefined where nothing is left to change. It throws a
   * ConflictError where the change would overwrite another user's.
   */
  request: (fresh: AnswerOf<V>) => R | Promise<R>
}

/**
 * Writes a whole without overwriting others' changes: reads it again, makes the request from the fresh copy, and sends
 * its ETag where the server has them. It retries on 412: the other write may be of another part.
 */
export async function rewrite<V extends Method, W extends Change, R extends RequestOf<W> | undefined>(
  rewriting: Rewriting<V, W, R>,
  tries = 3,
): Promise<AnswerOf<W> | Extract<R, undefined>> {
  const { view, at, update, request } = rewriting
  try {
    const { data, headers } = await answerOrThrow(view, at)
    const wanted = await request(data)
    const etag = headers.get('etag')
    if (wanted === undefined) return wanted as Extract<R, undefined>
    return await callOrThrow(update, wanted, etag ? { headers: { 'if-match': etag } } : {})
  } catch (error) {
    if (!hasStatus(error, 412) || tries <= 1) throw error
    return rewrite(rewriting, tries - 1)
  } finally {
    void refreshAfter(update)
  }
}

/** How a thing is read, merged and written as a whole. */
interface MergedWrite<T, V extends Method, W extends Change> {
  view: V
  at: RequestOf<V>
  update: W
  /** The part of the answer that the write sends. Whatever else it reads must be newer than the answer's ETag. */
  read: (answer: AnswerOf<V>) => T | Promise<T>
  merge: Merge<T>
  request: (merged: T, fresh: T) => RequestOf<W>
}

/** Puts the change from `base` to `mine` onto the fresh copy. @throws ConflictError<T>; nothing is written then. */
export const writeMerged = <T, V extends Method, W extends Change>(
  { read, merge, request, ...rewriting }: MergedWrite<T, V, W>,
  base: T,
  mine: T,
): Promise<AnswerOf<W>> =>
  rewrite({
    ...rewriting,
    request: async (answer) => {
      const fresh = await read(answer)
      return request(mergeOnto(merge, base, mine, fresh), fresh)
    },
  })
