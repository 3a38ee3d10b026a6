import { historyBytes, joinBytes, overlapOf, Tail } from './overlap.ts'

export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting' | 'disconnected' | 'error'

/** Whether there is a console to connect to: now, later, or not, and then why. */
export type Availability = 'now' | 'later' | { refused: string; isError?: boolean }

export interface ConnectionParts {
  /** `wss://…/serial-console/stream?most_recent=…` */
  address: string
  /** Asked before each attempt; rejects while the server is away. */
  check: () => Promise<Availability>
  onStatus: (status: ConnectionStatus, why: string) => void
  onOutput: (bytes: Uint8Array) => void
  /** Output written while disconnected may be missing here. */
  onGap: () => void
}

const firstWait = 500
const longestWait = 10_000
/** Between checks of an instance that is not up yet. */
const checkEvery = 1000
/** How long a replay may pause before it counts as over. */
const replayPause = 300
/** The server takes frames of at most 64 KiB. */
const frameBytes = 16_384

/** A serial console that stays connected as long as there is one: over lost connections and reboots, without repeats. */
export class SerialConnection {
  readonly #parts: ConnectionParts
  readonly #tail = new Tail()
  #socket: WebSocket | undefined
  /** Failed in a row. */
  #failures = 0
  #attempt: object | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** What came since a reconnection, until it is known where the new begins; null once that is known. */
  #replay: Uint8Array[] | null = null
  #replayTimer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    void this.#connect()
  }

  /** Connects at once, without waiting for the next attempt. */
  reconnect(): void {
    this.#failures = 0
    this.#drop()
    this.#parts.onStatus('connecting', '')
    void this.#connect()
  }

  /** Types; what is typed while there is no connection is lost. */
  send(bytes: Uint8Array): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    for (let at = 0; at < bytes.length; at += frameBytes)
      this.#socket.send(bytes.slice(at, at + frameBytes) as Uint8Array<ArrayBuffer>)
  }

  close(): void {
    this.#drop()
  }

  /** Replaces any attempt before it: one that still waits for its check ends there. */
  async #connect(): Promise<void> {
    const attempt = (this.#attempt = {})
    const availability = await this.#parts.check().catch((): Availability => 'now')
    if (attempt !== this.#attempt) return
    if (availability === 'now') return this.#open()
    if (availability === 'later') {
      this.#parts.onStatus('connecting', 'Waiting for the instance to start')
      this.#timer = setTimeout(() => void this.#connect(), checkEvery)
    } else this.#parts.onStatus(availability.isError ? 'error' : 'disconnected', availability.refused)
  }

  #open(): void {
    const socket = new WebSocket(this.#parts.address)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    this.#replay = this.#tail.size > 0 ? [] : null
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return
      this.#parts.onStatus('connected', '')
      this.#awaitReplay()
    })
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
      if (socket !== this.#socket) return
      this.#failures = 0
      this.#receive(new Uint8Array(data))
    })
    socket.addEventListener('close', ({ reason }) => {
      if (socket === this.#socket) this.#onLost(reason)
    })
  }

  #onLost(reason: string): void {
    this.#forgetReplay()
    this.#socket = undefined
    const wait = Math.min(longestWait, firstWait * 2 ** this.#failures++)
    this.#parts.onStatus('reconnecting', reason)
    this.#timer = setTimeout(() => void this.#connect(), wait)
  }

  /** Closes the socket and cancels any attempt. */
  #drop(): void {
    this.#attempt = undefined
    clearTimeout(this.#timer)
    this.#forgetReplay()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
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
