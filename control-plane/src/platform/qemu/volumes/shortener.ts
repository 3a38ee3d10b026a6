import type { ChainJob, ChainJobSource } from './chain-jobs.ts'
import type { Converter, RequireRoom } from './convert.ts'
import type { Disk } from './disk.ts'
import { MAX_OVERLAYS } from './layers.ts'
import { moveRecords, type MoveParts } from './move-records.ts'
import { KINDS } from './stored.ts'

interface ShortenerParts extends MoveParts {
  disk: Disk
  converter: Converter
  requireRoom: RequireRoom
}

/** A layer with a long chain that is to have a short one. */
interface Long {
  layer: string
  /** Of the volumes by which machines have it open, of which there is one at most. */
  openBy: string | undefined
  sizeBytes: number
}

/**
 * Makes chains shorter: a layer that is written no more gets all that those below have. A machine that has it open
 * copies that into the layer itself; else it is replaced by a raw file. Its content is the same at each step.
 */
export class Shortener implements ChainJobSource {
  readonly mostAtOnce = 2
  readonly #parts: ShortenerParts

  constructor(parts: ShortenerParts) {
    this.#parts = parts
  }

  *find(): Iterable<ChainJob> {
    const { layers } = this.#parts.stored
    const found = new Set<string>()
    for (const long of this.#long()) {
      if (found.has(long.layer)) continue
      found.add(long.layer)
      const [, ...reads] = layers.namesIn(long.layer)
      const changes = [long.layer, ...layers.above(long.layer)]
      const used = [...changes, ...reads]
      yield { name: `shorten ${long.layer}`, changes, reads, run: (signal) => this.#run(long, used, signal) }
    }
  }

  *#long(): Iterable<Long> {
    const { stored, open } = this.#parts
    const { layers, records } = stored
    const openChains = [...records.volume.entries()].flatMap(([id, { layer }]) =>
      open.isOpen(id) ? [{ id, chain: layers.namesIn(layer) }] : [],
    )
    for (const kind of KINDS)
      for (const [, { layer: newest, sizeBytes }] of records[kind].entries()) {
        if (layers.overlaysIn(newest) <= MAX_OVERLAYS) continue
        const chain = layers.namesIn(newest)
        const frozen = kind === 'volume' ? chain.slice(1) : chain
        // The lowest that is too far up: so more snapshots do not begin the copy again.
        for (const layer of frozen.toReversed().slice(MAX_OVERLAYS)) {
          const [by, ...more] = openChains.filter((one) => one.chain.includes(layer))
          // Machines that share a layer can only read it.
          if (more.length > 0) continue
          yield { layer, openBy: by?.id, sizeBytes }
          break
        }
      }
  }

  async #run(long: Long, used: readonly string[], signal: AbortSignal): Promise<void> {
    const { layers } = this.#parts.stored
    const before = layers.overlaysIn(long.layer)
    try {
      // Snapshots may be deleted meanwhile.
      using pins = new DisposableStack()
      for (const name of used) pins.use(layers.pin(name))
      if (long.openBy === undefined) await this.#replace(long, signal)
      else await this.#fill(long.openBy, long.layer, signal)
    } finally {
      await this.#parts.stored.collect()
    }
    if (layers.has(long.layer) && layers.overlaysIn(long.layer) >= before)
      throw new Error('The chain is as long as before')
  }

  /** In the machine that has it open. */
  async #fill(openBy: string, layer: string, signal: AbortSignal): Promise<void> {
    const { stored, disk, open, requireRoom } = this.#parts
    const { layers } = stored
    await requireRoom(await layers.allocatedBytes(layers.namesIn(layer).slice(1, -1)))
    const chain = layers.chain(stored.get('volume', openBy).layer)
    try {
      await disk.makeWritable(layers.path(layer))
      signal.throwIfAborted()
      await open.flatten(openBy, { chain, at: chain.findIndex(({ name }) => name === layer), signal })
    } finally {
      await layers.reload(layer)
      await disk.makeReadOnly(layers.path(layer))
    }
  }

  /** By a copy. Nothing has the layer open, or those above it. */
  async #replace({ layer, sizeBytes }: Long, signal: AbortSignal): Promise<void> {
    const { stored, disk, converter, requireRoom } = this.#parts
    const { layers } = stored
    await requireRoom(await layers.allocatedBytes(layers.namesIn(layer)))
    using copy = await layers.make('raw', (draft) =>
      converter.copy(layers.chain(layer), draft, sizeBytes, signal, true),
    )
    await disk.makeReadOnly(layers.path(copy.name))
    await moveRecords(this.#parts, { from: layer, to: copy.name }, signal)
    for (const above of layers.above(layer)) {
      signal.throwIfAborted()
      const isFrozen = !stored.isNewest(above)
      if (isFrozen) await disk.makeWritable(layers.path(above))
      try {
        await layers.rebase(above, copy.name)
      } finally {
        await layers.reload(above)
        if (isFrozen) await disk.makeReadOnly(layers.path(above))
      }
    }
  }
}
