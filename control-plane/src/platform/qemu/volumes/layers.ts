import { randomUUID } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { isThere } from '../base/is-there.ts'
import type { Base, Bases } from './bases.ts'
import type { Layer } from './chain-reader.ts'
import { imageFile } from './formats/image-file.ts'
import { QCOW2_HEADER_BYTES } from './formats/qcow2-header.ts'
import { LayerGraph } from './layer-graph.ts'
import { backingOf, emptyOverlay, LAYER_NAME, readOverlay, rebased } from './overlay.ts'

/** Chains with more overlays are shortened in the background. */
export const SHORTEN_ABOVE = 8
/** A chain with so many overlays cannot be a base until it is shorter. */
export const MAX_OVERLAYS = 24

/** A layer that is not removed before it is unpinned. */
export interface PinnedLayer extends Disposable {
  readonly name: string
}

const formatOf = (name: string): Layer['format'] => (name.endsWith('.raw') ? 'raw' : 'qcow2')

/**
 * The files with the bytes of volumes, snapshots and images: raw files, and overlays over other layers. Only the newest
 * layer of a volume changes. Which layers are in use follows from the records, and from what the server made the overlays
 * to be based on (`Bases`): a layer with another base in its header is broken, and the layers that it needs stay.
 */
export class Layers {
  readonly folder: string
  readonly #files: DurableFiles
  readonly #bases: Bases
  readonly #graph = new LayerGraph()
  /** Layers whose files have disappeared. They may come back, so what they need stays. */
  readonly #missing = new Set<string>()
  readonly #broken = new Set<string>()
  /** Overlays without a recorded base: their headers are no proof of what they need. */
  readonly #baseless = new Set<string>()
  readonly #pins = new Map<string, number>()

  constructor(folder: string, files: DurableFiles, bases: Bases) {
    this.folder = folder
    this.#files = files
    this.#bases = bases
  }

  async load(): Promise<void> {
    const layersIn = (names: readonly string[]) => new Set(names.filter((name) => LAYER_NAME.test(name)))
    const [files, noted] = [layersIn(await readdir(this.folder)), layersIn(await this.#bases.layers())]
    // Recorded bases first: whether a changed header is valid depends on the layers below.
    for (const name of new Set([...files, ...noted])) this.#setBase(name, await this.#bases.get(name))
    for (const name of files) await this.reload(name)
    for (const name of noted) if (!files.has(name)) this.#missing.add(name)
  }

  /**
   * Reads again what a layer is based on. `collect` removes layers according to this, so the header is made durable
   * first; whatever changes it makes the new base durable before: see `BlockJobs`.
   */
  async reload(name: string): Promise<void> {
    if (formatOf(name) === 'raw') return this.#setBacking(name, null)
    await this.#files.sync(this.path(name))
    const found = await backingOf(this.path(name))
    const made = await this.#bases.get(name)
    this.#setBase(name, made, found)
    if (made && found !== undefined && this.#isTrue(found, made)) {
      const isOver = made.next !== undefined && (found === made.next || !made.byMachine)
      if (isOver) await this.#bases.put(name, { base: found })
      this.#setBacking(name, found)
      this.#broken.delete(name)
    } else this.#broken.add(name)
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** All layers of which it is known what they need, whether their files are there or not. */
  names(): string[] {
    return this.#graph.names()
  }

  knows(name: string): boolean {
    return this.#graph.has(name)
  }

  has(name: string): boolean {
    return this.#graph.has(name) && !this.#missing.has(name)
  }

  /** Whether neither the layer nor one below it is missing or broken. */
  isWhole(name: string): boolean {
    return this.#graph.closure(name).every((one) => this.isUsable(one))
  }

  /** The layer and those below it, newest first. Throws `permanent` if one is missing or broken. */
  chain(name: string): readonly (Layer & { name: string })[] {
    const names = this.#graph.closure(name)
    for (const one of names)
      if (!this.isUsable(one))
        throw new PlatformError('permanent', `The file ${one}${noteOf(one)} is missing or broken`)
    return names.map((one) => ({ name: one, path: this.path(one), format: formatOf(one) }))
  }

  /**
   * Like `chain`, after reading the headers again, since a compromised QEMU may write any header. It may do so later,
   * too, so programs that open these layers get the base of each, and have no rights to other files.
   */
  async checked(name: string): Promise<readonly Layer[]> {
    for (const one of this.chain(name)) await this.reload(one.name)
    return this.chain(name)
  }

  /** Whether the layer is neither missing nor broken. What it needs may be. */
  isUsable(name: string): boolean {
    return this.has(name) && !this.#broken.has(name)
  }

  /** Space that these layers take on the file system. */
  async allocatedBytes(names: readonly string[]): Promise<number> {
    const files = await Promise.all(names.map((name) => stat(this.path(name))))
    return files.reduce((sum, { blocks }) => sum + blocks * 512, 0)
  }

  /** The layer and those below it, newest first. */
  namesIn(name: string): string[] {
    return this.#graph.closure(name)
  }

  /** Each overlay with its base. */
  pairs(): { upper: string; lower: string }[] {
    return this.#graph.pairs()
  }

  /** The overlays on a layer. */
  above(name: string): string[] {
    return this.#graph.above(name)
  }

  /** Changes the base of an overlay, which no machine has open, to another layer with the same content. */
  async rebase(name: string, backing: string): Promise<void> {
    await this.#announce(name, { next: backing })
    await using handle = await open(this.path(name), 'r')
    await readOverlay(handle)
    const head = await imageFile(handle, Infinity).read(0, QCOW2_HEADER_BYTES)
    await this.#files.writeAt(this.path(name), 0, rebased(head, { name: backing, format: formatOf(backing) }))
  }

  /**
   * Called before a machine changes an overlay's base to a lower layer. An earlier change in the header is a forgery.
   */
  letMachineRebase(name: string, backing: string): Promise<void> {
    return this.#announce(name, { next: backing, byMachine: true })
  }

  overlaysIn(name: string): number {
    return this.#graph.closure(name).filter((one) => formatOf(one) === 'qcow2').length
  }

  isPinned(name: string): boolean {
    return this.#pins.has(name)
  }

  pin(name: string): PinnedLayer {
    this.#pins.set(name, (this.#pins.get(name) ?? 0) + 1)
    const unpin = () => {
      const left = this.#pins.get(name)! - 1
      if (left === 0) this.#pins.delete(name)
      else this.#pins.set(name, left)
    }
    return { name, [Symbol.dispose]: unpin }
  }

  /**
   * Creates a layer from a file that `fill` completes. It stays pinned until a record may refer to it. Its base is
   * recorded first, since without it a layer is broken.
   */
  async make(format: Layer['format'], fill: (draft: string) => Promise<void>, base?: string): Promise<PinnedLayer> {
    const name = `${randomUUID()}.${format}`
    const draft = `${this.path(name)}.draft`
    const pinned = this.pin(name)
    try {
      if (base !== undefined) await this.#bases.put(name, { base })
      await fill(draft)
      await this.#files.publish(draft, this.path(name))
      await this.reload(name)
      return pinned
    } catch (error) {
      pinned[Symbol.dispose]()
      for (const path of [draft, this.path(name)]) await this.#files.remove(path)
      await this.#bases.remove(name)
      throw error
    }
  }

  overlay(backing: string, sizeBytes: number): Promise<PinnedLayer> {
    const file = emptyOverlay({ name: backing, format: formatOf(backing) }, sizeBytes)
    return this.make('qcow2', (draft) => this.#files.write(draft, file), backing)
  }

  /** The layers that neither these nor pinned ones need, as far as it is known what they need. */
  unused(roots: Iterable<string>): string[] {
    const used = this.#used(roots)
    return this.#graph.names().filter((name) => !used.has(name))
  }

  /** Whether these need an overlay whose recorded base is lost: any layer may be below it. */
  hasLostBase(roots: Iterable<string>): boolean {
    const isNoted = (name: string) => formatOf(name) === 'raw' || (this.#graph.has(name) && !this.#baseless.has(name))
    return ![...this.#graph.neededBy(roots)].every(isNoted)
  }

  /** Removes the layers that neither these nor pinned ones need. */
  async collect(roots: Iterable<string>): Promise<void> {
    const unused = this.unused(roots)
    for (const name of unused) this.#forget(name)
    for (const name of unused) {
      await this.#files.remove(this.path(name))
      await this.#bases.remove(name)
    }
  }

  /** Returns a check whether a layer exists, or is needed and lost; false for one that was removed on purpose. */
  known(roots: Iterable<string>): (name: string) => boolean {
    const used = this.#used(roots)
    return (name) => used.has(name) || this.has(name)
  }

  /** Reads missing or broken layers that these need again, from the top: each one that is back leads to the next. */
  async refresh(roots: Iterable<string>): Promise<void> {
    for (const root of roots) {
      let tried: string | undefined
      for (;;) {
        const name = this.#graph.closure(root).find((one) => !this.isUsable(one))
        if (name === undefined || name === tried || !(await isThere(this.path(name)))) break
        await this.reload(name)
        tried = name
      }
    }
  }

  /** Finds out whether a layer's file has disappeared. Returns whether it was there before. */
  async noticeLoss(name: string): Promise<boolean> {
    if ((await isThere(this.path(name))) || !this.has(name)) return false
    this.#missing.add(name)
    return true
  }

  #used(roots: Iterable<string>): ReadonlySet<string> {
    return this.#graph.neededBy([...roots, ...this.#pins.keys()])
  }

  /**
   * Whether a header's base is valid: the recorded one, or the announced next one, which must lie below it if a machine
   * makes the change.
   */
  #isTrue(found: string, made: Base): boolean {
    if (found === made.base) return true
    return found === made.next && (!made.byMachine || this.#graph.closure(made.base).includes(found))
  }

  async #announce(name: string, change: Omit<Base, 'base'>): Promise<void> {
    await this.reload(name)
    const base = this.#graph.backingOf(name)
    if (!base || this.#broken.has(name)) throw new PlatformError('permanent', `The file ${name} is broken`)
    await this.#bases.put(name, { base, ...change })
    this.#graph.set(name, base, change.next)
  }

  /** Notes what a layer may be based on, by its recorded base, or without one by its header. */
  #setBase(name: string, made: Base | undefined, found?: string): void {
    const isLost = made === undefined && formatOf(name) === 'qcow2'
    if (isLost) this.#baseless.add(name)
    else this.#baseless.delete(name)
    this.#graph.set(name, made?.base ?? found ?? this.#graph.backingOf(name), made?.next)
    this.#missing.delete(name)
  }

  #setBacking(name: string, backing: string | null): void {
    this.#graph.set(name, backing)
    this.#missing.delete(name)
  }

  #forget(name: string): void {
    this.#graph.remove(name)
    this.#missing.delete(name)
    this.#broken.delete(name)
    this.#baseless.delete(name)
  }
}

/** For a message: the other file that a layer needs. */
const noteOf = (name: string) => (formatOf(name) === 'raw' ? '' : ` or ${name}.json in bases`)
