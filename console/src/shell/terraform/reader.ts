import pLimit from 'p-limit'
import {
  type AnswerOf,
  type ItemOf,
  type ListMethod,
  callOrThrow,
  type Method,
  readPages,
  type RequestOf,
} from '~/api/queries.ts'
import { whereMissing } from '~/api/errors.ts'
import { messageOf } from '~/ui/errors.ts'
import { createStore } from '~/ui/store.ts'

/** Most things of one list that are read. */
const maxItems = 20_000

export interface Reading {
  /** What is read now. */
  part: string
  /** Things read so far. */
  count: number
}

/** Reads many lists, six requests at a time. A list that fails is named and left out. */
export function createReader(signal: AbortSignal) {
  const limited = pLimit(6)
  const state = createStore<Reading>({ part: '', count: 0 })
  const failures = new Set<string>()
  const count = (part: string, by: number) => state.set((now) => ({ part, count: now.count + by }))

  const attempt = <T>(part: string, task: () => Promise<T>, otherwise: T): Promise<T> =>
    limited(task).catch((error: unknown) => {
      signal.throwIfAborted()
      failures.add(`${part}: ${messageOf(error)}`)
      return otherwise
    })

  const readAll = async <M extends ListMethod>(part: string, items: ItemOf<M>[], method: M, request: RequestOf<M>) => {
    for await (const page of readPages(method, request, { signal })) {
      items.push(...page)
      count(part, page.length)
      if (items.length > maxItems) throw new Error(`only the first ${maxItems} were read`)
    }
    return items
  }

  return {
    state,
    /** Parts that could not be read, with the reason. */
    failures: (): string[] => [...failures],
    /** A whole list. @param part its name in the plural: `Disks` */
    list: <M extends ListMethod>(part: string, method: M, request: RequestOf<M>): Promise<ItemOf<M>[]> => {
      const items: ItemOf<M>[] = []
      return attempt(part, () => readAll(part, items, method, request), items)
    },
    /** A whole list; undefined where the server does not offer it. */
    listIfOffered: <M extends ListMethod>(
      part: string,
      method: M,
      request: RequestOf<M>,
    ): Promise<ItemOf<M>[] | undefined> => {
      const items: ItemOf<M>[] = []
      const read = () => readAll(part, items, method, request).catch(whereMissing(undefined))
      return attempt<ItemOf<M>[] | undefined>(part, read, items)
    },
    /** One answer; undefined where it failed. */
    one: <M extends Method>(part: string, method: M, request: RequestOf<M>) =>
      attempt<AnswerOf<M> | undefined>(
        part,
        async () => {
          const answer = await callOrThrow(method, request, { signal })
          count(part, 1)
          return answer
        },
        undefined,
      ),
  }
}

export type Reader = ReturnType<typeof createReader>
