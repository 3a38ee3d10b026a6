import type { Clock } from '../../clock/clock.ts'
import type { SerialChunk, SerialHistory, SerialPosition, SerialStream } from '../instances.ts'
import { PlatformError } from '../platform-error.ts'
import { HeldBytes } from './held-bytes.ts'

const HELD_BYTES = 2 ** 20
/** What waits in a stream before the machine is asked to wait too, and before the reader is dropped. */
const WAITING_BYTES = 2 ** 20
const MOST_WAITING_BYTES = 8 * 2 ** 20
const READER_TIMEOUT_MS = 10_000

interface Reader {
  controller: ReadableStreamDefaultController<SerialChunk>
  pulled: (() => void)[]
}

/** A machine's serial port: what it wrote last, who reads it, and what takes the typed bytes. */
export class SerialPort {
  readonly #clock: Clock
  readonly #readers = new Set<Reader>()
  readonly #held = new HeldBytes(HELD_BYTES)
  /** The machine's end; null while nothing runs. */
  typed: ((bytes: Uint8Array) => void) | null = null
  /** Called before somebody reads, so that the machine may write only what is read. */
  beforeReading: () => void = () => {}
  /** Called when the port has got its first reader. */
  onFirstReader: () => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isRead(): boolean {
    return this.#readers.size > 0
  }

  write(bytes: Uint8Array): void {
    if (!bytes.length) return
    const chunk = { offset: this.#held.end, bytes }
    this.#held.push(bytes)
    for (const reader of this.#readers) {
      reader.controller.enqueue(chunk)
      if (WAITING_BYTES - (reader.controller.desiredSize ?? 0) > MOST_WAITING_BYTES) this.#drop(reader)
    }
  }

  /** Resolves once every reader has room; one that has none for long is dropped. */
  async roomForMore(): Promise<void> {
    for (const reader of this.#readers) {
      if ((reader.controller.desiredSize ?? 1) > 0) continue
      const waited = new AbortController()
      const late = this.#clock.sleep(READER_TIMEOUT_MS, waited.signal).then(
        () => this.#drop(reader),
        () => {},
      )
      await Promise.race([new Promise<void>((resolve) => reader.pulled.push(resolve)), late])
      waited.abort()
    }
  }

  history(position: SerialPosition, maxBytes = HELD_BYTES): SerialHistory {
    this.beforeReading()
    const from = this.#clamp(position)
    const bytes = this.#held.from(from).slice(0, maxBytes)
    return { bytes, endOffset: from + bytes.length }
  }

  open(position: SerialPosition): SerialStream {
    this.beforeReading()
    const from = this.#clamp(position)
    const past = this.#held.from(from)
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
      { highWaterMark: WAITING_BYTES, size: (chunk) => chunk?.bytes.length ?? 0 },
    )
    return {
      output,
      write: async (bytes) => this.typed?.(bytes),
      close: () => {
        if (!reader || !this.#readers.has(reader)) return
        forget()
        reader.controller.close()
      },
    }
  }

  /** Ends every stream: in order when the machine stopped, with an error when it vanished. */
  hangUp(error?: PlatformError): void {
    this.typed = null
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
    const { start, end } = this.#held
    const wanted = 'fromStart' in position ? position.fromStart : end - position.mostRecent
    return Math.min(Math.max(wanted, start), end)
  }
}
