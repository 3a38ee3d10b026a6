import { open } from 'node:fs/promises'
import type { DurableFiles } from '../../../file-system/durable-files.ts'
import { abortable } from '../../interface/abortable.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { GiB } from '../base/bytes.ts'
import type { Conversion, ConversionQueue } from './conversion-queue.ts'
import type { Converter } from './convert.ts'
import { type Medium, mediumOf } from './formats/boot-code.ts'
import { type ForeignImage, imageFile } from './formats/image-file.ts'
import { type RawDisk, recognise } from './formats/recognise.ts'
import type { Layers, PinnedLayer } from './layers.ts'

/** Creates layers from uploaded bytes, which may be an image in a foreign format. */
export class Importer {
  readonly #files: DurableFiles
  readonly #layers: Layers
  readonly #converter: Converter
  readonly #queue: ConversionQueue
  readonly #signal: AbortSignal

  constructor(files: DurableFiles, layers: Layers, converter: Converter, queue: ConversionQueue, signal: AbortSignal) {
    this.#files = files
    this.#layers = layers
    this.#converter = converter
    this.#queue = queue
    this.#signal = signal
  }

  /** Kind of medium in a complete raw layer. */
  async medium({ name }: PinnedLayer): Promise<Medium> {
    await using handle = await open(this.#layers.path(name), 'r')
    return await mediumOf(imageFile(handle, Infinity).read)
  }

  /** Makes a durable raw layer of this size from a layer that ends with its content. */
  async complete(name: string, sizeBytes: number, conversion: Conversion): Promise<PinnedLayer> {
    const path = this.#layers.path(name)
    const image = await inspect(path)
    if (image.format !== 'raw') return this.#convert(path, image, sizeBytes, conversion)
    await this.#files.setLength(path, image.contentBytes)
    await this.#files.setLength(path, sizeBytes)
    await this.#files.sync(path)
    return this.#layers.pin(name)
  }

  /** Stores a stream from its start. */
  async receive(content: AsyncIterable<Uint8Array>, sizeBytes: number, conversion: Conversion): Promise<PinnedLayer> {
    using received = await this.#layers.make('raw', async (draft) => {
      await this.#files.setLength(draft, 0)
      let offset = 0
      for await (const bytes of untilAborted(content, this.#signal)) {
        if (offset + bytes.length > sizeBytes)
          throw new PlatformError('refused', `The content of the image is larger than ${sizeBytes} bytes`)
        if (bytes.some((byte) => byte !== 0)) await this.#files.writeAt(draft, offset, bytes)
        offset += bytes.length
      }
      await this.#files.setLength(draft, offset)
    })
    return await this.complete(received.name, sizeBytes, conversion)
  }

  async #convert(path: string, image: ForeignImage, sizeBytes: number, conversion: Conversion): Promise<PinnedLayer> {
    if (image.sizeBytes > sizeBytes)
      throw new PlatformError(
        'refused',
        `The image is a disk of ${Math.ceil(image.sizeBytes / GiB)} GiB: it does not fit into ${sizeBytes / GiB} GiB`,
      )
    await this.#files.setLength(path, image.contentBytes)
    return this.#layers.make('raw', (draft) =>
      this.#queue.run(conversion, (signal) => this.#converter.convert(path, image, draft, sizeBytes, signal)),
    )
  }
}

async function inspect(path: string): Promise<ForeignImage | RawDisk> {
  await using handle = await open(path, 'r')
  const { size } = await handle.stat()
  return await recognise(imageFile(handle, size))
}

/** The items of an iterable, until the signal aborts, even while it waits for an item. */
async function* untilAborted(content: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]()
  let ended = false
  try {
    for (;;) {
      const { done, value } = await abortable(iterator.next(), signal)
      ended = done ?? false
      if (ended) return
      yield value
    }
  } finally {
    // Not awaited: `return` may wait for the iterator's pending item.
    if (!ended) iterator.return?.().catch(() => {})
  }
}
