import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { WriteFence } from '../../interface/write-fence.ts'
import type { RequireRoom } from './convert.ts'
import type { Importer } from './importer.ts'
import type { Stored } from './stored.ts'

interface ImportsParts {
  stored: Stored
  files: DurableFiles
  importer: Importer
  requireRoom: RequireRoom
}

/** Volumes that clients write to until they are finalized. */
export class Imports {
  readonly #parts: ImportsParts
  readonly #fences = new Map<string, WriteFence>()

  constructor(parts: ImportsParts) {
    this.#parts = parts
  }

  async write(id: string, generation: number, offset: number, bytes: Uint8Array): Promise<void> {
    const { stored, files, requireRoom } = this.#parts
    const { importing, layer } = stored.get('volume', id)
    if (!importing) throw new PlatformError('outdated', `Volume ${id} is not being imported`)
    await this.#fence(id).write(generation, async () => {
      await requireRoom(0)
      const path = stored.layers.path(layer)
      await files.writeAt(path, offset, bytes)
      // Durable before the answer, since the client will not send it again.
      await files.sync(path)
    })
  }

  async endWrites(id: string, generation: number): Promise<void> {
    if (this.#parts.stored.has('volume', id)) await this.#fence(id).end(generation)
  }

  async finalize(id: string): Promise<void> {
    const { stored, importer } = this.#parts
    const volume = stored.get('volume', id)
    if (!volume.importing) return
    const fence = this.#fence(id)
    await fence.close()
    try {
      using layer = await importer.complete(volume.layer, volume.sizeBytes, { siloId: volume.siloId, of: [id] })
      const medium = await importer.medium(layer)
      await stored.records.volume.put(id, { ...volume, layer: layer.name, medium, importing: false })
    } catch (error) {
      fence.reopen()
      throw error
    } finally {
      await stored.collect()
    }
  }

  /** Runs the deletion of a volume, after refusing further writes to it. */
  async whileClosed(id: string, remove: () => Promise<void>): Promise<void> {
    await this.#fence(id).close()
    await remove()
    this.#fences.delete(id)
  }

  #fence(id: string): WriteFence {
    const fence = this.#fences.get(id) ?? new WriteFence()
    this.#fences.set(id, fence)
    return fence
  }
}
