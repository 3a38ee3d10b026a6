import { messageOf } from '~/lib/errors.ts'
import { createStore } from '~/lib/store.ts'
import { guardWork } from '~/lib/unfinished-work.ts'
import type { BulkItem, BulkRun, BulkState, BulkStatus, Mark } from './bulk-runs.ts'

export interface BulkOptions<T> {
  title: string
  danger?: boolean | undefined
  verb: string
  consequence: string
  rows: readonly T[]
  getId: (row: T) => string
  getName: (row: T) => string
  unless: (row: T) => string | false | null | undefined
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
  unless,
  run,
}: BulkOptions<T>): BulkRun {
  // Only of rows that may still run: a report of thousands would keep them all.
  const rowOf = new Map<string, T>()
  let queue: BulkItem[] = []
  const counts = { waiting: 0, running: 0, done: 0, skipped: 0, failed: 0 }
  const items = rows.map((row): BulkItem => {
    const [id, reason] = [getId(row), unless(row)]
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
