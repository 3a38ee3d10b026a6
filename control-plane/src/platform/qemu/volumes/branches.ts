import type { StoredRecord } from './records.ts'
import { isEmptyOverlay } from './chain-reader.ts'
import type { ConversionQueue } from './conversion-queue.ts'
import type { Converter, RequireRoom } from './convert.ts'
import type { Disk } from './disk.ts'
import { MAX_OVERLAYS, type PinnedLayer } from './layers.ts'
import type { OpenVolumes } from './open-volumes.ts'
import type { Stored } from './stored.ts'

interface BranchesParts {
  stored: Stored
  disk: Disk
  converter: Converter
  queue: ConversionQueue
  open: OpenVolumes
  requireRoom: RequireRoom
}

/** Makes copies of volumes that share their layers. */
export class Branches {
  readonly #stored: Stored
  readonly #disk: Disk
  readonly #converter: Converter
  readonly #queue: ConversionQueue
  readonly #open: OpenVolumes
  readonly #requireRoom: RequireRoom

  constructor({ stored, disk, converter, queue, open, requireRoom }: BranchesParts) {
    this.#stored = stored
    this.#disk = disk
    this.#converter = converter
    this.#queue = queue
    this.#open = open
    this.#requireRoom = requireRoom
  }

  /** A layer that a new volume can write to, with the content of another; of a CD, which is not written, its own. */
  async derive({ layer, medium, ...source }: StoredRecord, sizeBytes: number, siloId: string): Promise<PinnedLayer> {
    if (medium === 'cd') return this.#stored.layers.pin(layer)
    using base = await this.#shallow(layer, source.sizeBytes, siloId)
    return await this.#stored.layers.overlay(base.name, sizeBytes)
  }

  /**
   * The present content of a volume as a layer that does not change: the volume continues on an overlay. Its record
   * changes first: an empty overlay changes no content, whether its machine continues on it or not.
   */
  async freeze(id: string, volume: StoredRecord): Promise<PinnedLayer> {
    const { layers, records } = this.#stored
    const { layer, sizeBytes, medium, siloId } = volume
    // Its clients may write meanwhile, to any place: there is no moment to preserve.
    if (volume.importing) return layers.make('raw', (draft) => this.#copy(layer, draft, sizeBytes, siloId))
    if (medium === 'cd') return layers.pin(layer)
    const isOpen = this.#open.isOpen(id)
    const below = isOpen ? undefined : await this.#unchangedSince(layer)
    if (below) return layers.pin(below)

    const frozen = isOpen ? layers.pin(layer) : await this.#shallow(layer, sizeBytes, siloId)
    try {
      // QEMU may have left what it wrote to the page cache. One that is open still flushes, which is short after this.
      await this.#disk.sync(layers.path(frozen.name))
      using overlay = await layers.overlay(frozen.name, sizeBytes)
      await records.volume.put(id, { ...volume, layer: overlay.name })
      if (isOpen) await this.#open.continueOn(id, layers.chain(overlay.name))
      await this.#disk.makeReadOnly(layers.path(frozen.name))
      return frozen
    } catch (error) {
      frozen[Symbol.dispose]()
      throw error
    }
  }

  /** Shortens the chain of a volume that a machine has open. Without success it stays long until the next time. */
  async shorten(id: string): Promise<void> {
    const { layers, records } = this.#stored
    const layer = records.volume.get(id)?.layer
    if (layer === undefined || !this.#open.isOpen(id) || layers.overlaysIn(layer) <= MAX_OVERLAYS) return
    await this.#flatten(id, layer).catch(() => {})
    await layers.reload(layer)
  }

  async #flatten(id: string, layer: string): Promise<void> {
    const { layers } = this.#stored
    await this.#requireRoom(await layers.allocatedBytes(layers.namesIn(layer).slice(0, -1)))
    await this.#open.flatten(id, layers.chain(layer))
  }

  /** The layer itself, or a copy of its content when its chain is too long for one more overlay. */
  async #shallow(name: string, sizeBytes: number, siloId: string): Promise<PinnedLayer> {
    const { layers } = this.#stored
    using whole = layers.pin(name)
    if (layers.overlaysIn(name) < MAX_OVERLAYS) return layers.pin(name)
    return await layers.make('raw', async (draft) => this.#copy(whole.name, draft, sizeBytes, siloId))
  }

  /** The layer below an overlay to which nothing was written. */
  async #unchangedSince(name: string): Promise<string | undefined> {
    const [top, below] = this.#stored.layers.chain(name)
    return top && below && (await isEmptyOverlay(top.path)) ? below.name : undefined
  }

  #copy(name: string, draft: string, sizeBytes: number, siloId: string): Promise<void> {
    return this.#queue.run(siloId, () => this.#converter.copy(this.#stored.layers.chain(name), draft, sizeBytes))
  }
}
