import type { ChainJob, ChainJobSource } from './chain-jobs.ts'
import type { MoveParts } from './move-records.ts'

/** Ends the copies that an earlier process left to machines. Until they end, they hold their layers. */
export class LeftCopies implements ChainJobSource {
  /** One machine that does not answer keeps no other waiting. */
  readonly mostAtOnce = Infinity
  readonly #parts: Pick<MoveParts, 'stored' | 'open'>
  /** The volumes that may have some. */
  readonly #volumeIds = new Set<string>()

  constructor(parts: Pick<MoveParts, 'stored' | 'open'>) {
    this.#parts = parts
  }

  /** Takes note of the volumes that are open when the process begins. */
  addOpen(): void {
    const { stored, open } = this.#parts
    for (const [id] of stored.records.volume.entries()) if (open.isOpen(id)) this.#volumeIds.add(id)
  }

  *find(): Iterable<ChainJob> {
    const { stored, open } = this.#parts
    for (const id of this.#volumeIds) {
      const volume = stored.records.volume.get(id)
      // Copies end with their machine.
      if (!volume || !open.isOpen(id)) continue
      const run = async () => {
        await open.endCopies(id)
        this.#volumeIds.delete(id)
      }
      // No copy of this process begins meanwhile, which would be ended too.
      yield { name: `end copies of ${id}`, shortens: [], changes: [], reads: stored.layers.namesIn(volume.layer), run }
    }
  }
}
