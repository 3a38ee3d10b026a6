import { FairQueue } from '../../../queue/fair-queue.ts'
import { PlatformError } from '../../interface/platform-error.ts'

/** More would only slow down the disk for machines. */
const MAX_RUNNING = 4

export interface Conversion {
  siloId: string
  /** Ids whose deletion cancels it: of its result and of its source. */
  of: readonly string[]
}

/**
 * Runs four conversions at a time, and one per silo, since each may take hours. When more than four silos have some,
 * they take turns.
 */
export class ConversionQueue {
  readonly #turns = new FairQueue({ running: MAX_RUNNING, runningOfOwner: [1] })
  /** Controllers that cancel work, by the ids that it is about. */
  readonly #ends = new Map<readonly string[], AbortController>()
  /** Ids that are being deleted, once for each deletion. */
  readonly #deleted: string[] = []

  /** @param work must end when its signal aborts */
  run<T>({ siloId, of }: Conversion, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.unlessDeleted(of, (signal) => this.#turns.run([siloId], () => work(signal), { signal }))
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
}

const goneMeanwhile = (id: string) => new PlatformError('gone', `${id} is being deleted`)
