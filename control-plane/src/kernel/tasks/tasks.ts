import { BoundedCalls } from '../../clock/bounded-calls.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../telemetry/log.ts'
import { AdvisoryLocks } from './advisory-locks.ts'

/** Work that recurs while a control plane runs. */
export interface Task {
  name: string
  everyMs: number
  /** Needs the resources that the platform receives at start, so it starts after that. */
  needsPlatform?: true
  /**
   * Should end when `signal` aborts, after ten minutes at the latest; the run then counts as failed, even if it hangs.
   * Errors are logged and do not prevent the next run.
   */
  run(signal: AbortSignal): Promise<void>
}

export interface TaskSummary {
  name: string
  every_ms: number
  running: boolean
  /** When this process last started it; null before the first run. */
  time_last_run: Date | null
  /** How that run ended; `elsewhere` if another control plane was running the task. */
  outcome: 'done' | 'failed' | 'elsewhere' | null
  /** Start of the first failed run since the last success. */
  failing_since: Date | null
  time_next_run: Date | null
}

interface Entry {
  task: Task
  summary: TaskSummary
  run: Promise<void> | undefined
}

/** No task is meant to take longer: a prune with more to do continues in its next run. */
const DEADLINE_MS = 10 * 60_000

/**
 * Runs tasks by the clock, each independently and under an advisory lock of its name: of several control planes on one
 * database, one at a time runs it. A task that hangs or is slow delays no other.
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

  /** Schedules the chosen tasks, each first after its interval. */
  start(chosen: (task: Task) => boolean = () => true): void {
    for (const { task, summary } of this.#entries.values()) {
      if (!chosen(task)) continue
      const next = () => (summary.time_next_run = new Date(this.#clock.now().getTime() + task.everyMs))
      next()
      this.#timers.push(this.#clock.every(task.everyMs, () => this.run(task.name).finally(next)))
    }
  }

  /** Runs a task now, or joins its present run. Resolves when the run ends, also if it fails. */
  run(name: string): Promise<void> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`No task ${name}`)
    entry.run ??= this.#runNow(entry).finally(() => {
      entry.run = undefined
    })
    return entry.run
  }

  list(): TaskSummary[] {
    return [...this.#entries.values()].map(({ summary }) => ({ ...summary }))
  }

  /** Starts no more runs and aborts running ones. */
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
      // What the server's end aborts is no failure that an operator must know.
      if (!this.#abort.signal.aborted) this.#log('error', 'task failed', { task: task.name, error })
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
