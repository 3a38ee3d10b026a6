import { createStore, type Store } from '~/ui/store.ts'
import { messageOf } from '~/ui/errors.ts'
import { guardWork } from '~/ui/unfinished-work.ts'

export type BulkStatus = 'waiting' | 'running' | 'done' | 'skipped' | 'failed'

interface Mark {
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

interface BulkState {
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

export interface BulkOptions<T> {
  title: string
  danger?: boolean | undefined
  verb: string
  consequence: string
  rows: readonly T[]
  getId: (row: T) => string
  getName: (row: T) => string
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
  // Only of rows that may still run: a report of thousands would keep them all.
  const rowOf = new Map<string, T>()
  let queue: BulkItem[] = []
  const counts = { waiting: 0, running: 0, done: 0, skipped: 0, failed: 0 }
  const items = rows.map((row): BulkItem => {
    const [id, reason] = [getId(row), refuse(row)]
    const mark = createStore<Mark>(reason ? { status: 'skipped', message: reason } : { status: 'waiting' })
    const item = { id, name: getName(row), mark }
    counts[mark.get().status] += 1
    if (!reason) {
      rowOf.set(id, row)
      queue.push(item)
    }
    return item
  })
  const state = createStore<BulkState>({ phase: 'asking', counts })
  const setMark = ({ mark }: BulkItem, status: BulkStatus, message?: string) => {
    const before = mark.get().status
    mark.set({ status, message })
    state.set(({ phase, counts: now }) => ({
      phase,
      counts: { ...now, [before]: now[before] - 1, [status]: now[status] + 1 },
    }))
  }

  const work = async (waiting: Iterator<BulkItem>) => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const item = next.value
      setMark(item, 'running')
      try {
        await run(rowOf.get(item.id)!)
        setMark(item, 'done')
        rowOf.delete(item.id)
      } catch (error) {
        setMark(item, 'failed', messageOf(error))
      }
    }
  }
  const setPhase = (phase: BulkState['phase']) => state.set((now) => ({ ...now, phase }))
  const start = async () => {
    if (state.get().phase === 'running') return
    const endGuard = guardWork(`${title} is still running. Leaving stops it where it is.`)
    setPhase('running')
    const waiting = queue.values()
    await Promise.all(Array.from({ length: parallel }, () => work(waiting)))
    setPhase('finished')
    endGuard()
  }
  const retry = () => {
    queue = items.filter(({ mark }) => mark.get().status === 'failed')
    for (const item of queue) setMark(item, 'waiting')
    return start()
  }
  return { id: ++lastId, title, danger, verb, consequence, items, state, start, retry }
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
