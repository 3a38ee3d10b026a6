import type { Operation } from '@skerry/contract/operation.ts'
import type { Clock } from '../../clock/clock.ts'
import { FairQueue } from '../../queue/fair-queue.ts'
import { busy } from '../http/errors.ts'
import { Semaphore } from './semaphore.ts'

interface BudgetLimits {
  atOnce: number
  ofSilo: number
  ofUser: number
  /** How long a request waits for a place before it gets 503. */
  waitMs: number
}

/**
 * Arriving bodies wait longest: `node/http/body-pace.ts` ends each within 30 s, so a place becomes free before that.
 * docs/adr/0035-one-resource-policy.md explains each number.
 */
const BUDGETS = {
  arrivingBody: { atOnce: 32, ofSilo: 24, ofUser: 8, waitMs: 40_000 },
  /** At most four hashes run at once; one of them is kept free for signing in. */
  password: { atOnce: 3, ofSilo: 2, ofUser: 1, waitMs: 20_000 },
  body: { atOnce: 16, ofSilo: 12, ofUser: 8, waitMs: 20_000 },
  query: { atOnce: 8, ofSilo: 6, ofUser: 2, waitMs: 10_000 },
  upload: { atOnce: 4, ofSilo: 4, ofUser: 2, waitMs: 20_000 },
} satisfies Record<NonNullable<Operation['cost']> | 'arrivingBody', BudgetLimits>
/** Limits waiting requests, since their bodies are in memory. */
const MAX_WAITING = { waiting: 128, waitingOfOwner: [128, 16] }
type BudgetName = keyof typeof BUDGETS

/** Maximum consoles that a user has open, serial and graphical: each costs a connection and regular session checks. */
const CONSOLES_OF_USER = 20
const PROBES_OF_RECEIVER = 4

/** Limits the concurrent work of requests: in total, per silo and per user. */
export class Budgets {
  readonly consoles = new Semaphore(CONSOLES_OF_USER)
  readonly probes = new Semaphore(PROBES_OF_RECEIVER)
  readonly #clock: Clock
  readonly #queues = new Map<BudgetName, FairQueue>()

  constructor(clock: Clock) {
    this.#clock = clock
    for (const [name, { atOnce, ofSilo, ofUser }] of Object.entries(BUDGETS) as [BudgetName, BudgetLimits][])
      this.#queues.set(name, new FairQueue({ running: atOnce, runningOfOwner: [ofSilo, ofUser], ...MAX_WAITING }, busy))
  }

  /** Waits for a place in a budget; dispose of it to release it. @throws 503 */
  take(name: BudgetName, { siloId, userId }: { siloId: string; userId: string }): Promise<Disposable> {
    return this.#queues.get(name)!.take([siloId, userId], { limit: { clock: this.#clock, ms: BUDGETS[name].waitMs } })
  }
}
