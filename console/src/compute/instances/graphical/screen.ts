import RFB from '@novnc/novnc'
import { LastingSocket, type LastingSocketParts } from '../lasting-socket.ts'
import { type Chord, shifts } from './keys.ts'

export interface ScreenParts extends Pick<LastingSocketParts, 'address' | 'check' | 'onStatus'> {
  /** Where the picture goes, scaled to fit. */
  element: HTMLElement
  /** Accessible name of the picture. */
  label: string
}

/** Of each key that is pressed or released. QEMU waits half as long; a keyboard keeps few keys for a busy guest. */
const keyMs = 20

/** The display of a machine: connected as long as there is one, over lost connections and reboots. */
export class Screen {
  readonly #parts: ScreenParts
  readonly #socket: LastingSocket
  #rfb: RFB | undefined
  #typing: AbortController | undefined

  constructor(parts: ScreenParts) {
    this.#parts = parts
    const { address, check, onStatus } = parts
    this.#socket = new LastingSocket({
      address,
      check,
      onStatus,
      onOpen: (socket) => this.#show(socket),
      onMessage: () => {},
      onEnd: () => this.#hide(),
    })
  }

  reconnect(): void {
    this.#socket.reconnect()
  }

  focus(): void {
    this.#rfb?.focus()
  }

  press(chord: Chord): void {
    for (const { keysym, code } of chord) this.#rfb?.sendKey(keysym, code, true)
    for (const { keysym, code } of chord.toReversed()) this.#rfb?.sendKey(keysym, code, false)
  }

  /** The machine has Shift pressed when Shift+Tab leads elsewhere, and would not see its release. */
  releaseShift(): void {
    for (const { keysym, code } of shifts) this.#rfb?.sendKey(keysym, code, false)
  }

  /** Types as fast as the machine takes it. Resolves to false if it was stopped, or the connection was lost. */
  async type(chords: readonly Chord[], onTyped: (count: number) => void): Promise<boolean> {
    this.stopTyping()
    const { signal } = (this.#typing = new AbortController())
    for (const [at, chord] of chords.entries()) {
      if (signal.aborted || !this.#rfb) return false
      this.press(chord)
      onTyped(at + 1)
      await new Promise((resolve) => setTimeout(resolve, 2 * keyMs * chord.length))
    }
    return true
  }

  stopTyping(): void {
    this.#typing?.abort()
  }

  close(): void {
    this.#socket.close()
  }

  #show(socket: WebSocket): void {
    const rfb = new RFB(this.#parts.element, socket, { shared: true })
    this.#rfb = rfb
    rfb.scaleViewport = true
    rfb.background = 'transparent'
    const canvas = this.#parts.element.querySelector('canvas')
    if (!canvas) return
    canvas.tabIndex = 0
    canvas.role = 'application'
    canvas.ariaLabel = this.#parts.label
  }

  #hide(): void {
    this.stopTyping()
    this.#rfb?.disconnect()
    this.#rfb = undefined
  }
}
