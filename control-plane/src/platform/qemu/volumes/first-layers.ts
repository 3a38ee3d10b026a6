import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { ImageSpec, VolumeSpec } from '../../interface/volumes.ts'
import type { Branches } from './branches.ts'
import type { Medium } from './formats/boot-code.ts'
import type { Importer } from './importer.ts'
import type { PinnedLayer } from './layers.ts'
import type { Stored } from './stored.ts'

/** Creates the first layers of volumes and images. */
export class FirstLayers {
  readonly #stored: Stored
  readonly #files: DurableFiles
  readonly #branches: Branches
  readonly #importer: Importer

  constructor(stored: Stored, files: DurableFiles, branches: Branches, importer: Importer) {
    this.#stored = stored
    this.#files = files
    this.#branches = branches
    this.#importer = importer
  }

  ofVolume({ source, sizeBytes }: VolumeSpec): Promise<PinnedLayer> {
    if (source.kind === 'blank') return this.#raw(sizeBytes)
    // An import begins empty and grows with its writes until it is finalized: the end of a foreign image is part of its
    // format.
    if (source.kind === 'import') return this.#raw(0)
    return this.#branches.derive(this.#stored.get(source.kind, source.id), sizeBytes)
  }

  async ofImage({ id, source, sizeBytes }: ImageSpec): Promise<PinnedLayer> {
    if (source.kind === 'empty')
      throw new PlatformError('permanent', 'Machines do not boot from an image without content')
    if (source.kind === 'content')
      return this.#importer.receive(source.open(), sizeBytes, { siloId: source.siloId, of: [id] })
    return this.#stored.layers.pin(this.#stored.get('snapshot', source.id).layer)
  }

  async mediumOfImage({ source }: ImageSpec, layer: PinnedLayer): Promise<Medium> {
    return source.kind === 'snapshot' ? this.#stored.get('snapshot', source.id).medium : this.#importer.medium(layer)
  }

  #raw(bytes: number): Promise<PinnedLayer> {
    return this.#stored.layers.make('raw', (draft) => this.#files.setLength(draft, bytes))
  }
}
