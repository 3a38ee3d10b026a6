import { DurableFiles } from '../../../file-system/durable-files.ts'
import { freeBytes } from '../../../file-system/space.ts'
import { NO_SAGA } from '../../interface/orders.ts'
import type { DesiredState, PlatformChange } from '../../interface/platform.ts'
import type { BlockSize, ImageSpec, SnapshotSpec, StoredIds, Volumes, VolumeSpec } from '../../interface/volumes.ts'
import { noSpace, platformError } from '../base/errors.ts'
import type { Work } from '../base/work.ts'
import { Branches } from './branches.ts'
import { ChainJobs } from './chain-jobs.ts'
import type { Layer } from './chain-reader.ts'
import { ConversionQueue } from './conversion-queue.ts'
import { type ConversionSettings, Converter } from './convert.ts'
import { FirstLayers } from './first-layers.ts'
import type { Medium } from './formats/boot-code.ts'
import { Importer } from './importer.ts'
import { Imports } from './imports.ts'
import { LayerHolds } from './layer-holds.ts'
import type { PinnedLayer } from './layers.ts'
import { LeftCopies } from './left-copies.ts'
import { Merger } from './merger.ts'
import { NONE_OPEN, type OpenVolumes } from './open-volumes.ts'
import { Replacer } from './replacer.ts'
import { Shortener } from './shortener.ts'
import { StorageMark } from './storage-mark.ts'
import { type StoredKind, Stored } from './stored.ts'

export interface QemuVolumesParts {
  work: Work
  /** Folder of the volumes. Created if it is missing; one process at a time may use it. */
  folder: string
  /** Bytes to leave free on the file system, which the database may share. */
  keepFreeBytes(): number
  /** Receives volumes, snapshots and images that are lost without a request. */
  emit(change: PlatformChange): void
  /** Receives failures in the background, which are retried. */
  report(problem: string): void
  conversion: ConversionSettings
  open?: OpenVolumes
  files?: DurableFiles
}

/** Volumes as files of one host: raw disks, and qcow2 overlays for copies. */
export class QemuVolumes implements Volumes {
  readonly #parts: QemuVolumesParts
  readonly #files: DurableFiles
  readonly #stored: Stored
  readonly #branches: Branches
  readonly #imports: Imports
  readonly #queue = new ConversionQueue()
  readonly #firstLayers: FirstLayers
  readonly #leftCopies: LeftCopies
  readonly #chainJobs: ChainJobs
  readonly #holds: LayerHolds
  readonly #mark: StorageMark
  #loaded: Promise<void> | undefined

  constructor(parts: QemuVolumesParts) {
    this.#parts = parts
    this.#files = parts.files ?? new DurableFiles()
    this.#mark = new StorageMark(parts.folder, this.#files)
    const { folder, open = NONE_OPEN, work, emit } = parts
    /** Failures after the end of the work are caused by it. */
    const report = (problem: string) => {
      if (!work.ended) parts.report(problem)
    }
    this.#stored = new Stored({ folder, files: this.#files, open, emit, report })
    this.#holds = new LayerHolds(this.#stored, () => this.#chainJobs)
    const requireRoom = (bytes: number) => this.#requireRoom(bytes)
    const [stored, files, queue] = [this.#stored, this.#files, this.#queue]
    const converter = new Converter(parts.conversion, requireRoom, work.closing)
    const shortened = (layers: readonly string[], signal: AbortSignal) => this.#chainJobs.shortened(layers, signal)
    this.#branches = new Branches({ stored, files, converter, queue, open, shortened })
    const importer = new Importer(files, stored.layers, converter, queue, work.closing)
    this.#imports = new Imports({ stored, files, importer, requireRoom })
    this.#firstLayers = new FirstLayers(stored, files, this.#branches, importer)
    const enqueue = (id: string, name: string, change: () => Promise<void>) =>
      work.enqueue(id, name, undefined, () => this.#run(() => this.#holds.alone(id, change)))
    const jobs = { stored, files, converter, open, requireRoom, enqueue, copies: new Map<string, PinnedLayer>() }
    this.#leftCopies = new LeftCopies(jobs)
    const sources = [this.#leftCopies, new Replacer(jobs), new Shortener(jobs), new Merger(jobs)]
    const hasLayer = (name: string) => stored.layers.has(name)
    this.#chainJobs = new ChainJobs({ work, sources, hasLayer, report })
  }

  /** A problem that an operator has to solve, if there is one. */
  get problem(): string | undefined {
    const { problem } = this.#chainJobs
    const jobs = problem === undefined ? [] : [`Layers of disks are not merged or shortened: ${problem}`]
    return [...jobs, this.#stored.problem ?? []].flat().join('. ') || undefined
  }

  list(signal?: AbortSignal): Promise<StoredIds> {
    return this.#answer(signal, async () => {
      await this.#mark.check()
      return this.#stored.list()
    })
  }

  ensureVolume(spec: VolumeSpec, signal?: AbortSignal, order?: number): Promise<void> {
    const { id, source, sizeBytes, blockSize, siloId } = spec
    return this.#change(id, order, 'ensure', signal, async () => {
      if (this.#stored.has('volume', id)) return
      await this.#requireRoom()
      const importing = source.kind === 'import'
      const from = importing || source.kind === 'blank' ? undefined : this.#stored.get(source.kind, source.id)
      const medium = from?.medium ?? 'disk'
      const kept = { sizeBytes, blockSize, medium, importing, attachedTo: null, siloId, volumeId: null }
      const make = () =>
        this.#stored.keep(this.#firstLayers.ofVolume(spec), ({ name: layer }) =>
          this.#stored.records.volume.put(id, { ...kept, layer }),
        )
      if (importing || source.kind === 'blank') return make()
      const { kind, id: sourceId } = source
      await this.#branches.untilShort(kind, sourceId, id)
      await this.#holds.basedOn(kind, sourceId, make)
    })
  }

  deleteVolume(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#delete(id, order, signal, () =>
      this.#holds.alone(id, () => this.#imports.whileClosed(id, () => this.#remove('volume', id))),
    )
  }

  write(id: string, generation: number, offset: number, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    return this.#answer(signal, () => this.#imports.write(id, generation, offset, bytes))
  }

  endWrites(id: string, generation: number): Promise<void> {
    return this.#run(() => this.#imports.endWrites(id, generation))
  }

  read(id: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#answer(signal, () => this.#stored.read(id, offset, length))
  }

  finalizeImport(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(id, order, 'finalize', signal, () => this.#holds.alone(id, () => this.#imports.finalize(id)))
  }

  ensureSnapshot({ id, volumeId }: SnapshotSpec, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(id, order, 'ensure', signal, async () => {
      if (this.#stored.has('snapshot', id)) return
      await this.#requireRoom()
      for (let isTaken = false; !isTaken;) {
        await this.#branches.untilShort('volume', volumeId, id)
        isTaken = await this.#holds.unmerged([volumeId], () => this.#branches.takeSnapshot(id, volumeId))
      }
    })
  }

  deleteSnapshot(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#delete(id, order, signal, () => this.#remove('snapshot', id))
  }

  ensureImage(spec: ImageSpec, signal?: AbortSignal, order?: number): Promise<void> {
    const { id, sizeBytes, blockSize, source } = spec
    return this.#change(id, order, 'ensure', signal, async () => {
      if (this.#stored.has('image', id)) return
      await this.#requireRoom()
      const siloId = source.kind === 'content' ? source.siloId : ''
      const kept = { sizeBytes, blockSize, importing: false, attachedTo: null, siloId, volumeId: null }
      const make = () =>
        this.#stored.keep(this.#firstLayers.ofImage(spec), async (pinned) => {
          const medium = await this.#firstLayers.mediumOfImage(spec, pinned)
          await this.#stored.records.image.put(id, { ...kept, layer: pinned.name, medium })
        })
      await (source.kind === 'snapshot' ? this.#holds.basedOn('snapshot', source.id, make) : make())
      await this.#stored.collect()
    })
  }

  deleteImage(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#delete(id, order, signal, () => this.#remove('image', id))
  }

  ensureAttached(volumeId: string, instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(volumeId, order, `attach ${instanceId}`, signal, () =>
      this.#holds.alone(volumeId, () => this.#stored.attach(volumeId, instanceId)),
    )
  }

  ensureDetached(volumeId: string, instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#change(volumeId, order, `detach ${instanceId}`, signal, () =>
      this.#holds.alone(volumeId, () => this.#stored.detach(volumeId, instanceId)),
    )
  }

  /** Rejects with `transient` if the folder is not the storage of this database. Called before `restore`. */
  claim(desired: DesiredState): Promise<void> {
    return this.#parts.work.answer(undefined, () => this.#mark.claim(desired))
  }

  /** Reports which of these volumes, snapshots and images are missing. Called before anything else. */
  restore({ volumes, snapshots, images }: DesiredState, signal?: AbortSignal): Promise<void> {
    return this.#answer(signal, async () => {
      const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id)
      this.#stored.report('volume', ids(volumes))
      this.#stored.report('snapshot', ids(snapshots))
      this.#stored.report('image', ids(images))
      for (const { id, attachedTo } of volumes) await this.#stored.adopt(id, attachedTo)
      await this.#stored.removeOrphans()
      this.#leftCopies.addOpen()
      this.#chainJobs.begin()
    })
  }

  /**
   * Runs work, such as the start of a machine, during which the layers of these volumes stay the same. A machine has
   * them open (`OpenVolumes.isOpen`) when the work resolves. Rejects with `gone` or `permanent` like `read`.
   */
  withChains<T>(ids: readonly string[], work: (chains: readonly (readonly Layer[])[]) => Promise<T>): Promise<T> {
    return this.#answer(undefined, () =>
      this.#holds.unmerged(ids, async () =>
        work(await Promise.all(ids.map((id) => this.#stored.layers.checked(this.#stored.get('volume', id).layer)))),
      ),
    )
  }

  /** Throws like `read`. */
  blockSizeOf(id: string): BlockSize {
    return this.#stored.get('volume', id).blockSize
  }

  /** Throws like `read`. */
  mediumOf(id: string): Medium {
    return this.#stored.get('volume', id).medium
  }

  /** The file to which a volume is written now. Rejects like `read`. */
  newestFile(id: string): Promise<string> {
    return this.#answer(undefined, async () => this.#stored.layers.path(this.#stored.get('volume', id).layer))
  }

  /** Stops watching its files. */
  close(): void {
    this.#stored.close()
  }

  /**
   * Deletes something. Cancels its conversions, waiting or running, instead of waiting for them; not if the call is
   * late.
   */
  async #delete(
    id: string,
    order = NO_SAGA,
    signal: AbortSignal | undefined,
    remove: () => Promise<void>,
  ): Promise<void> {
    const { work } = this.#parts
    // Queued at once: calls run in the order in which they were made.
    const deleted = this.#change(id, order, 'delete', signal, remove)
    const ending = work
      .answer(signal, () => work.orders.require(id, order))
      .then(() => {
        const over = this.#queue.end(id)
        return deleted.finally(over)
      })
    await Promise.all([ending, deleted])
  }

  async #remove(kind: StoredKind, id: string): Promise<void> {
    const layer = this.#stored.records[kind].get(id)?.layer
    const changed = layer === undefined ? [] : this.#stored.layers.namesIn(layer)
    await this.#stored.remove(kind, id)
    this.#chainJobs.begin(changed)
  }

  async #requireRoom(bytes = 0): Promise<void> {
    if ((await freeBytes(this.#parts.folder)) - bytes < this.#parts.keepFreeBytes()) throw noSpace()
  }

  #change<T>(
    id: string,
    order: number | undefined,
    name: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    return this.#parts.work.change(id, order, name, signal, () => this.#run(work))
  }

  #answer<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return this.#parts.work.answer(signal, () => this.#run(work))
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.#mark.requireSeen()
      await (this.#loaded ??= this.#stored.load())
      return await work()
    } catch (error) {
      throw platformError(error)
    }
  }
}
