import type { DurableFiles } from '../../../file-system/durable-files.ts'
import type { ChainJob, ChainJobSource } from './chain-jobs.ts'
import type { Converter, RequireRoom } from './convert.ts'
import { isHeldElsewhere, layerUses, writerOf } from './layer-uses.ts'
import { moveRecords, type MoveParts } from './move-records.ts'
import type { LayerCopies } from './shortener.ts'

/** A layer that only the one above it needs, and that one. */
interface Pair {
  lower: string
  upper: string
  /** The layer above both, if there is one. */
  top: string | undefined
  /** The volume through which a machine has them open. */
  openBy: string | undefined
}

const namesOf = ({ lower, upper, top }: Pair): string[] => [lower, upper, ...(top === undefined ? [] : [top])]

interface MergerParts extends MoveParts {
  files: DurableFiles
  converter: Converter
  requireRoom: RequireRoom
  copies: LayerCopies
}

/**
 * Removes layers from chains when their snapshots are deleted: the content of the layer above is copied into one that
 * nothing else needs, which then takes its place. The upper layer does not change meanwhile, and hides what is
 * overwritten. So a copy may end at any step, and is repeated from its start.
 */
export class Merger implements ChainJobSource {
  readonly mostAtOnce = 1
  readonly #parts: MergerParts

  constructor(parts: MergerParts) {
    this.#parts = parts
  }

  *find(): Iterable<ChainJob> {
    for (const pair of this.#pairs()) {
      const changes = namesOf(pair)
      if (changes.some((name) => this.#parts.stored.layers.isPinned(name))) continue
      yield {
        name: `merge ${pair.upper}`,
        shortens: [pair.upper],
        changes,
        reads: [],
        run: (signal) => this.#run(pair, signal),
      }
    }
  }

  *#pairs(): Iterable<Pair> {
    const { stored, open, copies } = this.#parts
    const { layers } = stored
    const referred = new Set(stored.usedLayers())
    if (stored.hasLostBase) return
    const uses = layerUses(stored, open)
    for (const { lower, upper } of layers.pairs()) {
      const [top, ...others] = layers.above(upper)
      if (!layers.isWhole(upper) || (top !== undefined && !layers.isUsable(top))) continue
      if (referred.has(lower) || layers.above(lower).length > 1 || others.length > 0) continue
      const use = uses.get(lower)
      const openBy = use && writerOf(use)
      // A machine writes to its newest layer: that one is merged when a snapshot has frozen it, or it is closed.
      if (use?.openBy.length && (openBy === undefined || top === undefined)) continue
      // A copy of the layer has its present content, so the layer must not change.
      if (copies.has(lower)) continue
      const pair = { lower, upper, top, openBy }
      if (!isHeldElsewhere(namesOf(pair), use, open)) yield pair
    }
  }

  async #run(pair: Pair, signal: AbortSignal): Promise<void> {
    const { stored } = this.#parts
    try {
      // Snapshots may be deleted meanwhile.
      using pins = new DisposableStack()
      for (const name of namesOf(pair)) pins.use(stored.layers.pin(name))
      await this.#merge(pair, signal)
    } finally {
      await stored.collect()
    }
  }

  async #merge(pair: Pair, signal: AbortSignal): Promise<void> {
    const { stored, files, converter, open, requireRoom } = this.#parts
    const { layers } = stored
    const { lower, upper, top, openBy } = pair
    await requireRoom(await layers.allocatedBytes([upper]))
    const frozen = namesOf(pair).filter((name) => !stored.isNewest(name))
    try {
      for (const name of new Set([lower, upper, ...frozen])) await files.makeWritable(layers.path(name))
      if (openBy === undefined) {
        await converter.commit(layers.chain(upper), signal)
        await files.sync(layers.path(lower))
        await moveRecords(this.#parts, { from: upper, to: lower }, signal)
        if (top !== undefined) await layers.rebase(top, lower)
      } else {
        const chain = layers.chain(stored.get('volume', openBy).layer)
        const at = chain.findIndex(({ name }) => name === upper)
        await open.merge(openBy, {
          chain,
          at,
          moved: async () => {
            await moveRecords(this.#parts, { from: upper, to: lower }, signal)
            if (top !== undefined) await layers.letMachineRebase(top, lower)
          },
          signal,
        })
      }
    } finally {
      if (top !== undefined) await layers.reload(top)
      for (const name of frozen) if (!stored.isNewest(name)) await files.makeReadOnly(layers.path(name))
    }
  }
}
