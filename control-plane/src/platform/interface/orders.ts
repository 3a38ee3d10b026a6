import { PlatformError } from './platform-error.ts'

/** The order of a call that no saga makes and that names none: older than those of all sagas. */
export const NO_SAGA = 0

/** Stores orders, so that they outlive a process. */
export interface OrderJournal {
  read(): Promise<ReadonlyMap<string, number>>
  /** Resolves once it is durable. */
  append(id: string, order: number): Promise<void>
}

/**
 * The highest order of a call that each resource has received. A call with a lower one comes late: a later saga has
 * taken the resource, and what the call wants is no longer wanted.
 */
export class Orders {
  readonly #journal: OrderJournal | undefined
  readonly #highest = new Map<string, number>()
  #loaded: Promise<void> | undefined

  constructor(journal?: OrderJournal) {
    this.#journal = journal
  }

  /** The orders of earlier processes: called first. */
  load(): Promise<void> {
    return (this.#loaded ??= this.#read())
  }

  of(id: string): number {
    return this.#highest.get(id) ?? NO_SAGA
  }

  /** Refuses a call that comes late. */
  async require(id: string, order: number): Promise<void> {
    await this.load()
    if (order < this.of(id)) throw new PlatformError('outdated', `A later request has taken ${id}`)
  }

  /** Like `require`, and refuses calls with lower orders from now on. Not called twice at once for one resource. */
  async take(id: string, order: number): Promise<void> {
    await this.require(id, order)
    if (order === this.of(id)) return
    await this.#journal?.append(id, order)
    this.#highest.set(id, order)
  }

  async #read(): Promise<void> {
    try {
      for (const [id, order] of (await this.#journal?.read()) ?? []) this.#highest.set(id, order)
    } catch (error) {
      this.#loaded = undefined
      throw error
    }
  }
}
