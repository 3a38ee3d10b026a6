import type { DurableFiles } from '../../../file-system/durable-files.ts'
import type { ChainJob, ChainJobSource } from './chain-jobs.ts'
import { isMovable, layerUses, movableAbove } from './layer-uses.ts'
import { moveRecords, type MoveParts } from './move-records.ts'
import type { LayerCopies } from './shortener.ts'

interface ReplacerParts extends MoveParts {
  files: DurableFiles
  copies: LayerCopies
}

/**
 * Replaces layers by their copies, which takes moments. Layers that a machine has open are replaced when it stops. No
 * content changes at any step.
 */
export class Replacer implements ChainJobSource {
  readonly mostAtOnce = Infinity
  readonly #parts: ReplacerParts

  constructor(parts: ReplacerParts) {
    this.#parts = parts
  }

  *find(): Iterable<ChainJob> {
    const { stored, open, copies } = this.#parts
    const { layers } = stored
    const uses = copies.size > 0 ? layerUses(stored, open) : new Map()
    for (const [layer, { name: copy }] of copies)
      if (!layers.has(layer) || !layers.has(copy) || isMovable(layer, uses, stored)) {
        const changes = [layer, ...layers.above(layer)]
        const run = (signal: AbortSignal) => this.#run(layer, signal)
        yield { name: `replace ${layer}`, shortens: [layer], changes, reads: [copy], run }
      }
  }

  async #run(layer: string, signal: AbortSignal): Promise<void> {
    const { stored, copies } = this.#parts
    const copy = copies.get(layer)!
    const areThere = () => stored.layers.has(layer) && stored.layers.has(copy.name)
    try {
      using replaced = stored.layers.pin(layer)
      if (areThere()) await this.#replace(replaced.name, copy.name, signal)
    } finally {
      await stored.collect()
    }
    // While something still uses the layer, that may be moved later.
    if (areThere()) return
    copies.delete(layer)
    copy[Symbol.dispose]()
    await stored.collect()
  }

  async #replace(layer: string, copy: string, signal: AbortSignal): Promise<void> {
    const { stored, open, files } = this.#parts
    const { layers } = stored
    await moveRecords(this.#parts, { from: layer, to: copy }, signal)
    for (const above of movableAbove(layer, layerUses(stored, open), stored)) {
      signal.throwIfAborted()
      const isFrozen = !stored.isNewest(above)
      if (isFrozen) await files.makeWritable(layers.path(above))
      try {
        await layers.rebase(above, copy)
      } finally {
        await layers.reload(above)
        if (isFrozen) await files.makeReadOnly(layers.path(above))
      }
    }
  }
}
