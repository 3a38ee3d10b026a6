import type { Clock } from '../../clock/clock.ts'
import { SERIAL_HISTORY_BYTES } from '../interface/instances.ts'
import type { SerialChunk, SerialHistory, SerialPosition, SerialStream } from '../interface/instances.ts'
import { PlatformError } from '../interface/platform-error.ts'
import { RingBuffer } from './ring-buffer.ts'

/** Queued bytes of a stream at which the machine waits, and at which the reader is dropped. */
const QUEUED_BYTES = 2 ** 20
const MAX_QUEUED_BYTES = 8 * 2 ** 20
const READER_TIMEOUT_MS = 10_000

interface Reader {
  controller: ReadableStreamDefaultController<SerialChunk>
  pulled: (() => void)[]
}

/** A machine's serial port: its output history, readers and input handler. */
export class SimulatedSerialPort {
  readonly #clock: Clock
  readonly #readers = new Set<Reader>()
  readonly #history = new RingBuffer(SERIAL_HISTORY_BYTES)
  /** Takes input, and resolves when it takes more; null while the machine does not run. */
  onInput: ((bytes: Uint8Array) => Promise<void>) | null = null
  /** Called before a read, so that the machine can generate its output on demand. */
  onBeforeRead: () => void = () => {}
  onFirstReader: () => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isRead(): boolean {
    return this.#readers.size > 0
  }

  write(bytes: Uint8Array): void {
    if (!bytes.length) return
    const chunk = { offset: this.#history.end, bytes }
    this.#history.push(bytes)
    for (const reader of this.#readers) {
      reader.controller.enqueue(chunk)
      if (QUEUED_BYTES - (reader.controller.desiredSize ?? 0) > MAX_QUEUED_BYTES) this.#drop(reader)
    }
  }

  /** Resolves once every reader has room. A reader without room for 10 s is dropped. */
  async roomForMore(): Promise<void> {
    for (const reader of this.#readers) {
      if ((reader.controller.desiredSize ?? 1) > 0) continue
      const waited = new AbortController()
      const timeout = this.#clock.sleep(READER_TIMEOUT_MS, waited.signal).then(
        () => this.#drop(reader),
        () => {},
      )
      await Promise.race([new Promise<void>((resolve) => reader.pulled.push(resolve)), timeout])
      waited.abort()
    }
  }

  history(position: SerialPosition, maxBytes = SERIAL_HISTORY_BYTES): SerialHistory {
    this.onBeforeRead()
    const from = this.#clamp(position)
    const bytes = this.#history.from(from).slice(0, maxBytes)
    return { bytes, endOffset: from + bytes.length }
  }

  open(position: SerialPosition): SerialStream {
    this.onBeforeRead()
    const from = this.#clamp(position)
    const past = this.#history.from(from)
    let reader: Reader | undefined
    const forget = () => {
      if (reader) this.#forget(reader)
    }
    const output = new ReadableStream<SerialChunk>(
      {
        start: (controller) => {
          if (past.length) controller.enqueue({ offset: from, bytes: past })
          reader = { controller, pulled: [] }
          this.#readers.add(reader)
          if (this.#readers.size === 1) this.onFirstReader()
        },
        pull: () => {
          for (const resolve of reader?.pulled.splice(0) ?? []) resolve()
        },
        cancel: forget,
      },
      { highWaterMark: QUEUED_BYTES, size: (chunk) => chunk?.bytes.length ?? 0 },
    )
    return {
      output,
      write: (bytes) => this.onInput?.(bytes) ?? Promise.resolve(),
      close: () => {
        if (!reader || !this.#readers.has(reader)) return
        forget()
        reader.controller.close()
      },
    }
  }

  /** Ends every stream: normally when the machine stopped, with an error when it disappeared. */
  hangUp(error?: PlatformError): void {
    this.onInput = null
    for (const reader of this.#readers) {
      this.#forget(reader)
      if (error) reader.controller.error(error)
      else reader.controller.close()
    }
  }

  #drop(reader: Reader): void {
    if (!this.#readers.has(reader)) return
    this.#forget(reader)
    reader.controller.error(new PlatformError('transient', 'The reader has fallen too far behind'))
  }

  #forget(reader: Reader): void {
    this.#readers.delete(reader)
    for (const resolve of reader.pulled.splice(0)) resolve()
  }

  #clamp(position: SerialPosition): number {
    const { start, end } = this.#history
    const wanted = 'fromStart' in position ? position.fromStart : end - position.mostRecent
    return Math.min(Math.max(wanted, start), end)
  }
}
