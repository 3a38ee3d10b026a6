import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { isEmptyOverlay } from './chain-reader.ts'
import type { Conversion, ConversionQueue } from './conversion-queue.ts'
import type { Converter } from './convert.ts'
import { MAX_OVERLAYS, type PinnedLayer } from './layers.ts'
import type { OpenVolumes } from './open-volumes.ts'
import type { StoredRecord } from './records.ts'
import type { StoredKind, Stored } from './stored.ts'

interface BranchesParts {
  stored: Stored
  files: DurableFiles
  converter: Converter
  queue: ConversionQueue
  open: OpenVolumes
  /** Resolves once a chain of these layers may have become shorter. Rejects if that fails. */
  shortened(layers: readonly string[], signal: AbortSignal): Promise<void>
}

/** Makes copies of volumes that share their layers. */
export class Branches {
  readonly #stored: Stored
  readonly #files: DurableFiles
  readonly #converter: Converter
  readonly #queue: ConversionQueue
  readonly #open: OpenVolumes
  readonly #shortened: BranchesParts['shortened']

  constructor({ stored, files, converter, queue, open, shortened }: BranchesParts) {
    this.#stored = stored
    this.#files = files
    this.#converter = converter
    this.#queue = queue
    this.#open = open
    this.#shortened = shortened
  }

  /**
   * A layer for a new volume with the content of another: a writable overlay, or for a CD, which is read-only, its own
   * layer.
   */
  async derive({ layer, medium }: StoredRecord, sizeBytes: number): Promise<PinnedLayer> {
    if (medium === 'cd') return this.#stored.layers.pin(layer)
    // Pinned, since the source may be deleted meanwhile.
    using base = this.#stored.layers.pin(layer)
    return await this.#stored.layers.overlay(base.name, sizeBytes)
  }

  /** Returns false without taking one if other snapshots have made the chain too long meanwhile. */
  async takeSnapshot(id: string, volumeId: string): Promise<boolean> {
    if (this.isTooLong('volume', volumeId)) return false
    const volume = this.#stored.get('volume', volumeId)
    const kept = { ...volume, importing: false, attachedTo: null, volumeId }
    await this.#stored.keep(this.#freeze(volumeId, volume, id), ({ name: layer }) =>
      this.#stored.records.snapshot.put(id, { ...kept, layer }),
    )
    await this.#stored.collect()
    return true
  }

  /**
   * The present content of a volume, for a snapshot, as a layer that no longer changes: the volume continues on an
   * overlay. The volume's record changes first: an empty overlay has the same content, whether the machine uses it yet
   * or not.
   */
  async #freeze(id: string, volume: StoredRecord, snapshotId: string): Promise<PinnedLayer> {
    const { layers, records } = this.#stored
    const { layer, sizeBytes, medium, siloId } = volume
    // No consistency point is needed: clients may write anywhere meanwhile.
    if (volume.importing)
      return layers.make('raw', (draft) => this.#copy(layer, draft, sizeBytes, { siloId, of: [snapshotId, id] }))
    if (medium === 'cd') return layers.pin(layer)
    const isOpen = this.#open.isOpen(id)
    const below = isOpen ? undefined : await this.#unchangedSince(layer)
    if (below) return layers.pin(below)

    const frozen = layers.pin(layer)
    try {
      // QEMU may have left writes in the page cache. An open layer is flushed once more later, which is quick after
      // this.
      await this.#files.sync(layers.path(frozen.name))
      using overlay = await layers.overlay(frozen.name, sizeBytes)
      await records.volume.put(id, { ...volume, layer: overlay.name })
      if (isOpen) await this.#open.continueOn(id, layers.chain(overlay.name))
      await this.#files.makeReadOnly(layers.path(frozen.name))
      return frozen
    } catch (error) {
      frozen[Symbol.dispose]()
      throw error
    }
  }

  /**
   * Whether the chain of a volume, snapshot or image is too long to be a base, since it grows faster than it is
   * shortened.
   */
  isTooLong(kind: StoredKind, id: string): boolean {
    return this.#stored.layers.overlaysIn(this.#stored.get(kind, id).layer) >= MAX_OVERLAYS
  }

  /** Waits while a chain is too long. Ends when its owner or the waiting thing is deleted. */
  async untilShort(kind: StoredKind, id: string, waitingId: string): Promise<void> {
    while (this.isTooLong(kind, id)) {
      const names = this.#stored.layers.namesIn(this.#stored.get(kind, id).layer)
      await this.#queue.unlessDeleted([id, waitingId], (signal) => this.#shortened(names, signal))
    }
  }

  /** The layer below an empty overlay. */
  async #unchangedSince(name: string): Promise<string | undefined> {
    const [top, below] = this.#stored.layers.chain(name)
    return top && below && (await isEmptyOverlay(top.path)) ? below.name : undefined
  }

  #copy(name: string, draft: string, sizeBytes: number, conversion: Conversion): Promise<void> {
    return this.#queue.run(conversion, (signal) =>
      this.#converter.copy(this.#stored.layers.chain(name), draft, sizeBytes, signal),
    )
  }
}
