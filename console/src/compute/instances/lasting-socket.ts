export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting' | 'disconnected' | 'error'

/** Whether there is a console to connect to: now, later, or not, and then why. */
export type Availability = 'now' | 'later' | { refused: string; isError?: boolean }

export interface LastingSocketParts {
  /** `wss://…/serial-console/stream?most_recent=…` */
  address: string
  /** Asked before each attempt; rejects while the server is away. */
  check: () => Promise<Availability>
  onStatus: (status: ConnectionStatus, why: string) => void
  onOpen: (socket: WebSocket) => void
  onMessage: (bytes: ArrayBuffer) => void
  /** The socket is over, or replaced. */
  onEnd: () => void
}

const firstWait = 500
const longestWait = 10_000
/** Between checks of an instance that is not up yet. */
const checkEvery = 1000

/** The WebSocket of a console: opened again as long as there is one to connect to. */
export class LastingSocket {
  readonly #parts: LastingSocketParts
  #socket: WebSocket | undefined
  /** Failed in a row. */
  #failures = 0
  #attempt: object | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: LastingSocketParts) {
    this.#parts = parts
    void this.#connect()
  }

  /** The socket, if it is open. */
  get open(): WebSocket | undefined {
    return this.#socket?.readyState === WebSocket.OPEN ? this.#socket : undefined
  }

  /** Connects at once, without waiting for the next attempt. */
  reconnect(): void {
    this.#failures = 0
    this.close()
    this.#parts.onStatus('connecting', '')
    void this.#connect()
  }

  /** Closes the socket and cancels any attempt. */
  close(): void {
    this.#attempt = undefined
    clearTimeout(this.#timer)
    this.#parts.onEnd()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
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
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return
      this.#parts.onStatus('connected', '')
      this.#parts.onOpen(socket)
    })
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
      if (socket !== this.#socket) return
      this.#failures = 0
      this.#parts.onMessage(data)
    })
    socket.addEventListener('close', ({ reason }) => {
      if (socket === this.#socket) this.#onLost(reason)
    })
  }

  #onLost(reason: string): void {
    this.#parts.onEnd()
    this.#socket = undefined
    const wait = Math.min(longestWait, firstWait * 2 ** this.#failures++)
    this.#parts.onStatus('reconnecting', reason)
    this.#timer = setTimeout(() => void this.#connect(), wait)
  }
}
