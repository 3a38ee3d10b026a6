import { Worker } from 'node:worker_threads'
import { systemClock } from '../../clock/clock.ts'
import { internal, unavailable } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/limits/fair-queue.ts'

export interface PoolLimits {
  /** Jobs that run at once, each in a thread of its own: of all owners, and of one. */
  threads: number
  threadsOfOwner: number
  /** Jobs that wait for a thread; those beyond are answered 503 at once. */
  waiting: number
  waitingOfOwner: number
  /** How long a job waits for a thread. */
  waitMs: number
  /** How long its thread may work on it, whatever else the machine does, and the heap of that thread. */
  deadlineMs: number
  heapMb: number
}

/** The job took more time or memory than it may; its thread has ended. */
export class JobTooLarge extends Error {}

/** Loading a thread's modules takes this long at most, on a machine that is busy with other work. */
const START_WITHIN_MS = 30_000
/** A job ends after so many times its deadline, however little its thread had of the processor. */
const BUSY_FACTOR = 5
const SHORTEST_LOOK_MS = 20

/** Runs jobs in worker threads, so that none holds the event loop. Threads start with the first job and stay. */
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
    this.#queue = new FairQueue(threads, [threadsOfOwner], { all: waiting, ofOwner: waitingOfOwner })
  }

  /**
   * @throws JobTooLarge
   * @throws 503 when too many wait, or none of the threads is free in time
   */
  async run(owner: string, job: Job): Promise<Result> {
    using turns = new DisposableStack()
    turns.use(await this.#queue.take([owner], systemClock, this.#limits.waitMs))
    if (this.#closed) throw unavailable()
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

  /** Ends the threads, and with them what they work on. */
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
    this.#ready = this.#message(START_WITHIN_MS, (ms) => unavailable(new Error(`no thread within ${ms / 1000} s`)))
    this.#ready.catch(() => undefined)
  }

  async run(job: unknown, deadlineMs: number): Promise<unknown> {
    await this.#ready
    const tooLong = new JobTooLarge(`it takes longer than ${deadlineMs / 1000} s`)
    const began = await this.#workedMs()
    const watch = new AbortController()
    this.#worker.postMessage(job)
    try {
      return await Promise.race([
        this.#message(BUSY_FACTOR * deadlineMs, () => tooLong),
        this.#worked(began, deadlineMs, watch.signal).then(() => Promise.reject(tooLong)),
      ])
    } finally {
      watch.abort()
    }
  }

  /** Resolves once the thread has worked so long since it had worked for `began`. */
  async #worked(began: number, ms: number, signal: AbortSignal): Promise<void> {
    for (let left = ms; left > 0; left = began + ms - (await this.#workedMs()))
      await systemClock.sleep(Math.max(left, SHORTEST_LOOK_MS), signal)
  }

  /** Of the processor's time. Zero for a thread that has ended, which its events report. */
  async #workedMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1000
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  /** The next message of the thread. Rejects when it ends before, or with `late` after `ms` milliseconds. */
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
