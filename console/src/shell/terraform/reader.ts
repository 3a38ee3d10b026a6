import pLimit from 'p-limit'
import { hasStatus, whereMissing } from '~/api/errors.ts'
import {
  type AnswerOf,
  type ItemOf,
  type ListMethod,
  callOrThrow,
  type Method,
  readPages,
  type RequestOf,
} from '~/api/queries.ts'
import { messageOf } from '~/lib/errors.ts'
import { createStore } from '~/lib/store.ts'
import type { Content } from '~/terraform/document.ts'

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
  const failedParts = new Set<string>()
  const count = (part: string, by: number) => state.set((now) => ({ part, count: now.count + by }))

  const attempt = <T>(part: string, task: () => Promise<T>, otherwise: T): Promise<T> =>
    limited(task).catch((error: unknown) => {
      signal.throwIfAborted()
      failures.add(`${part}: ${messageOf(error)}`)
      failedParts.add(part)
      return otherwise
    })

  const readAll = async <M extends ListMethod>(
    part: string,
    items: ItemOf<M>[],
    method: M,
    request: RequestOf<M>,
    expected?: string,
  ) => {
    for await (const page of readPages(method, request, { signal, expected })) {
      items.push(...page)
      count(part, page.length)
      if (items.length > maxItems) throw new Error(`only the first ${maxItems} were read`)
    }
    return items
  }

  /** The result of a task; undefined where it failed. */
  const task = <T>(part: string, run: (signal: AbortSignal) => Promise<T>) =>
    attempt<T | undefined>(
      part,
      async () => {
        const result = await run(signal)
        count(part, 1)
        return result
      },
      undefined,
    )

  return {
    state,
    task,
    /** Parts that could not be read, with the reason. */
    failures: (): string[] => [...failures],
    /** Whether nothing of these parts failed or was cut. */
    isWhole: (...parts: string[]): boolean => !parts.some((part) => failedParts.has(part)),
    /** A list, as far as it can be read. @param part its name in the plural: `Disks` */
    list: <M extends ListMethod>(part: string, method: M, request: RequestOf<M>): Promise<ItemOf<M>[]> => {
      const items: ItemOf<M>[] = []
      return attempt(part, () => readAll(part, items, method, request), items)
    },
    /** A list; undefined where not all of it can be read. */
    wholeList: <M extends ListMethod>(part: string, method: M, request: RequestOf<M>) =>
      attempt<ItemOf<M>[] | undefined>(part, () => readAll(part, [], method, request), undefined),
    /** A list; empty where the user may not see it. */
    listIfAllowed: <M extends ListMethod>(part: string, method: M, request: RequestOf<M>): Promise<ItemOf<M>[]> => {
      const items: ItemOf<M>[] = []
      const read = () =>
        readAll(part, items, method, request, 'what the user may not see is unknown').catch((error: unknown) => {
          if (hasStatus(error, 403)) return items
          throw error
        })
      return attempt(part, read, items)
    },
    /** A list; undefined where the server does not offer it. */
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
      task<AnswerOf<M>>(part, () => callOrThrow(method, request, { signal })),
  }
}

export type Reader = ReturnType<typeof createReader>

/** Content that names what could not be read. */
export const withFailures = (reader: Reader, content: Content): Content => ({
  ...content,
  notes: [...reader.failures().map((failure) => `NOT READ, and missing below: ${failure}`), ...(content.notes ?? [])],
})
