import { abortable, type Work } from '../work.ts'
import type { Converter, RequireRoom } from './convert.ts'
import type { Disk } from './disk.ts'
import type { OpenVolumes } from './open-volumes.ts'
import { KINDS, type Stored } from './stored.ts'

/** A layer that nothing but the one above it needs, and that one. */
interface Pair {
  lower: string
  upper: string
  /** The layer above both, if there is one. */
  top: string | undefined
  /** The volume by which a machine has them open. */
  openBy: string | undefined
}

interface MergerParts {
  stored: Stored
  disk: Disk
  converter: Converter
  open: OpenVolumes
  work: Work
  requireRoom: RequireRoom
  /** Runs work that changes the record of a thing, when no other does. */
  enqueue(id: string, name: string, work: () => Promise<void>): Promise<void>
}

/**
 * Takes layers out of chains when their snapshots are deleted: what the layer above has is copied into one that nothing
 * else needs, which then takes its place. Of the upper layer nothing is lost meanwhile: it has all that it ever had, and
 * what it covers is read by nobody. So a copy may end at any step, and is made again from its start.
 */
export class Merger {
  readonly #parts: MergerParts
  /** How many want these layers unchanged. */
  readonly #wanted = new Map<string, number>()
  readonly #failed = new Set<string>()
  #current: { pair: Pair; end: AbortController; over: Promise<void> } | undefined

  constructor(parts: MergerParts) {
    this.#parts = parts
  }

  /** Ends what an earlier process began, and begins anew. */
  async start(): Promise<void> {
    const { stored, open } = this.#parts
    for (const [id] of stored.records.volume.entries()) if (open.isOpen(id)) await open.endMerge(id).catch(() => {})
    this.begin()
  }

  /** Runs work that needs these layers as they are: ends a merge of them, which begins again afterwards. */
  async without<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const name of names) this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1)
    try {
      const { pair, end, over } = this.#current ?? {}
      if (pair && [pair.lower, pair.upper, pair.top].some((name) => name !== undefined && names.includes(name))) {
        end!.abort()
        await over
      }
      return await work()
    } finally {
      for (const name of names) {
        const left = this.#wanted.get(name)! - 1
        if (left === 0) this.#wanted.delete(name)
        else this.#wanted.set(name, left)
      }
      this.begin()
    }
  }

  /** Merges what can be, one pair after the other, until there is none. */
  begin(): void {
    this.#failed.clear()
    this.#beginNext()
  }

  #beginNext(): void {
    if (this.#current || this.#parts.work.ended) return
    const pair = this.#find()
    if (!pair) return
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, this.#parts.work.closing])
    const over = this.#parts.work
      .answer(undefined, () => this.#run(pair, signal))
      // It stays as it is, and is tried again when something changes.
      .catch(() => void this.#failed.add(pair.upper))
      .finally(() => {
        this.#current = undefined
        this.#beginNext()
      })
    this.#current = { pair, end, over }
  }

  #find(): Pair | undefined {
    const { stored, open } = this.#parts
    const { layers, records } = stored
    const referred = new Set(stored.usedLayers())
    const openChains = [...records.volume.entries()].flatMap(([id, { layer }]) =>
      open.isOpen(id) ? [{ id, chain: layers.namesIn(layer) }] : [],
    )
    for (const { lower, upper } of layers.pairs()) {
      const [top, ...others] = layers.above(upper)
      if (referred.has(lower) || layers.above(lower).length > 1 || others.length > 0) continue
      if (this.#failed.has(upper) || [lower, upper, top].some((name) => name !== undefined && this.#isWanted(name)))
        continue
      const [by, ...more] = openChains.filter(({ chain }) => chain.includes(lower))
      // A machine goes on writing its newest layer: that is merged when it has been frozen, or is closed.
      if (more.length > 0 || (by && top === undefined)) continue
      return { lower, upper, top, openBy: by?.id }
    }
    return undefined
  }

  #isWanted(name: string): boolean {
    return this.#wanted.has(name) || this.#parts.stored.layers.isPinned(name)
  }

  async #run(pair: Pair, signal: AbortSignal): Promise<void> {
    const { stored } = this.#parts
    try {
      using kept = stored.layers.pin(pair.upper)
      await this.#merge({ ...pair, upper: kept.name }, signal)
    } finally {
      await stored.collect()
    }
  }

  async #merge(pair: Pair, signal: AbortSignal): Promise<void> {
    const { stored, disk, converter, open, requireRoom } = this.#parts
    const { layers } = stored
    const { lower, upper, top, openBy } = pair
    await requireRoom(await layers.allocatedBytes([upper]))
    const frozen = [lower, upper, ...(top === undefined ? [] : [top])].filter((name) => !this.#isNewest(name))
    try {
      for (const name of new Set([lower, upper, ...frozen])) await disk.makeWritable(layers.path(name))
      if (openBy === undefined) {
        await converter.commit(layers.chain(upper), signal)
        await disk.sync(layers.path(lower))
        await this.#moveRecords(pair, signal)
        if (top !== undefined) await layers.rebase(top, lower)
      } else {
        const chain = layers.chain(stored.get('volume', openBy).layer)
        const at = chain.findIndex(({ name }) => name === upper)
        await open.merge(openBy, { chain, at, moved: () => this.#moveRecords(pair, signal), signal })
      }
    } finally {
      if (top !== undefined) await layers.reload(top)
      for (const name of frozen) if (!this.#isNewest(name)) await disk.makeReadOnly(layers.path(name))
    }
  }

  /** Whether a volume is written there. */
  #isNewest(name: string): boolean {
    return [...this.#parts.stored.records.volume.entries()].some(([, { layer }]) => layer === name)
  }

  /** The lower layer has all of the upper one, durable: what refers to that may refer to either. */
  async #moveRecords({ lower, upper }: Pair, signal: AbortSignal): Promise<void> {
    const { stored, enqueue } = this.#parts
    for (const kind of KINDS)
      for (const [id, { layer }] of stored.records[kind].entries()) {
        if (layer !== upper) continue
        const moved = enqueue(id, `move to ${lower} ${crypto.randomUUID()}`, async () => {
          const record = stored.records[kind].get(id)
          if (!signal.aborted && record?.layer === upper)
            await stored.records[kind].put(id, { ...record, layer: lower })
        })
        // Work before it in the queue may wait for the end of this merge.
        await abortable(moved, signal)
      }
  }
}
