import type { Clock } from '../../clock/clock.ts'
import type { Tx } from '../database/database.ts'
import { randomId } from '../values/uuid.ts'
import { isSlow } from './saga-drive.ts'
import { insertSaga } from './saga-store.ts'
import type { AwaitedSagas, Requester, SagaDefinition, SagaScope, SagaStep } from './saga.ts'

/** The sagas of a transaction. */
interface Started {
  /** The saga whose step runs in the transaction; undefined for the transaction of a request. */
  parent: string | undefined
  request: Requester | undefined
  any: boolean
  started: Set<string>
  joined: Set<string>
}

const noneStarted = (): Started => ({
  parent: undefined,
  request: undefined,
  any: false,
  started: new Set(),
  joined: new Set(),
})

/** Stores the records of new sagas, and remembers for each transaction which sagas its request must wait for. */
export class SagaStarts {
  protected readonly definitions: ReadonlyMap<string, SagaDefinition<object>>
  readonly #clock: Clock
  readonly #startedBy = new WeakMap<Tx, Started>()

  constructor({ definitions, clock }: { definitions: readonly SagaDefinition<object>[]; clock: Clock }) {
    this.definitions = new Map(definitions.map((definition) => [definition.name, definition]))
    this.#clock = clock
  }

  async begin<D extends object>(
    tx: Tx,
    saga: SagaDefinition<D>,
    data: D,
    scope: SagaScope,
    id = randomId(),
  ): Promise<string> {
    if (!this.definitions.has(saga.name)) throw new Error(`Saga ${saga.name} is not among the definitions`)
    const inTransaction = this.#of(tx)
    const parent_id = saga.background ? null : (inTransaction.parent ?? null)
    await insertSaga(tx, {
      id,
      parent_id,
      name: saga.name,
      slow: isSlow(saga.steps[0] as SagaStep<object>, data),
      scope,
      begunBy: { request: inTransaction.request, sagaId: inTransaction.parent },
      data,
      now: this.#clock.now(),
    })
    inTransaction.any = true
    if (!saga.background) inTransaction.started.add(id)
    return id
  }

  join(tx: Tx, id: string, { sharesOutcome } = { sharesOutcome: false }): void {
    const inTransaction = this.#of(tx)
    // It may have been waiting for its next attempt.
    inTransaction.any = true
    inTransaction[sharesOutcome ? 'started' : 'joined'].add(id)
  }

  setRequest(tx: Tx, request: Requester): void {
    this.#of(tx).request = request
  }

  startedIn(tx: Tx): { any: boolean; awaited: Required<AwaitedSagas> } {
    const { any, started, joined } = this.#startedBy.get(tx) ?? noneStarted()
    return { any, awaited: { started: [...started], joined: [...joined] } }
  }

  /** Makes the sagas that a step's transaction starts children of the step's saga. */
  protected setParent(tx: Tx, sagaId: string): void {
    this.#of(tx).parent = sagaId
  }

  #of(tx: Tx): Started {
    const known = this.#startedBy.get(tx)
    if (known) return known
    const started = noneStarted()
    this.#startedBy.set(tx, started)
    return started
  }
}
