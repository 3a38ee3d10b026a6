import type { Clock } from '../../clock/clock.ts'
import { unavailable } from '../errors.ts'

interface Waiting {
  owner: string
  begin(): void
}

/** How many may wait for their turn: of one owner, and of all. */
export interface MostWaiting {
  ofOwner: number
  all: number
}

/** Lets so many pieces of work run at once, so many of one owner, and the others wait for their turn. */
export class FairQueue {
  readonly #most: number
  readonly #mostOfOwner: number
  readonly #mostWaiting: MostWaiting
  readonly #running: string[] = []
  readonly #waiting: Waiting[] = []

  constructor(most: number, mostOfOwner: number, mostWaiting: MostWaiting = { ofOwner: Infinity, all: Infinity }) {
    this.#most = most
    this.#mostOfOwner = mostOfOwner
    this.#mostWaiting = mostWaiting
  }

  /** Waits at most `ms` milliseconds for a turn, which lasts until it is disposed of. @throws 503 */
  take(owner: string, clock: Clock, ms: number): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        owner,
        begin: () => {
          cancel()
          resolve({ [Symbol.dispose]: () => this.#end(owner) })
        },
      }
      const cancel = clock.after(ms, () => {
        this.#leave(waiting)
        reject(unavailable(new Error(`no turn within ${ms / 1000} s`)))
      })
      this.#waiting.push(waiting)
      this.#beginNext()
      if (!this.#isTooLong(owner) || !this.#leave(waiting)) return
      cancel()
      reject(unavailable(new Error('too many wait for their turn')))
    })
  }

  #isTooLong(owner: string): boolean {
    const { all, ofOwner } = this.#mostWaiting
    return this.#waiting.length > all || this.#waiting.filter((other) => other.owner === owner).length > ofOwner
  }

  /** Whether it was still waiting. */
  #leave(waiting: Waiting): boolean {
    const index = this.#waiting.indexOf(waiting)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0
  }

  #end(owner: string): void {
    this.#running.splice(this.#running.indexOf(owner), 1)
    this.#beginNext()
  }

  /** Whoever waits longest and may: an owner with all of theirs running holds up nobody else. */
  #beginNext(): void {
    if (this.#running.length >= this.#most) return
    const ofOwner = (owner: string) => this.#running.filter((other) => other === owner).length
    const index = this.#waiting.findIndex(({ owner }) => ofOwner(owner) < this.#mostOfOwner)
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (!next) return
    this.#running.push(next.owner)
    next.begin()
  }
}
