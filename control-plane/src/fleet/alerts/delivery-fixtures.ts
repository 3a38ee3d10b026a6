import { setTimeout as delay } from 'node:timers/promises'
import type { AlertDelivery } from '@skerry/contract/fleet/alerts.ts'
import { systemClock } from '../../clock/clock.ts'
import { AddressSet } from '../../node/http/address-set.ts'
import { outbound } from '../../node/outbound/outbound.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { raiseAlert } from './raise-alert.ts'
import type { LocalReceiver } from './receiver-fixtures.ts'

/** Between two steps of the clock, which does not wait for requests on the network. */
const NETWORK_MS = 5

/** Starts a server that can send to this machine. Its requests use the test's clock too. */
export async function startDeliveryServer(): Promise<TestServer> {
  const clock = {
    ...systemClock,
    now: () => server.clock.now(),
    after: (ms: number, work: () => void) => server.clock.after(ms, work),
  } as typeof systemClock
  const server = await startTestServer({ outbound: outbound(new AddressSet(['127.0.0.1']), undefined, clock) })
  return server
}

/** Ends the receiver of a test, and deletes all that the server knows. */
export async function deleteReceivers({ admin }: TestServer, localReceiver: LocalReceiver): Promise<void> {
  await localReceiver.close()
  for (const { id } of (await admin.ok('alert_receiver_list')).items)
    await admin.ok('alert_receiver_delete', { path: { receiver: id } })
}

/** Receivers, alerts and their deliveries, for tests. `on` returns the server and the receiver of the running test. */
export function deliveriesOn(on: () => { server: TestServer; localReceiver: LocalReceiver }) {
  let count = 0
  function receiverOf(more: object = {}) {
    const { server, localReceiver } = on()
    const body = {
      name: `receiver-${++count}`,
      description: '',
      endpoint: localReceiver.url,
      secrets: ['first', 'second'],
      subscriptions: ['sled.*'],
      ...more,
    }
    return server.admin.ok('webhook_receiver_create', { body })
  }

  function raise(sled_id: string) {
    const { db, clock } = on().server
    return db.transaction().execute((tx) => raiseAlert(tx, 'sled.unreachable', { sled_id }, clock.now()))
  }

  const deliveries = async (receiver: { id: string }, query: Record<string, boolean | string> = {}) =>
    (await on().server.admin.ok('alert_delivery_list', { path: { receiver: receiver.id }, query })).items

  /** Advances the clock until the receiver's newest delivery satisfies `done`. */
  function until(receiver: { id: string }, done: (delivery: AlertDelivery) => boolean) {
    const isDone = async () => {
      await delay(NETWORK_MS)
      const [delivery] = await deliveries(receiver, { sort_by: 'descending' })
      return delivery !== undefined && done(delivery)
    }
    return on().server.clock.advanceUntil(isDone, 2500, 600_000)
  }
  const attempted = (times: number) => (delivery: AlertDelivery) => delivery.attempts.webhook.length === times

  /** Advances the clock until the receiver of the test has got so many requests. */
  function arrived(times: number) {
    const isDone = async () => {
      await delay(NETWORK_MS)
      return on().localReceiver.arrived.length >= times
    }
    return on().server.clock.advanceUntil(isDone, 500)
  }
  return { receiverOf, raise, deliveries, until, attempted, arrived }
}
