import type { Operation } from '@skerry/contract/operation.ts'
import type { Clock } from '../../clock/clock.ts'
import { FairQueue } from './fair-queue.ts'
import { Semaphore } from './semaphore.ts'

interface Budget {
  atOnce: number
  ofSilo: number
  ofUser: number
  /** How long a request waits for its place before it is answered 503. */
  waitMs: number
}

/**
 * Bodies that arrive wait longest: `node/body-pace.ts` ends each within 30 s, so the next place always comes before.
 * docs/adr/0035-one-resource-policy.md says why each number is what it is.
 */
const BUDGETS = {
  arrivingBody: { atOnce: 32, ofSilo: 24, ofUser: 8, waitMs: 40_000 },
  body: { atOnce: 16, ofSilo: 12, ofUser: 8, waitMs: 20_000 },
  query: { atOnce: 8, ofSilo: 6, ofUser: 2, waitMs: 10_000 },
  upload: { atOnce: 4, ofSilo: 4, ofUser: 2, waitMs: 20_000 },
} satisfies Record<NonNullable<Operation['cost']> | 'arrivingBody', Budget>
/** A body that waits for its place is in memory. */
const MOST_WAITING = { ofOwner: 16, all: 128 }
type BudgetName = keyof typeof BUDGETS

/** How many serial consoles a user has open: each costs a connection and a look at its session every few seconds. */
const CONSOLES_OF_USER = 20
const PROBES_OF_RECEIVER = 4

/** How much of the server requests take at once: of all, of one silo, of one user. */
export class Budgets {
  readonly consoles = new Semaphore(CONSOLES_OF_USER)
  readonly probes = new Semaphore(PROBES_OF_RECEIVER)
  readonly #clock: Clock
  readonly #queues = new Map<BudgetName, FairQueue>()

  constructor(clock: Clock) {
    this.#clock = clock
    for (const [name, { atOnce, ofSilo, ofUser }] of Object.entries(BUDGETS) as [BudgetName, Budget][])
      this.#queues.set(name, new FairQueue(atOnce, [ofSilo, ofUser], MOST_WAITING))
  }

  /** Waits for a place in a budget, which is held until it is disposed of. @throws 503 */
  take(name: BudgetName, { siloId, userId }: { siloId: string; userId: string }): Promise<Disposable> {
    return this.#queues.get(name)!.take([siloId, userId], this.#clock, BUDGETS[name].waitMs)
  }
}
