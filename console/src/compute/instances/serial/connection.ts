import { LastingSocket, type LastingSocketParts } from '../lasting-socket.ts'
import { historyBytes, joinBytes, overlapOf, Tail } from './overlap.ts'

export interface ConnectionParts extends Pick<LastingSocketParts, 'address' | 'check' | 'onStatus'> {
  onOutput: (bytes: Uint8Array) => void
  /** Output written while disconnected may be missing here. */
  onGap: () => void
}

/** How long a replay may pause before it counts as over. */
const replayPause = 300
/** The server takes frames of at most 64 KiB. */
const frameBytes = 16_384

/** A serial console that stays connected as long as there is one: over lost connections and reboots, without repeats. */
export class SerialConnection {
  readonly #parts: ConnectionParts
  readonly #tail = new Tail()
  readonly #socket: LastingSocket
  /** What came since a reconnection, until it is known where the new begins; null once that is known. */
  #replay: Uint8Array[] | null = null
  #replayTimer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    const { address, check, onStatus } = parts
    this.#socket = new LastingSocket({
      address,
      check,
      onStatus,
      onOpen: () => {
        this.#replay = this.#tail.size > 0 ? [] : null
        this.#awaitReplay()
      },
      onMessage: (bytes) => this.#receive(new Uint8Array(bytes)),
      onEnd: () => this.#forgetReplay(),
    })
  }

  /** Connects at once, without waiting for the next attempt. */
  reconnect(): void {
    this.#socket.reconnect()
  }

  /** Types; what is typed while there is no connection is lost. */
  send(bytes: Uint8Array): void {
    const socket = this.#socket.open
    if (!socket) return
    for (let at = 0; at < bytes.length; at += frameBytes)
      socket.send(bytes.slice(at, at + frameBytes) as Uint8Array<ArrayBuffer>)
  }

  close(): void {
    this.#socket.close()
  }

  #receive(bytes: Uint8Array): void {
    if (!this.#replay) return this.#take(bytes)
    this.#replay.push(bytes)
    const size = this.#replay.reduce((sum, chunk) => sum + chunk.length, 0)
    if (size >= Math.min(historyBytes, this.#tail.size)) this.#endReplay()
    else this.#awaitReplay()
  }

  #awaitReplay(): void {
    clearTimeout(this.#replayTimer)
    if (this.#replay) this.#replayTimer = setTimeout(() => this.#endReplay(), replayPause)
  }

  #endReplay(): void {
    if (!this.#replay) return
    const replay = joinBytes(this.#replay)
    this.#forgetReplay()
    const overlap = overlapOf(this.#tail.bytes(), replay)
    if (overlap === 0) this.#parts.onGap()
    this.#take(replay.subarray(overlap))
  }

  /** A replay cut short says nothing: the next connection brings it again. */
  #forgetReplay(): void {
    clearTimeout(this.#replayTimer)
    this.#replay = null
  }

  #take(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#tail.push(bytes)
    this.#parts.onOutput(bytes)
  }
}
