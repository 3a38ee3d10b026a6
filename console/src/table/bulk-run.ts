import { createStore, type Store } from '~/ui/store.ts'
import { messageOf } from '~/ui/errors.ts'
import { guardWork } from '~/ui/unfinished-work.ts'

export type BulkStatus = 'waiting' | 'running' | 'done' | 'skipped' | 'failed'

export interface BulkItem {
  id: string
  name: string
  status: BulkStatus
  /** Why it is skipped, or what went wrong. */
  message?: string
}

export interface BulkState {
  phase: 'asking' | 'running' | 'finished'
  items: readonly BulkItem[]
}

/** One action on many rows, from the question to the report. It lives outside the page, so closing stops nothing. */
export interface BulkRun {
  id: number
  /** `Stop instances`. */
  title: string
  danger: boolean
  /** On the button that starts it: `Stop`. */
  verb: string
  consequence: string
  state: Store<BulkState>
  /** Runs what is waiting, six at a time. */
  start: () => Promise<void>
  /** Runs once more what failed. */
  retry: () => Promise<void>
}

export interface BulkOptions<T> {
  title: string
  danger?: boolean | undefined
  verb: string
  /** What becomes of the rows. */
  consequence: string
  rows: readonly T[]
  getId: (row: T) => string
  getName: (row: T) => string
  /** Why a row must be skipped. */
  refuse: (row: T) => string | false | null | undefined
  run: (row: T) => Promise<unknown>
}

const parallel = 6
let lastId = 0

export function createBulkRun<T>({
  title,
  danger = false,
  verb,
  consequence,
  rows,
  getId,
  getName,
  refuse,
  run,
}: BulkOptions<T>): BulkRun {
  const byId = new Map(rows.map((row) => [getId(row), row]))
  const state = createStore<BulkState>({
    phase: 'asking',
    items: rows.map((row) => {
      const reason = refuse(row)
      return {
        id: getId(row),
        name: getName(row),
        status: reason ? 'skipped' : 'waiting',
        message: reason || undefined,
      }
    }),
  })
  const mark = (id: string, status: BulkStatus, message?: string) =>
    state.set((now) => ({
      ...now,
      items: now.items.map((item) => (item.id === id ? { ...item, status, message } : item)),
    }))
  const nextWaiting = () => state.get().items.find((item) => item.status === 'waiting')

  const worker = async () => {
    for (let item = nextWaiting(); item; item = nextWaiting()) {
      mark(item.id, 'running')
      try {
        await run(byId.get(item.id)!)
        mark(item.id, 'done')
      } catch (error) {
        mark(item.id, 'failed', messageOf(error))
      }
    }
  }
  const start = async () => {
    if (state.get().phase === 'running') return
    const endGuard = guardWork(`${title} is still running; what it has not reached would be left undone.`)
    state.set((now) => ({ ...now, phase: 'running' }))
    await Promise.all(Array.from({ length: parallel }, worker))
    state.set((now) => ({ ...now, phase: 'finished' }))
    endGuard()
  }
  const retry = () => {
    for (const item of state.get().items) if (item.status === 'failed') mark(item.id, 'waiting')
    return start()
  }
  return { id: ++lastId, title, danger, verb, consequence, state, start, retry }
}

export const countOf = (items: readonly BulkItem[], status: BulkStatus): number =>
  items.filter((item) => item.status === status).length

/** The report as text: counts, then a line a row. */
export function reportText(title: string, items: readonly BulkItem[]): string {
  const counts = (['done', 'skipped', 'failed'] as const).map((status) => `${countOf(items, status)} ${status}`)
  const lines = items.map((item) => `${item.name}: ${item.status}${item.message ? ` (${item.message})` : ''}`)
  return [`${title}: ${counts.join(', ')}`, ...lines].join('\n')
}

/** The run whose modal is on screen; the activity menu sets it to show a report again. */
export const openRun = createStore<BulkRun | null>(null)
/** Every run of this page, oldest first, for the activity menu. */
export const bulkRuns = createStore<readonly BulkRun[]>([])
