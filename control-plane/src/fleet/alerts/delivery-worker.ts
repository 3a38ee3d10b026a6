import type { Services } from '../../kernel/services/services.ts'
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
import { ReceiverScheduler } from './receiver-scheduler.ts'

const EVERY_MS = 5000
/** A receiver that answers within this time counts as prompt. */
const PROMPT_MS = 2000

/** Delivers alerts to their receivers. Several control planes may do so on one database. */
export class DeliveryWorker {
  readonly #services: Services
  readonly #scheduler = new ReceiverScheduler()
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopped = new AbortController()
  #claiming: Promise<void> | undefined

  constructor(services: Services) {
    this.#services = services
  }

  /** Finds new alerts and due deliveries, and starts to send them. */
  readonly task: Task = {
    name: 'alert-deliveries',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const { db, clock } = this.#services
      while (!signal.aborted && (await dispatchAlerts(db, clock.now())));
      this.#scheduler.add(await receiversDue(db, clock.now()))
      await this.#claim()
    },
  }

  /** Aborts running deliveries and releases them, for another server to send. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('The control plane is stopping'))
    // Its failure is the task's: the server stops in any case.
    await this.#claiming?.catch(() => {})
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
    while (!this.#stopped.signal.aborted) {
      const receiver = this.#scheduler.next()
      if (receiver === undefined) return
      const claimed = await claimDelivery(db, receiver, clock.now())
      if (!claimed) this.#scheduler.remove(receiver)
      else {
        this.#scheduler.start(receiver)
        this.#running.set(claimed.lease_id, this.#process(claimed))
      }
    }
  }

  async #process(claimed: ClaimedDelivery): Promise<void> {
    const { receiver_id, lease_id } = claimed
    const outcome = await this.#deliver(claimed)
    this.#running.delete(lease_id)
    const response = outcome?.response
    this.#scheduler.end(receiver_id, response ? response.duration_ms <= PROMPT_MS : false)
    // It is paused now: a later run of the task finds it again.
    if (outcome && !response) this.#scheduler.remove(receiver_id)
    if (!this.#stopped.signal.aborted) void this.#claim().catch((error: unknown) => this.#failed(error))
  }

  /** A delivery that fails here is tried again when its lease ends. */
  async #deliver(claimed: ClaimedDelivery): Promise<WebhookOutcome | undefined> {
    const { db, clock } = this.#services
    try {
      const delivery = await readDelivery(db, claimed.id)
      if (!delivery) return undefined
      const { target, message, attempts } = delivery
      const outcome = target.secrets.length
        ? await sendWebhook(this.#services, target, message, this.#stopped.signal)
        : ('unsent' as const)
      await finishDelivery(db, { ...claimed, endpoint: target.endpoint }, attempts + 1, outcome, clock.now())
      return outcome === 'unsent' ? undefined : outcome
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#failed(error, claimed.id)
      else
        await releaseDelivery(db, claimed, clock.now()).catch((failure: unknown) => this.#failed(failure, claimed.id))
      return undefined
    }
  }

  #failed(error: unknown, delivery_id?: string): void {
    this.#services.log('error', 'alert delivery failed', { delivery_id, error })
  }
}
