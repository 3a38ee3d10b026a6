import { PlatformError, gone } from '../interface/platform-error.ts'
import type { DesiredState } from '../interface/platform.ts'
import type { ImageSpec, SnapshotSpec, Volumes, VolumeSpec, StoredIds } from '../interface/volumes.ts'
import { WriteFence } from '../interface/write-fence.ts'
import type { VolumeStore } from '../volume-store/volume-store.ts'
import type { World } from './world.ts'

interface SimulatedVolume {
  spec: VolumeSpec
  importing: boolean
  fence: WriteFence
  attachedTo: string | null
  faulted: boolean
}

export class SimulatedVolumes implements Volumes {
  readonly #world: World
  readonly #store: VolumeStore
  readonly #volumes = new Map<string, SimulatedVolume>()
  readonly #snapshots = new Set<string>()
  readonly #images = new Set<string>()

  constructor(world: World, store: VolumeStore) {
    this.#world = world
    this.#store = store
    world.faults.effects.disk_fault = { begin: ({ target }) => this.#fault(target), end: () => {} }
  }

  list(signal?: AbortSignal): Promise<StoredIds> {
    return this.#world.answer(signal, async () => ({
      volumes: [...this.#volumes.keys()],
      snapshots: [...this.#snapshots],
      images: [...this.#images],
    }))
  }

  ensureVolume(spec: VolumeSpec, signal?: AbortSignal, order?: number): Promise<void> {
    const { clock, timings } = this.#world
    return this.#world.change(spec.id, order, 'ensure', signal, async () => {
      if (this.#volumes.has(spec.id)) return
      await clock.sleep(timings.volume)
      const { source } = spec
      if (source.kind === 'snapshot' && !this.#snapshots.has(source.id)) throw gone('snapshot', source.id)
      if (source.kind === 'image' && !this.#images.has(source.id)) throw gone('image', source.id)
      if (source.kind === 'snapshot' || source.kind === 'image') await this.#store.copy(source.id, spec.id)
      else await this.#store.create(spec.id)
      const importing = source.kind === 'import'
      this.#volumes.set(spec.id, { spec, importing, fence: new WriteFence(), attachedTo: null, faulted: false })
    })
  }

  deleteVolume(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(id, order, 'delete', signal, async () => {
      await this.#volumes.get(id)?.fence.close()
      this.#volumes.delete(id)
      await this.#store.remove(id)
    })
  }

  write(id: string, generation: number, offset: number, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    return this.#world.answer(signal, async () => {
      const volume = this.#volume(id)
      if (!volume.importing) throw new PlatformError('outdated', `Volume ${id} is not being imported`)
      await volume.fence.write(generation, async () => {
        const latency = this.#world.faults.latency(id)
        if (latency) await this.#world.clock.sleep(latency)
        await this.#store.write(id, offset, bytes)
      })
    })
  }

  async endWrites(id: string, generation: number): Promise<void> {
    await this.#volumes.get(id)?.fence.end(generation)
  }

  read(id: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#world.answer(signal, async () => {
      if (!this.#snapshots.has(id) && !this.#images.has(id)) this.#volume(id)
      return this.#store.read(id, offset, length)
    })
  }

  finalizeImport(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(id, order, 'finalize', signal, async () => {
      const { importing, fence } = this.#volume(id)
      if (!importing) return
      await fence.close()
      try {
        await this.#world.clock.sleep(this.#world.timings.finalize)
        await this.#store.flush(id)
        this.#volume(id).importing = false
      } catch (error) {
        fence.reopen()
        throw error
      }
    })
  }

  ensureSnapshot({ id, volumeId }: SnapshotSpec, signal?: AbortSignal, order?: number): Promise<void> {
    const { clock, timings, faults } = this.#world
    return this.#world.change(id, order, 'ensure', signal, async () => {
      if (this.#snapshots.has(id)) return
      await clock.sleep(timings.snapshot)
      if (faults.applies('snapshot_fail', id, volumeId)) throw new PlatformError('permanent', 'The snapshot failed')
      this.#volume(volumeId)
      await this.#store.copy(volumeId, id)
      this.#snapshots.add(id)
    })
  }

  deleteSnapshot(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(id, order, 'delete', signal, async () => {
      this.#snapshots.delete(id)
      await this.#store.remove(id)
    })
  }

  ensureImage(spec: ImageSpec, signal?: AbortSignal, order?: number): Promise<void> {
    const { id, source } = spec
    return this.#world.change(id, order, 'ensure', signal, async () => {
      if (this.#images.has(id)) return
      if (source.kind === 'empty') await this.#store.create(id)
      else if (source.kind === 'content') await this.#fill(spec, source.open())
      else if (this.#snapshots.has(source.id)) await this.#store.copy(source.id, id)
      else throw gone('snapshot', source.id)
      this.#images.add(id)
    })
  }

  deleteImage(id: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(id, order, 'delete', signal, async () => {
      this.#images.delete(id)
      await this.#store.remove(id)
    })
  }

  ensureAttached(volumeId: string, instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(volumeId, order, `attach ${instanceId}`, signal, async () => {
      const volume = this.#volume(volumeId)
      if (volume.attachedTo === instanceId) return
      if (volume.attachedTo) throw new PlatformError('permanent', `Volume ${volumeId} is attached elsewhere`)
      await this.#world.clock.sleep(this.#world.timings.attach)
      this.#volume(volumeId).attachedTo = instanceId
    })
  }

  ensureDetached(volumeId: string, instanceId: string, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(volumeId, order, `detach ${instanceId}`, signal, async () => {
      if (this.#volumes.get(volumeId)?.attachedTo !== instanceId) return
      await this.#world.clock.sleep(this.#world.timings.attach)
      const volume = this.#volumes.get(volumeId)
      if (volume) volume.attachedTo = null
    })
  }

  adopt({ volumes, snapshots, images }: DesiredState): void {
    for (const { finalized, attachedTo, ...spec } of volumes)
      if (!this.#volumes.has(spec.id))
        this.#volumes.set(spec.id, {
          spec,
          importing: !finalized,
          fence: new WriteFence(),
          attachedTo,
          faulted: false,
        })
    for (const { id } of snapshots) this.#snapshots.add(id)
    for (const { id } of images) this.#images.add(id)
  }

  /** Loses a volume, snapshot or image with its bytes. */
  async lose(id: string): Promise<void> {
    const reason = 'Lost by request'
    if (this.#volumes.delete(id)) this.#world.emit({ kind: 'volume-faulted', volumeId: id, reason })
    if (this.#snapshots.delete(id)) this.#world.emit({ kind: 'snapshot-faulted', snapshotId: id, reason })
    if (this.#images.delete(id)) this.#world.emit({ kind: 'image-faulted', imageId: id, reason })
    await this.#store.remove(id)
  }

  specOf(id: string): VolumeSpec | undefined {
    return this.#volumes.get(id)?.spec
  }

  attachedTo(id: string): string | null {
    return this.#volumes.get(id)?.attachedTo ?? null
  }

  async #fill({ id, sizeBytes }: ImageSpec, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#store.create(id)
    try {
      let offset = 0
      for await (const bytes of content) {
        if (offset + bytes.length > sizeBytes)
          throw new PlatformError('refused', `The content of the image is larger than ${sizeBytes} bytes`)
        await this.#store.write(id, offset, bytes)
        offset += bytes.length
      }
      await this.#store.flush(id)
    } catch (error) {
      await this.#store.remove(id)
      throw error
    }
  }

  #volume(id: string): SimulatedVolume {
    const volume = this.#volumes.get(id)
    if (!volume) throw gone('volume', id)
    if (volume.faulted) throw new PlatformError('permanent', `Volume ${id} is faulted`)
    return volume
  }

  #fault(target: string): void {
    for (const [id, volume] of this.#volumes) {
      if (target !== id && target !== '*') continue
      volume.faulted = true
      this.#world.emit({ kind: 'volume-faulted', volumeId: id, reason: 'Fault by request' })
    }
  }
}
