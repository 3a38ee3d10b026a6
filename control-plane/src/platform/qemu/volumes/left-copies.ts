import type { ChainJob, ChainJobSource } from './chain-jobs.ts'
import type { MoveParts } from './move-records.ts'

/** Cancels copies in machines that an earlier process started. Until they end, their layers are in use. */
export class LeftCopies implements ChainJobSource {
  /** Time limit for one machine, so that one without an answer does not delay others. */
  readonly mostAtOnce = Infinity
  readonly #parts: Pick<MoveParts, 'stored' | 'open'>
  /** Volumes that may have such copies. */
  readonly #volumeIds = new Set<string>()

  constructor(parts: Pick<MoveParts, 'stored' | 'open'>) {
    this.#parts = parts
  }

  /** Records the volumes that are open when the process starts. */
  addOpen(): void {
    const { stored, open } = this.#parts
    for (const [id] of stored.records.volume.entries()) if (open.isOpen(id)) this.#volumeIds.add(id)
  }

  *find(): Iterable<ChainJob> {
    const { stored, open } = this.#parts
    for (const id of this.#volumeIds) {
      const volume = stored.records.volume.get(id)
      // A volume that is no longer open has none: copies end with their machine.
      if (!volume || !open.isOpen(id)) continue
      const run = async () => {
        await open.endCopies(id)
        this.#volumeIds.delete(id)
      }
      // Locked, so that no copy of this process starts meanwhile, which would be cancelled too.
      yield { name: `end copies of ${id}`, shortens: [], changes: [], reads: stored.layers.namesIn(volume.layer), run }
    }
  }
}
