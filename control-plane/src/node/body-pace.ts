import type { IncomingMessage } from 'node:http'

export interface Pace {
  /** How long a body may take that is kept in memory whole. */
  patienceMs: number
  /** A stream may take longer: how much of it has to come in each second beyond that. */
  bytesPerSecond: number
}

const LOOK_EVERY_MS = 1000

interface Watched {
  /** Time in which the server wanted more of the body. */
  wantedMs: number
  readAtBegin: number
  isStream: boolean
  onLate: () => void
}

/**
 * Watches bodies that are being read, so that none is sent a byte at a time over hours. A stream may have any number of
 * bytes at a pace. A body that the server itself lets wait does not lose time by it.
 */
export class BodyPace {
  readonly #pace: Pace
  readonly #watched = new Map<IncomingMessage, Watched>()
  readonly #timer: NodeJS.Timeout

  constructor(pace: Pace) {
    this.#pace = pace
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  /** @param onLate called once, when the body comes too slowly */
  watch(incoming: IncomingMessage, onLate: () => void): void {
    if (incoming.complete) return
    const isStream = incoming.headers['content-type']?.startsWith('application/octet-stream') ?? false
    this.#watched.set(incoming, { wantedMs: 0, readAtBegin: incoming.socket.bytesRead, isStream, onLate })
    incoming.once('close', () => this.#watched.delete(incoming))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const { patienceMs, bytesPerSecond } = this.#pace
    for (const [incoming, watched] of this.#watched) {
      if (incoming.complete) {
        this.#watched.delete(incoming)
        continue
      }
      if (!incoming.readableFlowing) continue
      watched.wantedMs += LOOK_EVERY_MS
      const came = watched.isStream ? incoming.socket.bytesRead - watched.readAtBegin : 0
      if (watched.wantedMs <= patienceMs + (came / bytesPerSecond) * 1000) continue
      this.#watched.delete(incoming)
      watched.onLate()
    }
  }
}
