import type { Clock } from '../../clock/clock.ts'
import { unavailable } from '../errors.ts'

interface Waiting {
  owner: string
  begin(): void
}

/** Lets so many pieces of work run at once, so many of one owner, and the others wait for their turn. */
export class FairQueue {
  readonly #most: number
  readonly #mostOfOwner: number
  readonly #running: string[] = []
  readonly #waiting: Waiting[] = []

  constructor(most: number, mostOfOwner: number) {
    this.#most = most
    this.#mostOfOwner = mostOfOwner
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
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(unavailable(new Error(`no turn within ${ms / 1000} s`)))
      })
      this.#waiting.push(waiting)
      this.#beginNext()
    })
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
