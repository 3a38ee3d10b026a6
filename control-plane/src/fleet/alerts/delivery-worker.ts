import type { Services } from '../../kernel/services.ts'
import type { Task } from '../../kernel/tasks/tasks.ts'
import { sendWebhook } from '../webhooks/send-webhook.ts'
import {
  claimDelivery,
  type ClaimedDelivery,
  dispatchAlerts,
  finishDelivery,
  readDelivery,
  releaseDelivery,
} from './delivery-queue.repo.ts'

const EVERY_MS = 5000
const AT_ONCE = 16
/** Of them, so that a receiver that does not answer holds up no others. */
const AT_ONCE_TO_A_RECEIVER = 4

/** Delivers alerts to their receivers, beside any other control planes on the same database. */
export class DeliveryWorker {
  readonly #services: Services
  readonly #running = new Map<string, { receiver: string; done: Promise<void> }>()
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
      await this.#claim()
    },
  }

  /** Breaks off what is being sent, which the next server to look sends again. */
  async stop(): Promise<void> {
    this.#ended.abort(new Error('The control plane is stopping'))
    await this.#claiming
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  #claim(): Promise<void> {
    this.#claiming ??= this.#claimDue().finally(() => {
      this.#claiming = undefined
    })
    return this.#claiming
  }

  async #claimDue(): Promise<void> {
    const { db, clock } = this.#services
    while (!this.#ended.signal.aborted && this.#running.size < AT_ONCE) {
      const claimed = await claimDelivery(db, clock.now(), this.#busyReceivers())
      if (!claimed) return
      const done = this.#deliver(claimed).finally(() => {
        this.#running.delete(claimed.lease_id)
        if (!this.#ended.signal.aborted) void this.#claim().catch((error: unknown) => this.#failed(error))
      })
      this.#running.set(claimed.lease_id, { receiver: claimed.receiver_id, done })
    }
  }

  #busyReceivers(): string[] {
    const counts = Map.groupBy(this.#running.values(), ({ receiver }) => receiver)
    return [...counts].filter(([, sent]) => sent.length >= AT_ONCE_TO_A_RECEIVER).map(([receiver]) => receiver)
  }

  /** What fails here is tried again when its lease ends. */
  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { db, clock } = this.#services
    try {
      const delivery = await readDelivery(db, claimed.id)
      if (!delivery) return
      const { target, message, attempts } = delivery
      const outcome = target.secrets.length
        ? await sendWebhook(this.#services, target, message, this.#ended.signal)
        : ('unsent' as const)
      await finishDelivery(db, claimed, attempts + 1, outcome, clock.now())
    } catch (error) {
      if (!this.#ended.signal.aborted) return this.#failed(error)
      await releaseDelivery(db, claimed, clock.now()).catch((failure: unknown) => this.#failed(failure))
    }
  }

  #failed(error: unknown): void {
    this.#services.log('error', 'alert delivery', { error })
  }
}
