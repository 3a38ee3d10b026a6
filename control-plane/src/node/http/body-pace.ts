import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../clock/clock.ts'

export interface Pace {
  /** Time limit of a body that is collected in memory. */
  patienceMs: number
  /** A stream may take longer than that while it sends at least this much. */
  bytesPerSecond: number
}

const LOOK_EVERY_MS = 1000

interface Watched {
  /** Time that the server spent waiting for more of the body. */
  wantedMs: number
  readAtBegin: number
  isStream: boolean
  onLate: () => void
}

/**
 * Ends requests whose body arrives too slowly. A stream may be of any length, at a minimum rate. Time in which the
 * server itself does not read the body does not count.
 */
export class BodyPace {
  readonly #pace: Pace
  readonly #watched = new Map<IncomingMessage, Watched>()
  readonly close: () => void

  constructor(pace: Pace, clock: Clock) {
    this.#pace = pace
    this.close = clock.every(LOOK_EVERY_MS, () => this.#look())
  }

  /** @param onLate called once, when the body comes too slowly */
  watch(incoming: IncomingMessage, onLate: () => void): void {
    if (incoming.complete) return
    const isStream = incoming.headers['content-type']?.startsWith('application/octet-stream') ?? false
    this.#watched.set(incoming, { wantedMs: 0, readAtBegin: incoming.socket.bytesRead, isStream, onLate })
    incoming.once('close', () => this.#watched.delete(incoming))
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
