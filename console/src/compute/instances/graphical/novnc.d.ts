/** The parts of noVNC's documented API that the console uses. */
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, socket: WebSocket, options?: { shared?: boolean })
    scaleViewport: boolean
    /** CSS `background`. */
    background: string
    disconnect(): void
    focus(): void
    /** Without `down` the key is pressed and released. */
    sendKey(keysym: number, code: string, down?: boolean): void
  }
}
