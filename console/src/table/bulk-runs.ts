import { createStore, type Store } from '~/lib/store.ts'

export type BulkStatus = 'waiting' | 'running' | 'done' | 'skipped' | 'failed'

export interface Mark {
  status: BulkStatus
  /** Why it is skipped, or what went wrong. */
  message?: string | undefined
}

export interface BulkItem {
  id: string
  name: string
  /** One per row: a mark re-renders one line of a report of thousands. */
  mark: Store<Mark>
}

export interface BulkState {
  phase: 'asking' | 'running' | 'finished'
  counts: Readonly<Record<BulkStatus, number>>
}

/** One action on many rows, from the question to the report. It lives outside the page: closing stops nothing. */
export interface BulkRun {
  id: number
  title: string
  danger: boolean
  /** On the button that starts it: `Stop`. */
  verb: string
  consequence: string
  items: readonly BulkItem[]
  state: Store<BulkState>
  start: () => Promise<void>
  retry: () => Promise<void>
}

/** `1 done, 0 skipped, 2 failed`. */
export const outcomeText = (counts: BulkState['counts']): string =>
  (['done', 'skipped', 'failed'] as const).map((status) => `${counts[status]} ${status}`).join(', ')

/** The report as text: counts, then a line a row. */
export function reportText({ title, items, state }: BulkRun): string {
  const lines = items.map(({ name, mark }) => {
    const { status, message } = mark.get()
    return `${name}: ${status}${message ? ` (${message})` : ''}`
  })
  return [`${title}: ${outcomeText(state.get().counts)}`, ...lines].join('\n')
}

/** The run whose modal is on screen; the activity menu sets it to show a report again. */
export const openRun = createStore<BulkRun | null>(null)
/** The runs of this page, oldest first, for the activity menu. */
export const bulkRuns = createStore<readonly BulkRun[]>([])

/** Closes the modal of the open run. A run that was not started yet is dropped; others go on. */
export function closeRun(): void {
  const run = openRun.get()
  if (run?.state.get().phase === 'asking') bulkRuns.set((now) => now.filter((each) => each !== run))
  openRun.set(null)
}

const mostKept = 20

/** Asks about a run. Reports of runs that ended long ago are dropped. */
export function openNewRun(run: BulkRun): void {
  bulkRuns.set((now) => {
    const ended = now.filter(({ state }) => state.get().phase === 'finished')
    const forgotten = new Set(ended.slice(0, Math.max(0, now.length + 1 - mostKept)))
    return [...now.filter((each) => !forgotten.has(each)), run]
  })
  openRun.set(run)
}
