import type { Services } from '../../kernel/services.ts'
import type { Task } from '../../kernel/tasks/tasks.ts'
import { sendWebhook, type WebhookOutcome } from '../webhooks/send-webhook.ts'
import {
  claimDelivery,
  type ClaimedDelivery,
  dispatchAlerts,
  finishDelivery,
  readDelivery,
  receiversDue,
  releaseDelivery,
} from './delivery-queue.repo.ts'
import { ReceiverTurns } from './receiver-turns.ts'

const EVERY_MS = 5000
/** A receiver that answers within this is prompt. */
const PROMPT_MS = 2000

/** Delivers alerts to their receivers, beside any other control planes on the same database. */
export class DeliveryWorker {
  readonly #services: Services
  readonly #turns = new ReceiverTurns()
  readonly #running = new Map<string, Promise<void>>()
  readonly #ended = new AbortController()
  #claiming: Promise<void> | undefined

  constructor(services: Services) {
    this.#services = services
  }

  /** Looks for new alerts and for what is due; what it finds is sent after it. */
  readonly task: Task = {
    name: 'alert-deliveries',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const { db, clock } = this.#services
      while (!signal.aborted && (await dispatchAlerts(db, clock.now())));
      this.#turns.add(await receiversDue(db, clock.now()))
      await this.#claim()
    },
  }

  /** Breaks off what is being sent, which the next server to look sends again. */
  async stop(): Promise<void> {
    this.#ended.abort(new Error('The control plane is stopping'))
    await this.#claiming
    await Promise.all(this.#running.values())
  }

  #claim(): Promise<void> {
    this.#claiming ??= this.#claimDue().finally(() => {
      this.#claiming = undefined
    })
    return this.#claiming
  }

  async #claimDue(): Promise<void> {
    const { db, clock } = this.#services
    while (!this.#ended.signal.aborted) {
      const receiver = this.#turns.next()
      if (receiver === undefined) return
      const claimed = await claimDelivery(db, receiver, clock.now())
      if (!claimed) this.#turns.remove(receiver)
      else {
        this.#turns.begin(receiver)
        this.#running.set(claimed.lease_id, this.#take(claimed))
      }
    }
  }

  async #take(claimed: ClaimedDelivery): Promise<void> {
    const { receiver_id, lease_id } = claimed
    const outcome = await this.#deliver(claimed)
    this.#running.delete(lease_id)
    const response = outcome?.response
    this.#turns.end(receiver_id, response ? response.duration_ms <= PROMPT_MS : false)
    // It is paused now: a later look finds it again.
    if (outcome && !response) this.#turns.remove(receiver_id)
    if (!this.#ended.signal.aborted) void this.#claim().catch((error: unknown) => this.#failed(error))
  }

  /** What fails here is tried again when its lease ends. */
  async #deliver(claimed: ClaimedDelivery): Promise<WebhookOutcome | undefined> {
    const { db, clock } = this.#services
    try {
      const delivery = await readDelivery(db, claimed.id)
      if (!delivery) return undefined
      const { target, message, attempts } = delivery
      const outcome = target.secrets.length
        ? await sendWebhook(this.#services, target, message, this.#ended.signal)
        : ('unsent' as const)
      await finishDelivery(db, claimed, attempts + 1, outcome, clock.now())
      return outcome === 'unsent' ? undefined : outcome
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#failed(error)
      else await releaseDelivery(db, claimed, clock.now()).catch((failure: unknown) => this.#failed(failure))
      return undefined
    }
  }

  #failed(error: unknown): void {
    this.#services.log('error', 'alert delivery', { error })
  }
}
