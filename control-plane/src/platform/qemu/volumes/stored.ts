import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { PlatformError, gone } from '../../interface/platform-error.ts'
import type { PlatformChange } from '../../interface/platform.ts'
import type { StoredIds } from '../../interface/volumes.ts'
import { Bases } from './bases.ts'
import { readChain } from './chain-reader.ts'
import { Layers, type PinnedLayer } from './layers.ts'
import { LossWatch } from './loss-watch.ts'
import { LostRecords, lossOf } from './lost-records.ts'
import type { OpenVolumes } from './open-volumes.ts'
import { recordId, Records, type StoredRecord } from './records.ts'

export const KINDS = ['volume', 'snapshot', 'image'] as const
export type StoredKind = (typeof KINDS)[number]
/** Folders of what is stored. Beside them the storage has its mark and a reserve. */
export const FOLDERS = ['layers', 'bases', ...KINDS.map((kind) => `${kind}s`)]

const MISSING = 'It is missing'

interface StoredParts {
  folder: string
  files: DurableFiles
  open: OpenVolumes
  emit(change: PlatformChange): void
  /** Reports a problem to the operator. */
  report(problem: string): void
}

/** All that is stored in the folder: records of each kind and their layers. */
export class Stored {
  readonly layers: Layers
  readonly records: Record<StoredKind, Records>
  readonly #bases: Bases
  readonly #folder: string
  readonly #files: DurableFiles
  readonly #open: OpenVolumes
  readonly #emit: StoredParts['emit']
  readonly #reportProblem: StoredParts['report']
  /** Reasons why volumes, snapshots or images cannot be used, by id. */
  readonly #faults = new Map<string, string>()
  readonly #lost: LostRecords
  /** Layers without a record at the start: left by a crash, or the rest of a volume whose record is lost. */
  #orphans: PinnedLayer[] = []
  /** All that were there then, while a lost record may name any of them. */
  #held: PinnedLayer[] = []
  /** Whether all has been reported that should be there: until then orphans are kept. */
  #isRestored = false
  /** Why layers without a readable record are kept, and what to do. */
  #kept: string | undefined
  #watch: LossWatch | undefined

  constructor({ folder, files, open, emit, report }: StoredParts) {
    this.#folder = folder
    this.#files = files
    this.#open = open
    this.#emit = emit
    this.#reportProblem = report
    this.#bases = new Bases(join(folder, 'bases'), files)
    this.layers = new Layers(join(folder, 'layers'), files, this.#bases)
    this.#lost = new LostRecords(this.layers)
    const of = (name: string) => new Records(join(folder, name), files)
    this.records = { volume: of('volumes'), snapshot: of('snapshots'), image: of('images') }
  }

  /** Removes incomplete files of a dead process, and reads all others. */
  async load(): Promise<void> {
    const folders = [this.layers.folder, ...KINDS.map((kind) => this.records[kind].folder)]
    for (const folder of [...folders, this.#bases.folder]) {
      await this.#files.makeFolder(folder)
      for (const name of await readdir(folder))
        if (name.endsWith('.draft')) await this.#files.remove(join(folder, name))
    }
    await this.#files.sync(this.#folder)
    this.#watch = new LossWatch(folders, (folder, name) => this.#verify(folder, name))
    await this.layers.load()
    for (const kind of KINDS)
      for (const id of await this.records[kind].load()) {
        this.#faults.set(id, 'Its record cannot be read')
        this.#lost.add(id, kind, await this.records[kind].layerNamedIn(id))
      }
    for (const kind of KINDS) this.#findFaults(kind)
    this.#orphans = this.layers.unused(this.usedLayers()).map((name) => this.layers.pin(name))
  }

  close(): void {
    this.#watch?.close()
  }

  /** A record. Throws `gone` without one, `permanent` if it cannot be used. */
  get(kind: StoredKind, id: string): StoredRecord {
    const fault = this.#faults.get(id)
    if (fault !== undefined) throw new PlatformError('permanent', `The ${kind} ${id} cannot be used: ${fault}`)
    const record = this.records[kind].get(id)
    if (!record) throw gone(kind, id)
    return record
  }

  find(id: string): StoredRecord {
    return this.get(KINDS.find((kind) => this.records[kind].get(id)) ?? 'volume', id)
  }

  async read(id: string, offset: number, length: number): Promise<Uint8Array> {
    using pins = new DisposableStack()
    const chain = this.layers.chain(this.find(id).layer)
    // A merge may remove a layer from the chain meanwhile.
    for (const { name } of chain) pins.use(this.layers.pin(name))
    return await readChain(chain, offset, length)
  }

  async list(): Promise<StoredIds> {
    await this.refresh()
    const [volumes, snapshots, images] = await Promise.all(KINDS.map((kind) => this.usableIds(kind)))
    return { volumes: volumes!, snapshots: snapshots!, images: images! }
  }

  /** Records the instance to which a volume should be attached, if the volume exists. */
  async adopt(volumeId: string, attachedTo: string | null): Promise<void> {
    const volume = this.records.volume.get(volumeId)
    if (volume && attachedTo !== null && volume.attachedTo !== attachedTo)
      await this.records.volume.put(volumeId, { ...volume, attachedTo })
  }

  async attach(volumeId: string, instanceId: string): Promise<void> {
    const volume = this.get('volume', volumeId)
    if (volume.attachedTo === instanceId) return
    if (volume.attachedTo !== null) throw new PlatformError('permanent', `Volume ${volumeId} is attached elsewhere`)
    await this.records.volume.put(volumeId, { ...volume, attachedTo: instanceId })
  }

  async detach(volumeId: string, instanceId: string): Promise<void> {
    const volume = this.records.volume.get(volumeId)
    if (volume?.attachedTo !== instanceId) return
    await this.records.volume.put(volumeId, { ...volume, attachedTo: null })
  }

  has(kind: StoredKind, id: string): boolean {
    return this.records[kind].get(id) !== undefined
  }

  /** Whether a layer is the newest one of a volume. */
  isNewest(layer: string): boolean {
    return [...this.records.volume.entries()].some(([, record]) => record.layer === layer)
  }

  /** Runs `put`, which stores a record of a new layer. After a failure the layer is removed. */
  async keep(made: Promise<PinnedLayer>, put: (layer: PinnedLayer) => Promise<void>): Promise<void> {
    try {
      using layer = await made
      await put(layer)
    } catch (error) {
      await this.collect()
      throw error
    }
  }

  async remove(kind: StoredKind, id: string): Promise<void> {
    this.#lost.delete(id)
    await this.records[kind].remove(id)
    this.#faults.delete(id)
    await this.collect()
  }

  /** Why layers without a readable record are kept, if there are any. */
  get problem(): string | undefined {
    return this.#kept
  }

  /** Removes the layers that no record needs. Links to them in a machine's folder, which may fail, are removed later too. */
  async collect(): Promise<void> {
    if (this.#isRestored) this.#releaseOrphans()
    if (this.hasLostBase) return
    await this.layers.collect(this.usedLayers())
    // The link of a machine may be the last one to the layer of a lost record.
    if (this.#lost.mayNeedAny) return
    await this.#open.forgetLayers(this.layers.known(this.usedLayers())).catch((error: unknown) => {
      this.#reportProblem(`removed layers still take space, as links to them remain: ${(error as Error).message}`)
    })
  }

  /** Called once all that should be there is reported: removes the layers without a record that a crash has left. */
  async removeOrphans(): Promise<void> {
    this.#isRestored = true
    if (this.#lost.mayNeedAny && this.#held.length === 0)
      this.#held = this.layers.names().map((name) => this.layers.pin(name))
    await this.collect()
  }

  /** Whether a recorded base is lost that is needed: then no layer is removed or merged. */
  get hasLostBase(): boolean {
    return this.layers.hasLostBase([...this.usedLayers(), ...this.#lost.layers()])
  }

  /** Keeps orphans while something cannot be used, whose bytes they may be, unless its layers are all there. */
  #releaseOrphans(): void {
    if (!this.#lost.mayNeedAny) for (const held of this.#held.splice(0)) held[Symbol.dispose]()
    if ([...this.#lost.ids(), ...this.#faults.keys()].every((id) => this.#lost.isWhole(id)))
      for (const orphan of this.#orphans.splice(0)) orphan[Symbol.dispose]()
    this.#reportKept()
  }

  #reportKept(): void {
    const before = this.#kept
    const ids = [...new Set([...this.#lost.ids(), ...this.#faults.keys()])]
    const broken = KINDS.flatMap((kind) =>
      ids
        .filter((id) => this.#lost.kindOf(id) === kind || this.has(kind, id))
        .map((id) => `${this.records[kind].path(id)} (${this.#faults.get(id) ?? MISSING})`),
    )
    const keepsAll = this.#held.length > 0 || this.hasLostBase
    const isKept = keepsAll || this.#orphans.length > 0 || this.#lost.ids().length > 0
    const what = keepsAll ? 'No layer is removed or merged' : 'Layers are kept'
    this.#kept =
      isKept && broken.length > 0
        ? `${what} that these may need: ${broken.join(', ')}. Put back the files, or delete the disks, ` +
          'snapshots or images with these ids; move away a file that belongs to none, and start again'
        : undefined
    if (this.#kept !== undefined && this.#kept !== before) this.#reportProblem(this.#kept)
  }

  /** Reports expected things that are missing or cannot be used. */
  report(kind: StoredKind, ids: readonly string[]): void {
    for (const id of ids) {
      const fault = this.#faults.get(id) ?? (this.has(kind, id) ? undefined : MISSING)
      if (fault === undefined) continue
      if (!this.has(kind, id)) this.#lost.add(id, kind)
      this.#emit(lossOf(kind, id, fault))
    }
  }

  /** Reads things that were missing and are there again. */
  async refresh(): Promise<void> {
    for (const id of this.#lost.ids()) {
      const kind = this.#lost.kindOf(id)
      if (!kind || !(await this.records[kind].reload(id))) continue
      // Deleted meanwhile.
      if (!this.#lost.delete(id)) this.records[kind].forget(id)
      this.#faults.delete(id)
    }
    await this.layers.refresh(this.usedLayers())
    for (const kind of KINDS) {
      for (const [id] of this.records[kind].entries()) this.#faults.delete(id)
      this.#findFaults(kind)
    }
    if (this.#kept !== undefined || this.hasLostBase) await this.collect()
  }

  /** Ids of usable things. */
  async usableIds(kind: StoredKind): Promise<string[]> {
    const ids = await this.records[kind].storedIds()
    return ids.filter((id) => this.has(kind, id) && !this.#faults.has(id))
  }

  /** Checks whether something needs a file that was moved or removed. */
  async #verify(folder: string, name: string): Promise<void> {
    if (folder === this.layers.folder) {
      if (await this.layers.noticeLoss(name))
        for (const kind of KINDS) for (const id of this.#findFaults(kind)) this.#report(kind, id)
      return
    }
    const kind = KINDS.find((one) => this.records[one].folder === folder)!
    const id = recordId(name)
    if (id === undefined || !this.has(kind, id)) return
    if ((await this.records[kind].storedIds()).includes(id)) return
    const lost = this.records[kind].forget(id)
    if (!lost) return
    this.#lost.add(id, kind, lost.layer)
    if (this.#isRestored) this.#reportKept()
    this.#emit(lossOf(kind, id, 'Its record was removed'))
  }

  /** Layers to which records refer. */
  usedLayers(): string[] {
    return KINDS.flatMap((kind) => [...this.records[kind].layers()])
  }

  #report(kind: StoredKind, id: string): void {
    this.#emit(lossOf(kind, id, this.#faults.get(id)!))
  }

  /** Marks records with a missing or broken layer. Returns the newly marked ones. */
  #findFaults(kind: StoredKind): string[] {
    const found = []
    for (const [id, { layer }] of this.records[kind].entries()) {
      if (this.#faults.has(id)) continue
      try {
        this.layers.chain(layer)
      } catch (error) {
        this.#faults.set(id, (error as Error).message)
        found.push(id)
      }
    }
    return found
  }
}
