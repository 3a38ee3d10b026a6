import { PlatformError } from '../../interface/platform-error.ts'

/** Maximum concurrent conversions: more would only slow down the disk for machines. */
const MAX_AT_ONCE = 4

export interface Conversion {
  siloId: string
  /** Ids whose deletion cancels it: of its result and of its source. */
  of: readonly string[]
}

interface Waiting {
  begin(): void
}

/**
 * Runs one conversion per silo at a time, so that silos do not wait for another silo's conversions, which may take
 * hours. When several silos wait, they take turns.
 */
export class ConversionQueue {
  readonly #running = new Set<string>()
  /** Waiting conversions by silo, oldest first. The silo that was served last is the last one. */
  readonly #waiting = new Map<string, Waiting[]>()
  /** Controllers that cancel work, by the ids that it is about. */
  readonly #ends = new Map<readonly string[], AbortController>()
  /** Ids that are being deleted, once for each deletion. */
  readonly #deleted: string[] = []

  /** @param work must end when its signal aborts */
  run<T>({ siloId, of }: Conversion, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.unlessDeleted(of, async (signal) => {
      await this.#turn(siloId, signal)
      try {
        return await work(signal)
      } finally {
        this.#running.delete(siloId)
        this.#beginNext()
      }
    })
  }

  /** Runs work that a deletion of one of these ids cancels, without waiting for conversions. */
  async unlessDeleted<T>(of: readonly string[], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deleted = of.find((id) => this.#deleted.includes(id))
    if (deleted !== undefined) throw goneMeanwhile(deleted)
    const [key, end] = [[...of], new AbortController()]
    this.#ends.set(key, end)
    try {
      return await work(end.signal)
    } finally {
      this.#ends.delete(key)
    }
  }

  /** Cancels work about a deleted id, and refuses more of it until the returned function is called. */
  end(id: string): () => void {
    this.#deleted.push(id)
    for (const [of, end] of this.#ends) if (of.includes(id)) end.abort(goneMeanwhile(id))
    return () => void this.#deleted.splice(this.#deleted.indexOf(id), 1)
  }

  #turn(siloId: string, signal: AbortSignal): Promise<void> {
    return new Promise((begin, refuse) => {
      const waiting = { begin }
      this.#waiting.set(siloId, [...(this.#waiting.get(siloId) ?? []), waiting])
      signal.addEventListener('abort', () => {
        this.#remove(siloId, waiting)
        refuse(signal.reason)
      })
      this.#beginNext()
    })
  }

  #beginNext(): void {
    if (this.#running.size >= MAX_AT_ONCE) return
    const next = [...this.#waiting].find(([siloId]) => !this.#running.has(siloId))
    if (!next) return
    const [siloId, [oldest, ...others]] = next
    this.#waiting.delete(siloId)
    if (others.length > 0) this.#waiting.set(siloId, others)
    this.#running.add(siloId)
    oldest!.begin()
  }

  #remove(siloId: string, waiting: Waiting): void {
    const others = (this.#waiting.get(siloId) ?? []).filter((one) => one !== waiting)
    if (others.length > 0) this.#waiting.set(siloId, others)
    else this.#waiting.delete(siloId)
  }
}

const goneMeanwhile = (id: string) => new PlatformError('gone', `${id} is being deleted`)
