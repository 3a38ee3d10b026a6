import { abortable } from '../../interface/abortable.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { Work } from '../base/work.ts'

/** First and maximum wait after a job failed or changed nothing, unless a relevant change comes before. */
const RETRY_MS = 1000
const MAX_RETRY_MS = 5 * 60_000
/** Consecutive failures after which the problem is shown: after half a minute, unless it is retried earlier. */
const LASTING_FAILURES = 6

/** Layers that work needs. Many may read one at once, but a change excludes all others. */
interface Needs {
  /** Layers that are written, replaced or removed. */
  changes: readonly string[]
  /** Layers that must not change. */
  reads: readonly string[]
}

/** A change of layers in the background. It may be cancelled at any step, and is then found again. */
export interface ChainJob extends Needs {
  /** Stays the same when the job is found again. */
  name: string
  /** Layers whose chains become shorter. */
  shortens: readonly string[]
  run(signal: AbortSignal): Promise<void>
}

/** Finds jobs of one kind. */
export interface ChainJobSource {
  readonly mostAtOnce: number
  /** The jobs that are possible now. */
  find(): Iterable<ChainJob>
}

interface ChainJobsParts {
  work: Work
  sources: readonly ChainJobSource[]
  /** Whether that layer still exists. Failures of jobs on others are dropped. */
  hasLayer(name: string): boolean
  /** Receives failures for an operator. Failed jobs are retried. */
  report(problem: string): void
}

interface Failure {
  job: ChainJob
  /** Number of consecutive failures of this job. */
  count: number
  problem: string
  /** The last problem that was reported. */
  reported: string | undefined
  /** True until it is retried. */
  waits: boolean
}

const meet = (some: readonly string[], others: readonly string[]): boolean => some.some((one) => others.includes(one))

const conflict = (one: Needs, other: Needs): boolean =>
  meet(one.changes, other.changes) || meet(one.changes, other.reads) || meet(one.reads, other.changes)

/** Runs jobs that change chains of layers in the background, while no other work needs these layers. */
export class ChainJobs {
  readonly #parts: ChainJobsParts
  /** Needs of running work that is not a job. */
  readonly #wanted = new Set<Needs>()
  readonly #running = new Map<
    string,
    { job: ChainJob; source: ChainJobSource; end: AbortController; over: Promise<void> }
  >()
  /** Failures by the name of the job. */
  readonly #failures = new Map<string, Failure>()
  /** Resolves when the next job ends. */
  #ended = Promise.withResolvers<void>()

  constructor(parts: ChainJobsParts) {
    this.#parts = parts
  }

  /**
   * Resolves once one of the jobs that shorten a chain of these layers has ended. Rejects as `transient` if all such
   * jobs have failed, or there are none.
   */
  async shortened(layers: readonly string[], signal: AbortSignal): Promise<void> {
    const found = this.#parts.sources.flatMap((source) => [...source.find()])
    const jobs = [...found, ...[...this.#running.values()].map(({ job }) => job)]
    const names = jobs.flatMap(({ name, shortens }) => (meet(shortens, layers) ? [name] : []))
    const [failure] = names.flatMap((name) => this.#failures.get(name) ?? [])
    if (failure) throw tooLong(layers, `Making it shorter failed last: ${failure.problem}`)
    if (names.length === 0) throw tooLong(layers, 'Stop the instances that share its layers.')
    await abortable(this.#ended.promise, AbortSignal.any([signal, this.#parts.work.closing]))
  }

  /** Why a job that is still wanted fails again and again, if there is one. */
  get problem(): string | undefined {
    const lasting = [...this.#failures].filter(([, { count }]) => count >= LASTING_FAILURES)
    if (lasting.length === 0) return undefined
    const found = this.#parts.sources.flatMap((source) => [...source.find()].map(({ name }) => name))
    const wanted = new Set([...found, ...this.#running.keys()])
    return lasting.find(([name]) => wanted.has(name))?.[1].problem
  }

  /** Runs work that needs these layers unchanged: cancels jobs that change them, which restart afterwards. */
  async without<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const needs = { changes: [], reads: names }
    this.#wanted.add(needs)
    try {
      const inTheWay = [...this.#running.values()].filter(({ job }) => conflict(job, needs))
      for (const { end } of inTheWay) end.abort()
      await Promise.all(inTheWay.map(({ over }) => over))
      return await work()
    } finally {
      this.#wanted.delete(needs)
      this.begin(names)
    }
  }

  /** Starts all possible jobs, until none is left. Failed jobs that change one of these layers are retried at once. */
  begin(layers: readonly string[] = []): void {
    for (const [name, failure] of this.#failures) {
      const { changes, reads } = failure.job
      if (![...changes, ...reads].every((layer) => this.#parts.hasLayer(layer))) this.#failures.delete(name)
      else if (meet(changes, layers)) failure.waits = false
    }
    this.#beginNext()
  }

  #beginNext(): void {
    if (this.#parts.work.ended) return
    for (const source of this.#parts.sources)
      for (const job of source.find()) {
        const running = [...this.#running.values()]
        if (running.filter((other) => other.source === source).length >= source.mostAtOnce) break
        const needed = [...this.#wanted, ...running.map((other) => other.job)]
        const waits = this.#running.has(job.name) || this.#failures.get(job.name)?.waits
        if (!waits && !needed.some((needs) => conflict(job, needs))) this.#begin(source, job)
      }
  }

  #begin(source: ChainJobSource, job: ChainJob): void {
    const { work } = this.#parts
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, work.closing])
    const over = work
      .answer(undefined, () => job.run(signal))
      .then(
        () => {
          const isFoundAgain = [...source.find()].some(({ name }) => name === job.name)
          if (isFoundAgain && !signal.aborted) this.#postpone(job, 'It has ended without a change')
          else this.#failures.delete(job.name)
        },
        (error: unknown) => {
          if (!signal.aborted) this.#postpone(job, error instanceof Error ? error.message : String(error))
        },
      )
      .finally(() => {
        this.#running.delete(job.name)
        this.#beginNext()
        this.#ended.resolve()
        this.#ended = Promise.withResolvers()
      })
    this.#running.set(job.name, { job, source, end, over })
  }

  /**
   * Postpones a job that failed, or that is still wanted after it ended: it would run again and again. The first time
   * is not reported, since a machine that stopped meanwhile may cause it; later each new reason is.
   */
  #postpone(job: ChainJob, problem: string): void {
    const last = this.#failures.get(job.name)
    const count = (last?.count ?? 0) + 1
    const isNew = count > 1 && problem !== last?.reported
    if (isNew) this.#parts.report(`${job.name}: ${problem}`)
    const failure = { job, count, problem, reported: isNew ? problem : last?.reported, waits: true }
    this.#failures.set(job.name, failure)
    const retry = () => {
      failure.waits = false
      this.#beginNext()
    }
    this.#parts.work.sleep(Math.min(RETRY_MS * 2 ** (count - 1), MAX_RETRY_MS)).then(retry, () => {})
  }
}

const tooLong = (layers: readonly string[], reason: string) =>
  new PlatformError('transient', `The disk's chain of ${layers.length} layers must become shorter first. ${reason}`)
