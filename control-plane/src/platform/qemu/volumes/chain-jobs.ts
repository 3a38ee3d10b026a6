import type { Work } from '../work.ts'

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
  /** Receives what fails, for an operator. It is tried again. */
  report(problem: string): void
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
  readonly #postponed = new Set<string>()
  /** How often jobs failed one after another, by name, and why last. */
  readonly #failures = new Map<string, { count: number; problem: string }>()

  constructor(parts: ChainJobsParts) {
    this.#parts = parts
  }

  /** Why a job failed that changes one of these layers; undefined if none did. */
  problemOf(layers: readonly string[]): string | undefined {
    for (const source of this.#parts.sources)
      for (const { name, changes } of source.find())
        if (this.#failures.has(name) && meet(changes, layers)) return this.#failures.get(name)?.problem
    return undefined
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
      this.begin()
    }
  }

  /** Does what can be done, until nothing is left. */
  begin(): void {
    this.#postponed.clear()
    this.#beginNext()
  }

  #beginNext(): void {
    if (this.#parts.work.ended) return
    for (const source of this.#parts.sources)
      for (const job of source.find()) {
        const running = [...this.#running.values()]
        if (running.filter((other) => other.source === source).length >= source.mostAtOnce) break
        const needed = [...this.#wanted, ...running.map((other) => other.job)]
        if (!this.#postponed.has(job.name) && !needed.some((needs) => conflict(job, needs))) this.#begin(source, job)
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
          if (!signal.aborted) this.#postpone(job.name, error instanceof Error ? error.message : String(error))
        },
      )
      .finally(() => {
        this.#running.delete(job.name)
        this.#beginNext()
      })
    this.#running.set(job.name, { job, source, end, over })
  }

  /** The first failure is not reported: a machine that was stopped meanwhile is one. */
  #postpone(name: string, problem: string): void {
    const count = (this.#failures.get(name)?.count ?? 0) + 1
    this.#failures.set(name, { count, problem })
    if (count === 2) this.#parts.report(`${name}: ${problem}`)
    this.#postponed.add(name)
    const again = () => {
      this.#postponed.delete(name)
      this.#beginNext()
    }
    this.#parts.work.sleep(Math.min(RETRY_MS * 2 ** (count - 1), MAX_RETRY_MS)).then(again, () => {})
  }
}
