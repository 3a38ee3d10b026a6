import type { PlatformChange } from '../../interface/platform.ts'
import type { Layers, PinnedLayer } from './layers.ts'
import type { StoredKind } from './stored.ts'

interface LostRecord {
  kind: StoredKind
  /** The layer that it names, as far as it is known. It is neither removed nor changed. */
  layer: PinnedLayer | undefined
}

/** Records that are missing or cannot be read, and what is kept for them. */
export class LostRecords {
  readonly #layers: Layers
  readonly #records = new Map<string, LostRecord>()

  constructor(layers: Layers) {
    this.#layers = layers
  }

  /** @param layer the one that the record names, if that is known */
  add(id: string, kind: StoredKind, layer?: string): void {
    if (!this.#records.has(id)) this.#records.set(id, { kind, layer: layer ? this.#layers.pin(layer) : undefined })
  }

  /** Returns whether there was one with this id. */
  delete(id: string): boolean {
    this.#records.get(id)?.layer?.[Symbol.dispose]()
    return this.#records.delete(id)
  }

  kindOf(id: string): StoredKind | undefined {
    return this.#records.get(id)?.kind
  }

  ids(): string[] {
    return [...this.#records.keys()]
  }

  /** The layers that they name. */
  layers(): string[] {
    return [...this.#records.values()].flatMap(({ layer }) => layer?.name ?? [])
  }

  /** Whether one of them may name any layer: nothing is known of the one that it names. */
  get mayNeedAny(): boolean {
    return [...this.#records.values()].some(({ layer }) => layer === undefined || !this.#layers.knows(layer.name))
  }

  /** Whether it is known which layer a record names, and that one and those below can be read. */
  isWhole(id: string): boolean {
    const layer = this.#records.get(id)?.layer
    return layer !== undefined && this.#layers.isWhole(layer.name)
  }
}

/** The event that something is lost. */
export function lossOf(kind: StoredKind, id: string, reason: string): PlatformChange {
  const loss = { reason, missing: true } as const
  if (kind === 'volume') return { kind: 'volume-faulted', volumeId: id, ...loss }
  if (kind === 'snapshot') return { kind: 'snapshot-faulted', snapshotId: id, ...loss }
  return { kind: 'image-faulted', imageId: id, ...loss }
}
