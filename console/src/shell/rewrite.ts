import { hasStatus } from '~/api/errors.ts'
import { type AnswerOf, answerOrThrow, callOrThrow, type Method, refreshAfter, type RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'

interface Rewriting<V extends Method, W extends Change, R extends RequestOf<W> | undefined> {
  view: V
  at: RequestOf<V>
  update: W
  /**
   * The request that makes the change, out of what is there now; undefined where that is as wanted already. It throws a
   * ConflictError where the change would overwrite what somebody else did.
   */
  request: (fresh: AnswerOf<V>) => R
}

/**
 * Writes a whole without overwriting anybody: reads it again, has the request made out of that, and holds the write to
 * what was read. Where somebody wrote between the two it begins anew: what they wrote may be another part.
 */
export async function rewrite<V extends Method, W extends Change, R extends RequestOf<W> | undefined>(
  rewriting: Rewriting<V, W, R>,
  tries = 3,
): Promise<AnswerOf<W> | Extract<R, undefined>> {
  const { view, at, update, request } = rewriting
  try {
    const { data, headers } = await answerOrThrow(view, at)
    const wanted = request(data)
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
