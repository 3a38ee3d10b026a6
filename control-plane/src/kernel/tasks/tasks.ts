import { sql } from 'kysely'
import type { Clock } from '../../clock/clock.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'

/** Work that recurs for as long as a control plane runs. */
export interface Task {
  name: string
  everyMs: number
  /** Ends early when `signal` aborts. What it throws is logged, and the next run comes all the same. */
  run(signal: AbortSignal): Promise<void>
}

export interface TaskSummary {
  name: string
  every_ms: number
  running: boolean
  /** When this process last began a run of it; null before the first. */
  time_last_run: Date | null
  /** How that run ended; `elsewhere` when another control plane had the task at that moment. */
  outcome: 'done' | 'failed' | 'elsewhere' | null
  time_next_run: Date | null
}

interface Entry {
  task: Task
  summary: TaskSummary
  run: Promise<void> | undefined
}

/** First half of the advisory locks' keys, so that they meet no other use of such locks. */
const LOCK_SPACE = 730_550

/**
 * Runs tasks by the clock, one at a time, each under an advisory lock of its name: of several control planes on one
 * database, one at a time has it.
 */
export class Tasks {
  readonly #db: Db
  readonly #clock: Clock
  readonly #log: Log
  readonly #entries: Map<string, Entry>
  readonly #abort = new AbortController()
  readonly #timers: (() => void)[] = []
  #queue: Promise<void> = Promise.resolve()

  constructor(services: { db: Db; clock: Clock; log: Log }, tasks: readonly Task[]) {
    this.#db = services.db
    this.#clock = services.clock
    this.#log = services.log
    this.#entries = new Map(tasks.map((task) => [task.name, { task, summary: summaryOf(task), run: undefined }]))
  }

  /** Has each task run every so often, the first time after its interval. */
  start(): void {
    for (const { task, summary } of this.#entries.values()) {
      const next = () => (summary.time_next_run = new Date(this.#clock.now().getTime() + task.everyMs))
      next()
      this.#timers.push(this.#clock.every(task.everyMs, () => this.run(task.name).finally(next)))
    }
  }

  /** Runs a task now; joins the run that waits or is under way, if any. Resolves when it is over, however it ended. */
  run(name: string): Promise<void> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`There is no task ${name}`)
    entry.run ??= this.#queue
      .then(() => this.#runNow(entry))
      .finally(() => {
        entry.run = undefined
      })
    this.#queue = entry.run
    return entry.run
  }

  list(): TaskSummary[] {
    return [...this.#entries.values()].map(({ summary }) => ({ ...summary }))
  }

  /** Begins no more runs and waits for the one under way, which is told to end. */
  async stop(): Promise<void> {
    for (const end of this.#timers.splice(0)) end()
    this.#abort.abort(new Error('The control plane is stopping'))
    await this.#queue
  }

  async #runNow({ task, summary }: Entry): Promise<void> {
    if (this.#abort.signal.aborted) return
    summary.running = true
    summary.time_last_run = this.#clock.now()
    try {
      const had = await underLock(this.#db, task.name, () => task.run(this.#abort.signal))
      summary.outcome = had ? 'done' : 'elsewhere'
    } catch (error) {
      summary.outcome = 'failed'
      this.#log('error', 'task failed', { task: task.name, error })
    }
    summary.running = false
  }
}

const summaryOf = ({ name, everyMs }: Task): TaskSummary => ({
  name,
  every_ms: everyMs,
  running: false,
  time_last_run: null,
  outcome: null,
  time_next_run: null,
})

/** Does work while holding a lock of that name on a connection of its own. Answers false when another holds it. */
async function underLock(db: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  // The one connection of an embedded database in this process is needed by the work, and nobody else shares it.
  if (!db.getExecutor().adapter.supportsMultipleConnections) {
    await work()
    return true
  }
  return db.connection().execute(async (connection) => {
    const key = sql`${LOCK_SPACE}::int, hashtext(${name})`
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection)
    if (!rows[0]?.locked) return false
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
    return true
  })
}
