import type { SystemNetwork } from '../../interface/system-network.ts'
import type { Work } from '../base/work.ts'

/** The external network of a host without switches: declarations are accepted, and there is nothing to configure. */
export class NoSystemNetwork implements SystemNetwork {
  readonly #work: Work

  constructor(work: Work) {
    this.#work = work
  }

  ensure(_document: unknown, signal?: AbortSignal) {
    return this.#work.answer(signal, async () => {})
  }

  port() {
    return this.#work.answer(undefined, async () => undefined)
  }

  portLinks() {
    return this.#work.answer(undefined, async () => new Map<string, never>())
  }

  bgpSessions() {
    return this.#work.answer(undefined, async () => [])
  }

  bgpHistory() {
    return this.#work.answer(undefined, async () => [])
  }

  bfdSessions() {
    return this.#work.answer(undefined, async () => [])
  }
}
