import type { DurableFiles } from '../../../file-system/durable-files.ts'
import type { ChainJob, ChainJobSource } from './chain-jobs.ts'
import type { Converter, RequireRoom } from './convert.ts'
import { isHeldElsewhere, isMovable, type LayerUse, layerUses, writerOf } from './layer-uses.ts'
import { type PinnedLayer, SHORTEN_ABOVE } from './layers.ts'
import type { MoveParts } from './move-records.ts'
import { KINDS } from './stored.ts'

/** Raw files with the content of layers, which they are to replace. */
export type LayerCopies = Map<string, PinnedLayer>

interface ShortenerParts extends MoveParts {
  files: DurableFiles
  converter: Converter
  requireRoom: RequireRoom
  copies: LayerCopies
}

/**
 * Shortens chains: copies all content below a layer that is no longer written into it. A machine does so in the layer
 * itself if only its volume uses it. Else it is copied into a raw file, with which `Replacer` replaces the layer.
 */
export class Shortener implements ChainJobSource {
  readonly mostAtOnce = 2
  readonly #parts: ShortenerParts

  constructor(parts: ShortenerParts) {
    this.#parts = parts
  }

  *find(): Iterable<ChainJob> {
    const { stored, open, copies } = this.#parts
    const { layers, records } = stored
    const uses = layerUses(stored, open)
    const found = new Map<string, ChainJob | undefined>()
    for (const kind of KINDS)
      for (const [, { layer: newest, sizeBytes }] of records[kind].entries()) {
        if (layers.overlaysIn(newest) <= SHORTEN_ABOVE || !layers.isWhole(newest)) continue
        const chain = layers.namesIn(newest)
        const frozen = kind === 'volume' ? chain.slice(1) : chain
        // The lowest suitable layer that is too far up, so that new snapshots do not restart the copy.
        for (const layer of frozen.toReversed().slice(SHORTEN_ABOVE)) {
          if (copies.has(layer) && isMovable(layer, uses, stored)) break
          if (!found.has(layer)) found.set(layer, this.#job(layer, sizeBytes, uses))
          if (found.get(layer)) break
        }
      }
    for (const job of found.values()) if (job) yield job
  }

  /** The job that can shorten at a layer, with the size of the content below. */
  #job(layer: string, sizeBytes: number, uses: ReadonlyMap<string, LayerUse>): ChainJob | undefined {
    const { stored, copies, open } = this.#parts
    const { layers, records } = stored
    const names = layers.namesIn(layer)
    const use = uses.get(layer)!
    const by = isHeldElsewhere([layer], use, open) ? undefined : writerOf(use)
    const job = { name: `shorten ${layer}`, shortens: [layer], changes: [], reads: names }
    if (by !== undefined) {
      if (!layers.isWhole(records.volume.get(by)!.layer)) return undefined
      const changes = [layer, ...layers.above(layer)]
      const used = [...changes, ...names]
      const run = (signal: AbortSignal) => this.#run(used, () => this.#fill(by, layer, signal))
      return { ...job, changes, reads: names.slice(1), run }
    }
    if (copies.has(layer) || !isMovable(layer, uses, stored)) return undefined
    return { ...job, run: (signal) => this.#run(names, () => this.#copy(layer, sizeBytes, signal)) }
  }

  async #run(used: readonly string[], work: () => Promise<void>): Promise<void> {
    const { layers } = this.#parts.stored
    try {
      // Snapshots may be deleted meanwhile.
      using pins = new DisposableStack()
      for (const name of used) pins.use(layers.pin(name))
      await work()
    } finally {
      await this.#parts.stored.collect()
    }
  }

  /** Copies in the machine that has the layer open. */
  async #fill(openBy: string, layer: string, signal: AbortSignal): Promise<void> {
    const { stored, files, open, requireRoom } = this.#parts
    const { layers } = stored
    const before = layers.overlaysIn(layer)
    await requireRoom(await layers.allocatedBytes(layers.namesIn(layer).slice(1, -1)))
    const chain = layers.chain(stored.get('volume', openBy).layer)
    try {
      await files.makeWritable(layers.path(layer))
      signal.throwIfAborted()
      const at = chain.findIndex(({ name }) => name === layer)
      const moved = () => layers.letMachineRebase(layer, chain.at(-1)!.name)
      await open.flatten(openBy, { chain, at, moved, signal })
    } finally {
      await layers.reload(layer)
      await files.makeReadOnly(layers.path(layer))
    }
    if (layers.overlaysIn(layer) >= before) throw new Error('The chain is as long as before')
  }

  async #copy(layer: string, sizeBytes: number, signal: AbortSignal): Promise<void> {
    const { stored, files, converter, requireRoom, copies } = this.#parts
    const { layers } = stored
    await requireRoom(await layers.allocatedBytes(layers.namesIn(layer)))
    const copy = await layers.make('raw', async (draft) => {
      await converter.copy(layers.chain(layer), draft, sizeBytes, signal, true)
      await files.makeReadOnly(draft)
    })
    copies.set(layer, copy)
  }
}
