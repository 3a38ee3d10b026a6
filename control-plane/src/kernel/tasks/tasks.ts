import { BoundedCalls } from '../../clock/bounded-calls.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { AdvisoryLocks } from './advisory-locks.ts'

/** Work that recurs for as long as a control plane runs. */
export interface Task {
  name: string
  everyMs: number
  /** Asks the platform for what it has been given at start: such tasks begin once that is done. */
  needsPlatform?: true
  /**
   * Ends early when `signal` aborts, at the latest after ten minutes: then the run has failed, whether it ends or not.
   * What it throws is logged, and the next run comes all the same.
   */
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
  /** When the first run began that failed since one succeeded. */
  failing_since: Date | null
  time_next_run: Date | null
}

interface Entry {
  task: Task
  summary: TaskSummary
  run: Promise<void> | undefined
}

/** No task of ours takes longer on purpose: a prune that has this much to do goes on at its next run. */
const DEADLINE_MS = 10 * 60_000

/**
 * Runs tasks by the clock, each in a lane of its own and under an advisory lock of its name: of several control planes
 * on one database, one at a time runs it. A task that hangs or takes long delays no other.
 */
export class Tasks {
  readonly #clock: Clock
  readonly #log: Log
  readonly #entries: Map<string, Entry>
  readonly #abort = new AbortController()
  readonly #timers: (() => void)[] = []
  readonly #locks: AdvisoryLocks
  readonly #calls: BoundedCalls

  constructor(services: { db: Db; clock: Clock; log: Log }, tasks: readonly Task[]) {
    this.#clock = services.clock
    this.#log = services.log
    this.#locks = new AdvisoryLocks(services.db)
    this.#calls = new BoundedCalls(services.clock, (message) => new Error(message))
    this.#entries = new Map(tasks.map((task) => [task.name, { task, summary: summaryOf(task), run: undefined }]))
  }

  /** Has each of the chosen tasks run every so often, the first time after its interval. */
  start(chosen: (task: Task) => boolean = () => true): void {
    for (const { task, summary } of this.#entries.values()) {
      if (!chosen(task)) continue
      const next = () => (summary.time_next_run = new Date(this.#clock.now().getTime() + task.everyMs))
      next()
      this.#timers.push(this.#clock.every(task.everyMs, () => this.run(task.name).finally(next)))
    }
  }

  /** Runs a task now; joins its present run, if any. Resolves when it is over, however it ended. */
  run(name: string): Promise<void> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`There is no task ${name}`)
    entry.run ??= this.#runNow(entry).finally(() => {
      entry.run = undefined
    })
    return entry.run
  }

  list(): TaskSummary[] {
    return [...this.#entries.values()].map(({ summary }) => ({ ...summary }))
  }

  /** Begins no more runs and aborts those at work. */
  async stop(): Promise<void> {
    for (const end of this.#timers.splice(0)) end()
    this.#abort.abort(new Error('The control plane is stopping'))
    await Promise.all([...this.#entries.values()].map(({ run }) => run))
  }

  async #runNow({ task, summary }: Entry): Promise<void> {
    if (this.#abort.signal.aborted) return
    summary.running = true
    const began = this.#clock.now()
    summary.time_last_run = began
    const call = { kind: task.name, ms: DEADLINE_MS, signal: this.#abort.signal }
    try {
      const had = await this.#locks.during(task.name, () => this.#calls.run(call, (signal) => task.run(signal)))
      summary.outcome = had ? 'done' : 'elsewhere'
      summary.failing_since = null
    } catch (error) {
      summary.outcome = 'failed'
      summary.failing_since ??= began
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
  failing_since: null,
  time_next_run: null,
})
