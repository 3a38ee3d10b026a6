import { Worker } from 'node:worker_threads'
import { systemClock } from '../../clock/clock.ts'
import { busy, internal, unavailable } from '../../kernel/http/errors.ts'
import { FairQueue, type Owners } from '../../queue/fair-queue.ts'

export interface PoolLimits {
  /** Maximum jobs that run at once, each in its own thread: in total, and per owner, by level. */
  threads: number
  threadsOfOwner: readonly number[]
  /** Maximum jobs that wait for a thread; further ones are rejected with 503. */
  waiting: number
  waitingOfOwner: readonly number[]
  /** How long a job waits for a thread before it is rejected with 503. */
  waitMs: number
  /** Maximum CPU time of a job, and heap of its thread. */
  deadlineMs: number
  heapMb: number
}

/** The job exceeded its CPU time or memory; its thread has ended. */
export class JobTooLarge extends Error {}

/** Time limit for loading the modules of a thread, on a busy machine. */
const START_TIMEOUT_MS = 30_000
/** A job is ended after this many times its deadline of wall-clock time, even if its thread got little CPU time. */
const WALL_CLOCK_FACTOR = 5
const MIN_CHECK_INTERVAL_MS = 20

/** Runs jobs in worker threads, off the event loop. Threads start on demand and are reused. */
export class WorkerPool<Job, Result> {
  readonly #entry: URL
  readonly #limits: PoolLimits
  readonly #queue: FairQueue
  readonly #threads = new Set<PoolThread>()
  readonly #idle = new Set<PoolThread>()
  #closed = false

  /** @param entry a module that calls `serveJobs` */
  constructor(entry: URL, limits: PoolLimits) {
    this.#entry = entry
    this.#limits = limits
    const { threads, threadsOfOwner, waiting, waitingOfOwner } = limits
    this.#queue = new FairQueue({ running: threads, runningOfOwner: threadsOfOwner, waiting, waitingOfOwner }, busy)
  }

  /**
   * @param signal ends the wait for a thread
   * @throws JobTooLarge
   * @throws 503 when too many jobs wait, or no thread is free in time
   */
  async run(owners: Owners, job: Job, signal?: AbortSignal): Promise<Result> {
    using places = new DisposableStack()
    places.use(await this.#queue.take(owners, { signal, limit: { clock: systemClock, ms: this.#limits.waitMs } }))
    if (this.#closed) throw unavailable('the server is stopping')
    const [idle] = this.#idle
    const thread = idle ?? this.#start()
    this.#idle.delete(thread)
    try {
      const result = await thread.run(job, this.#limits.deadlineMs)
      this.#idle.add(thread)
      return result as Result
    } catch (error) {
      await thread.end()
      throw error
    }
  }

  /** Ends the threads and their running jobs. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #start(): PoolThread {
    const thread = new PoolThread(this.#entry, this.#limits.heapMb, () => {
      this.#threads.delete(thread)
      this.#idle.delete(thread)
    })
    this.#threads.add(thread)
    return thread
  }
}

class PoolThread {
  readonly #worker: Worker
  readonly #ready: Promise<unknown>

  constructor(entry: URL, heapMb: number, ended: () => void) {
    this.#worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    this.#worker.unref()
    this.#worker.once('exit', ended)
    // Without a listener an error would end the process.
    this.#worker.on('error', () => undefined)
    this.#ready = this.#message(START_TIMEOUT_MS, (ms) =>
      unavailable(new Error(`the thread did not start within ${ms / 1000} s`)),
    )
    this.#ready.catch(() => undefined)
  }

  async run(job: unknown, deadlineMs: number): Promise<unknown> {
    await this.#ready
    const tooLong = new JobTooLarge(`it takes longer than ${deadlineMs / 1000} s`)
    const stopWatching = new AbortController()
    try {
      return await Promise.race([
        this.#message(WALL_CLOCK_FACTOR * deadlineMs, () => tooLong),
        this.#start(job, deadlineMs, stopWatching.signal).then(() => Promise.reject(tooLong)),
      ])
    } finally {
      stopWatching.abort()
    }
  }

  /** Hands the job to the thread, and resolves once the thread has used `ms` of CPU time for it. */
  async #start(job: unknown, ms: number, signal: AbortSignal): Promise<void> {
    const startMs = await this.#cpuMs()
    this.#worker.postMessage(job)
    for (let left = ms; left > 0; left = startMs + ms - (await this.#cpuMs()))
      await systemClock.sleep(Math.max(left, MIN_CHECK_INTERVAL_MS), signal)
  }

  /** Total CPU time of the thread. Zero once it has ended; if it ends in the meantime, the promise may never settle. */
  async #cpuMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1000
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  /** The next message of the thread. Rejects when the thread ends first, and with `late` after `ms`. */
  #message(ms: number, late: (ms: number) => Error): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const failed = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new JobTooLarge('it takes too much memory') : internal(error))
    const ended = () => reject(unavailable(new Error('the thread ended')))
    const cancel = systemClock.after(ms, () => reject(late(ms)))
    this.#worker.once('message', resolve).once('error', failed).once('exit', ended)
    return promise.finally(() => {
      cancel()
      this.#worker.off('message', resolve).off('error', failed).off('exit', ended)
    })
  }
}
