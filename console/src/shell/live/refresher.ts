import { type ChangeEvent, projectKinds } from '@skerry/contract/rules/change-events.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isWriting } from '~/api/own-writes.ts'
import { readsOf } from '~/api/reads-of.ts'
import { staleByEvent } from '~/api/stale-by-event.ts'
import type { Read } from '~/api/stale.ts'
import type { Changes } from './feed.ts'

/** Changes that come together are one round of reads. */
const GATHERED_MS = 50
/** From one round to the next. */
const BETWEEN_ROUNDS_MS = 500
/** How long a round waits for a change of this page, which refreshes what it shows itself. */
const OWN_CHANGE_MS = 1000
const AGAIN_MS = 50

interface Due {
  /** When the last change was reported to this page. */
  at: number
  /** Ids of the projects that it may be about; undefined for any. */
  projects: Set<string> | undefined
}

const allReads = new Set(Object.values(staleByEvent).flat())

const ofOtherKinds = new Set(
  Object.entries(staleByEvent).flatMap(([kind, reads]) =>
    projectKinds.some((ofProject) => ofProject === kind) ? [] : reads,
  ),
)

/**
 * Whether every change of what a query reads is reported to whoever may read it. So it is for things in projects alone:
 * others change without a word, as the state of a link, or are not reported to all, as sessions of other users.
 */
export const isReported = (query: Pick<Query, 'queryKey' | 'meta'>): boolean =>
  readsOf(query).every((read) => allReads.has(read) && !ofOtherKinds.has(read))

/**
 * Refreshes what is on screen after changes that the event stream reports, and marks the rest as out of date. Its times
 * are of the page's own clock, which is never set.
 */
export class Refresher {
  readonly #client: QueryClient
  readonly #due = new Map<Read, Due>()
  /** When each query was last sent. What was sent after a change shows it. */
  readonly #sentAt = new WeakMap<Query, number>()
  /** Sent before the last change, and not answered yet. */
  readonly #unanswered = new Set<Query>()
  readonly #unsubscribe: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastRoundAt = -Infinity
  #waitsSince = 0

  constructor(client: QueryClient) {
    this.#client = client
    this.#unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'fetch') this.#sentAt.set(query, performance.now())
      else if ((action.type === 'success' || action.type === 'error') && this.#unanswered.delete(query))
        void this.#refresh([query])
    })
  }

  note(changes: Changes): void {
    const at = performance.now()
    if (changes === 'everything') for (const read of allReads) this.#add(read, at, undefined)
    else for (const change of changes) for (const read of staleByEvent[change.kind] ?? []) this.#add(read, at, change)
    if (this.#due.size > 0 && !this.#timer) this.#begin(at)
  }

  close(): void {
    this.#unsubscribe()
    clearTimeout(this.#timer)
  }

  #add(read: Read, at: number, change: ChangeEvent | undefined): void {
    const due = this.#due.get(read)
    const project = change?.project
    if (!due) this.#due.set(read, { at, projects: project === undefined ? undefined : new Set([project]) })
    else {
      due.at = at
      if (project === undefined) due.projects = undefined
      else due.projects?.add(project)
    }
  }

  #begin(now: number): void {
    this.#waitsSince = now
    this.#timer = setTimeout(() => this.#round(), Math.max(GATHERED_MS, this.#lastRoundAt + BETWEEN_ROUNDS_MS - now))
  }

  #round(): void {
    const now = performance.now()
    if (isWriting() && now - this.#waitsSince < OWN_CHANGE_MS) {
      this.#timer = setTimeout(() => this.#round(), AGAIN_MS)
      return
    }
    this.#timer = undefined
    this.#lastRoundAt = now
    const stale = this.#client
      .getQueryCache()
      .getAll()
      .filter((query) => this.#isStale(query))
    this.#due.clear()
    void this.#refresh(stale)
  }

  #isStale(query: Query): boolean {
    const [, request] = query.queryKey as [unknown, object | undefined]
    const sentAt = this.#sentAt.get(query) ?? 0
    return readsOf(query).some((read) => {
      const due = this.#due.get(read)
      return due !== undefined && sentAt < due.at && this.#isOfProject(read, request, due.projects)
    })
  }

  #isOfProject(method: Read, request: object = {}, projects: ReadonlySet<string> | undefined): boolean {
    if (!projects) return true
    const { query, path } = request as Partial<Record<'query' | 'path', { project?: string }>>
    const project = query?.project ?? (method === 'projectView' ? path?.project : undefined)
    if (project === undefined) return true
    if (isUuid(project)) return projects.has(project)
    const known = this.#client.getQueryData<{ id: string }>(['projectView', { path: { project } }])
    return !known || projects.has(known.id)
  }

  /** Without a second request beside one that is on its way: that would only be late if changes never end. */
  #refresh(queries: readonly Query[]): Promise<void> {
    const asked = new Set(queries)
    for (const query of queries)
      if (query.state.fetchStatus === 'fetching') this.#unanswered.add(query)
      else this.#unanswered.delete(query)
    const predicate = (query: Query) => asked.has(query) && !this.#unanswered.has(query)
    return this.#client.invalidateQueries({ predicate })
  }
}
