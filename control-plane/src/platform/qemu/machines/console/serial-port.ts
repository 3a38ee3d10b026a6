import { type FSWatcher, watch } from 'node:fs'
import type { SerialChunk, SerialPosition, SerialStream } from '../../../interface/instances.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { SerialInput } from './serial-input.ts'
import { type SerialLog, startOf } from './serial-log.ts'

const CHUNK_BYTES = 64 * 1024

/**
 * The serial port of a running machine. Output is read from the log only, each reader at its own pace, so nothing is
 * lost or read twice; a FIFO accepts input.
 */
export class SerialPort {
  readonly #log: SerialLog
  readonly #input: SerialInput
  #watcher: FSWatcher | undefined
  readonly #readers = new Set<LogReader>()
  #ended = false

  constructor(log: SerialLog, inputPath: string) {
    this.#log = log
    this.#input = new SerialInput(inputPath)
  }

  async open(position: SerialPosition): Promise<SerialStream> {
    this.#watcher ??= watch(this.#log.path, () => {
      for (const reader of this.#readers) reader.wake()
    })
    const reader = new LogReader(this.#log, startOf(position, await this.#log.end()))
    this.#readers.add(reader)
    void reader.finished.then(() => this.#readers.delete(reader))
    if (this.#ended) reader.end()
    return {
      output: reader.output,
      write: (bytes) => this.#write(bytes),
      close: () => reader.close(),
    }
  }

  /** Ends every stream after the last byte: normally when the machine stopped, else with the error. */
  hangUp(error?: PlatformError): void {
    this.#ended = true
    void this.#input.close()
    this.#watcher?.close()
    for (const reader of this.#readers) reader.end(error)
  }

  /** Resolves once QEMU has the bytes, or no longer runs. Any other failure ends the streams with its error. */
  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#ended) return
    await this.#input.write(bytes).catch((error: PlatformError) => {
      for (const reader of this.#readers) reader.end(error)
    })
  }
}

/** One client's position in the log. */
class LogReader {
  readonly output: ReadableStream<SerialChunk>
  readonly #finished = Promise.withResolvers<void>()
  readonly #log: SerialLog
  #controller!: ReadableStreamDefaultController<SerialChunk>
  #at: number
  /** Resolved when the log may have more. */
  #more = Promise.withResolvers<void>()
  #end: { error: PlatformError | undefined } | undefined
  #done = false

  constructor(log: SerialLog, at: number) {
    this.#log = log
    this.#at = at
    this.output = new ReadableStream<SerialChunk>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#pull(),
        cancel: () => this.#finish(() => {}),
      },
      { highWaterMark: 1 },
    )
  }

  get finished(): Promise<void> {
    return this.#finished.promise
  }

  wake(): void {
    this.#more.resolve()
    this.#more = Promise.withResolvers()
  }

  end(error?: PlatformError): void {
    this.#end ??= { error }
    this.wake()
  }

  close(): void {
    this.#finish(() => this.#controller.close())
    this.wake()
  }

  async #pull(): Promise<void> {
    while (!this.#done) {
      const more = this.#more.promise
      // Read before the log, so that all output before the end is passed on.
      const end = this.#end
      const bytes = await this.#log.read(this.#at, CHUNK_BYTES)
      if (this.#done) return
      if (!bytes) {
        const error = new PlatformError('transient', 'The reader has fallen too far behind')
        return this.#finish(() => this.#controller.error(error))
      }
      if (bytes.length) {
        this.#controller.enqueue({ offset: this.#at, bytes })
        this.#at += bytes.length
        return
      }
      if (end) return this.#finish(() => (end.error ? this.#controller.error(end.error) : this.#controller.close()))
      await more
    }
  }

  #finish(finish: () => void): void {
    if (this.#done) return
    this.#done = true
    finish()
    this.#finished.resolve()
  }
}
