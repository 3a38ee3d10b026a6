import { PlatformError } from '../../platform-error.ts'
import { abortable, type Work } from '../work.ts'

/** How long a job that failed waits at first and at most, unless something changes before. */
const RETRY_MS = 1000
const MAX_RETRY_MS = 5 * 60_000

/** Layers that work needs. Many may read one, but none while another changes it. */
interface Needs {
  /** Those that are written, replaced or removed. */
  changes: readonly string[]
  /** Others that have to stay as they are. */
  reads: readonly string[]
}

/** A change of layers in the background, which may end at any step and is then found again. */
export interface ChainJob extends Needs {
  /** The same when it is found again. */
  name: string
  /** Layers on which chains become shorter. */
  shortens: readonly string[]
  run(signal: AbortSignal): Promise<void>
}

/** Finds jobs of one kind. */
export interface ChainJobSource {
  readonly mostAtOnce: number
  /** What could be done now. */
  find(): Iterable<ChainJob>
}

interface ChainJobsParts {
  work: Work
  sources: readonly ChainJobSource[]
  /** Whether there is still such a layer. Failures of jobs on others are forgotten. */
  hasLayer(name: string): boolean
  /** Receives what fails, for an operator. It is tried again. */
  report(problem: string): void
}

interface Failure {
  job: ChainJob
  /** Of this job, one after another. */
  count: number
  problem: string
  /** The last problem that was reported. */
  reported: string | undefined
  /** Until it is tried again. */
  waits: boolean
}

const meet = (some: readonly string[], others: readonly string[]): boolean => some.some((one) => others.includes(one))

const conflict = (one: Needs, other: Needs): boolean =>
  meet(one.changes, other.changes) || meet(one.changes, other.reads) || meet(one.reads, other.changes)

/** Changes chains of layers in the background, while nothing else needs these layers as they are. */
export class ChainJobs {
  readonly #parts: ChainJobsParts
  /** Of work that is no job. */
  readonly #wanted = new Set<Needs>()
  readonly #running = new Map<
    string,
    { job: ChainJob; source: ChainJobSource; end: AbortController; over: Promise<void> }
  >()
  /** By the name of the job. */
  readonly #failures = new Map<string, Failure>()
  /** Resolves when the next job ends. */
  #ended = Promise.withResolvers<void>()

  constructor(parts: ChainJobsParts) {
    this.#parts = parts
  }

  /**
   * Resolves once a job has ended, of those that make a chain of these layers shorter. Rejects as `transient` if there
   * is none that has not failed.
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

  /** Runs work that needs these layers as they are: ends jobs that change them, which begin again afterwards. */
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

  /** Does what can be done, until nothing is left. Jobs that failed and change one of these layers wait no longer. */
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
        () => void this.#failures.delete(job.name),
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

  /** The first failure is not reported: a machine that was stopped meanwhile is one. Later each new reason is. */
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
