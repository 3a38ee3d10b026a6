import { KeyedLock } from '../base/keyed-lock.ts'
import type { ChainJobs } from './chain-jobs.ts'
import type { Stored } from './stored.ts'

/** Runs work that needs layers unchanged: nothing else on the same volumes runs meanwhile, and no job on these layers. */
export class LayerHolds {
  readonly #stored: Stored
  readonly #jobs: () => ChainJobs
  /** Locks of each volume, held while its layers change or a machine opens it. */
  readonly #locks = new KeyedLock()

  /** @param jobs called once work needs layers: jobs take the same locks */
  constructor(stored: Stored, jobs: () => ChainJobs) {
    this.#stored = stored
    this.#jobs = jobs
  }

  /** Runs work that may change the layers of a volume. */
  alone<T>(volumeId: string, work: () => Promise<T>): Promise<T> {
    return this.#locks.run(volumeId, work)
  }

  /** Runs work while nothing else changes the layers of these volumes. */
  unmerged<T>(volumeIds: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#locks.runAll(volumeIds, () => {
      const { records, layers } = this.#stored
      const newest = volumeIds.flatMap((id) => records.volume.get(id)?.layer ?? [])
      return this.#jobs().without([...new Set(newest.flatMap((name) => layers.namesIn(name)))], work)
    })
  }

  /** Creates a user of the layers of a snapshot or image: from then on no machine writes to them. */
  basedOn(kind: 'snapshot' | 'image', id: string, make: () => Promise<void>): Promise<void> {
    return this.#jobs().without(this.#stored.layers.namesIn(this.#stored.get(kind, id).layer), make)
  }
}
