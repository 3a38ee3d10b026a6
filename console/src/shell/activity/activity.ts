import { tabStorage } from '~/lib/browser-storage.ts'
import { fetchCode } from '~/lib/code.ts'
import { messageOf } from '~/lib/errors.ts'
import { randomId } from '~/lib/random-id.ts'
import { createStore, useStore } from '~/lib/store.ts'
import { tabLocks } from '~/lib/tab-locks.ts'
import type { Path } from '../paths/path.ts'

export type ActivityStatus = 'running' | 'done' | 'failed' | 'partly' | 'cancelled'

/** What is asked every two seconds until the work has ended. */
export interface Watched {
  kind: 'instance' | 'disk' | 'snapshot' | 'image fetch' | 'sled' | 'support bundle'
  id: string
  /** Of a sled: its only identity before it is added. */
  serial?: string
  /** The state that ends it well. */
  wanted: 'running' | 'stopped' | 'attached' | 'detached' | 'ready' | 'created' | 'active' | 'in_service'
}

export interface Activity {
  id: string
  /** `Start instance`. */
  verb: string
  name: string
  /** Where the thing is shown: `/projects/web/instances/db1/storage`. */
  to?: Path
  status: ActivityStatus
  /** ms since 1970. */
  startedAt: number
  endedAt?: number
  message?: string
  steps?: readonly string[]
  watched?: Watched
  /** The tab that does or watches the work; once it is closed another takes over. */
  tab: string
  seen: boolean
}

const most = 100
const storageKey = 'skerry.activity'

type Message = { kind: 'put'; entries: readonly Activity[] } | { kind: 'hello' } | { kind: 'finished' | 'all' }

const entries = createStore<readonly Activity[]>([])
let channel: BroadcastChannel | undefined
let storedUnder = storageKey

const merged = (now: readonly Activity[], news: readonly Activity[]): Activity[] =>
  [...new Map([...now, ...news].map((entry) => [entry.id, entry])).values()]
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, most)

const isRunning = (entry: Activity) => entry.status === 'running'

function take(news: readonly Activity[]): void {
  const known = new Set(entries.get().map(({ id }) => id))
  entries.set((now) => merged(now, news))
  for (const entry of news) if (!known.has(entry.id)) followTab(entry)
}

function put(news: readonly Activity[]): void {
  take(news)
  channel?.postMessage({ kind: 'put', entries: news } satisfies Message)
}

function receive({ data }: MessageEvent<Message>): void {
  if (data.kind === 'put') take(data.entries)
  else if (data.kind === 'finished') entries.set((now) => now.filter(isRunning))
  else if (data.kind === 'all') entries.set([])
  else if (entries.get().length > 0) channel?.postMessage({ kind: 'put', entries: entries.get() } satisfies Message)
}

const readStored = () => (tabStorage.readJson(storedUnder) ?? []) as Activity[]

/** Loads the entries of this tab and of the user's other tabs. Called once the user is known. */
export function startActivity(userId: string): void {
  if (channel) return
  storedUnder = `${storageKey}.${userId}`
  holdTabLock()
  take(readStored())
  entries.watch(() => tabStorage.writeJson(storedUnder, entries.get()))
  channel = new BroadcastChannel(storedUnder)
  channel.addEventListener('message', receive)
  channel.postMessage({ kind: 'hello' } satisfies Message)
}

/** Takes over an entry of a tab that was closed or reloaded, including this tab before a reload. */
function followTab({ id, status, tab }: Activity): void {
  if (status !== 'running' || tab === thisTab) return
  void onceTabIsGone(tab, () => {
    const entry = entries.get().find((each) => each.id === id)
    if (!entry || !isRunning(entry)) return
    if (entry.tab !== tab) return followTab(entry)
    const taken = { ...entry, tab: thisTab }
    put([taken])
    if (taken.watched) watch(taken)
    else updateActivity(id, { status: 'failed', message: 'Interrupted: its page was closed or reloaded' })
  })
}

const watch = (entry: Activity) =>
  void fetchCode(() => import('./activity-watch.ts')).then(
    ({ watchActivity }) => watchActivity(entry),
    (error: unknown) => updateActivity(entry.id, { message: messageOf(error) }),
  )

export type NewActivity = Pick<Activity, 'verb' | 'name'> & Partial<Pick<Activity, 'to' | 'watched' | 'steps'>>

/**
 * Shows work in the activity menu. With `watched` it polls for the end; else call `updateActivity` with the outcome.
 * @returns its id.
 */
export function addActivity(work: NewActivity): string {
  const entry: Activity = {
    ...work,
    id: randomId(),
    status: 'running',
    startedAt: Date.now(),
    tab: thisTab,
    seen: false,
  }
  put([entry])
  if (entry.watched) watch(entry)
  return entry.id
}

/** Changes an entry in every tab. An outcome also sets when it ended; `watched` starts polling for its end. */
export function updateActivity(
  id: string,
  change: Partial<Pick<Activity, 'status' | 'message' | 'steps' | 'to' | 'watched'>>,
): void {
  const entry = entries.get().find((each) => each.id === id)
  if (!entry) return
  const ended = change.status && change.status !== 'running' ? { endedAt: Date.now() } : {}
  const changed = { ...entry, ...change, ...ended }
  put([changed])
  if (change.watched) watch(changed)
}

/** Whether an entry still runs: another tab may have ended or cleared it. */
export const stillRuns = (id: string): boolean => entries.get().some((entry) => entry.id === id && isRunning(entry))

/** Ends the entries that wait for a state that has now been seen, before the next action changes it. */
export function noteState({ kind, id, wanted }: Watched): void {
  for (const { id: entry, watched } of entries.get())
    if (watched?.kind === kind && watched.id === id && watched.wanted === wanted && stillRuns(entry))
      updateActivity(entry, { status: 'done' })
}

/** Removes the dot from the bell: the ended entries are on screen. */
export function markActivitySeen(): void {
  const unseen = entries.get().filter((entry) => !entry.seen && !isRunning(entry))
  if (unseen.length > 0) put(unseen.map((entry) => ({ ...entry, seen: true })))
}

export function clearFinished(): void {
  entries.set((now) => now.filter(isRunning))
  channel?.postMessage({ kind: 'finished' } satisfies Message)
}

export function clearActivity(): void {
  entries.set([])
  channel?.postMessage({ kind: 'all' } satisfies Message)
}

export const useActivity = (): readonly Activity[] => useStore(entries)

/** This tab until it is reloaded. A duplicate has a copy of the session storage, so no id is kept there. */
const thisTab = randomId()

const lockOf = (tab: string) => `skerry.tab.${tab}`

/** Holds this tab's lock until it is closed or reloaded. */
const holdTabLock = (): void => void tabLocks.hold(lockOf(thisTab))

/** Runs `then` once a tab is closed or reloaded, in one of the waiting tabs after the other. */
const onceTabIsGone = (tab: string, then: () => void): Promise<void> => tabLocks.onceFree(lockOf(tab), then)
