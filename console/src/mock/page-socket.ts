import { connect } from './control-plane.ts'

const states = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }

/** A WebSocket to the control plane in the page, as much of one as the console uses. Messages are array buffers. */
export class PageSocket extends EventTarget {
  static readonly CONNECTING = states.CONNECTING
  static readonly OPEN = states.OPEN
  static readonly CLOSED = states.CLOSED
  binaryType = 'arraybuffer'
  readyState = states.CONNECTING
  readonly #connection: ReturnType<typeof connect>

  constructor(address: string | URL) {
    super()
    const url = new URL(address, location.href)
    url.protocol = location.protocol
    this.#connection = connect(
      { url: url.href, method: 'GET', headers: [], body: null },
      {
        onConnected: () => {
          this.readyState = states.OPEN
          this.dispatchEvent(new Event('open'))
        },
        onMessage: (data) => this.dispatchEvent(new MessageEvent('message', { data })),
        onDisconnected: (code, reason) => this.#closed(code, reason),
      },
    )
  }

  send(bytes: Uint8Array): void {
    this.#connection.send(bytes.slice().buffer as ArrayBuffer)
  }

  close(): void {
    if (this.readyState >= states.CLOSING) return
    this.readyState = states.CLOSING
    this.#connection.disconnect()
    queueMicrotask(() => this.#closed(1000, ''))
  }

  #closed(code: number, reason: string): void {
    this.readyState = states.CLOSED
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }
}
