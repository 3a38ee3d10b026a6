/** Counts what somebody has open at once, such as connections of a user. */
export class Semaphore {
  readonly most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.most = most
  }

  /** Takes one more. Answers how to give it back, once; undefined when all are taken. */
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
