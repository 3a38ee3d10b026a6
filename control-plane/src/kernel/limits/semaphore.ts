/** Limits concurrent uses per owner, such as a user's connections. */
export class Semaphore {
  readonly most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.most = most
  }

  /** Acquires one. Returns the release function, which has an effect once; undefined if all are in use. */
  take(owner: string): (() => void) | undefined {
    const taken = this.#taken.get(owner) ?? 0
    if (taken >= this.most) return undefined
    this.#taken.set(owner, taken + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      const left = (this.#taken.get(owner) ?? 1) - 1
      if (left) this.#taken.set(owner, left)
      else this.#taken.delete(owner)
    }
  }
}
