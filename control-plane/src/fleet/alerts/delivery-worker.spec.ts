import { createHmac } from 'node:crypto'
import type { AlertDelivery, WebhookDeliveryAttempt } from '@skerry/contract/fleet/alerts.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock/clock.ts'
import { AddressSet } from '../../node/http/address-set.ts'
import { outbound } from '../../node/outbound/outbound.ts'
import type { Caller } from '../../testing/caller.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { pruneAlerts } from './alert-deliveries.repo.ts'
import { DeliveryWorker } from './delivery-worker.ts'
import { raiseAlert } from './raise-alert.ts'
import { type LocalReceiver, startReceiver } from './receiver-fixtures.ts'

let server: TestServer
let admin: Caller
let localReceiver: LocalReceiver
beforeAll(async () => {
  // Requests use the test's clock too.
  const clock = {
    ...systemClock,
    now: () => server.clock.now(),
    after: (ms: number, work: () => void) => server.clock.after(ms, work),
  } as typeof systemClock
  server = await startTestServer({ outbound: outbound(new AddressSet(['127.0.0.1']), undefined, clock) })
  admin = server.admin
})
afterAll(() => server.close())
beforeEach(async () => {
  localReceiver = await startReceiver()
})
afterEach(async () => {
  await localReceiver.close()
  for (const { id } of (await admin.ok('alert_receiver_list')).items)
    await admin.ok('alert_receiver_delete', { path: { receiver: id } })
})

let count = 0
const receiverOf = (more: object = {}) =>
  admin.ok('webhook_receiver_create', {
    body: {
      name: `receiver-${++count}`,
      description: '',
      endpoint: localReceiver.url,
      secrets: ['first', 'second'],
      subscriptions: ['sled.*'],
      ...more,
    },
  })
const raise = (sled_id: string) =>
  server.db.transaction().execute((tx) => raiseAlert(tx, 'sled.unreachable', { sled_id }, server.clock.now()))
const deliveries = async (receiver: { id: string }, query: Record<string, boolean> = {}) =>
  (await admin.ok('alert_delivery_list', { path: { receiver: receiver.id }, query })).items
/** Advances the clock until the receiver's newest delivery satisfies `done`. */
const until = (receiver: { id: string }, done: (delivery: AlertDelivery) => boolean) =>
  server.clock.advanceUntil(
    async () => {
      // The clock does not wait for requests on the network.
      await new Promise((resolve) => setTimeout(resolve, 5))
      const [delivery] = (
        await admin.ok('alert_delivery_list', { path: { receiver: receiver.id }, query: { sort_by: 'descending' } })
      ).items
      return delivery !== undefined && done(delivery)
    },
    2500,
    600_000,
  )
const attempted = (times: number) => (delivery: AlertDelivery) => delivery.attempts.webhook.length === times
const arrived = (times: number) =>
  server.clock.advanceUntil(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return localReceiver.arrived.length >= times
  }, 500)

describe('an alert', () => {
  it('is sent to subscribed receivers, signed with each secret', async () => {
    const receiver = await receiverOf()
    const other = await receiverOf({ subscriptions: ['instance.**'] })
    await raise('sled-1')
    await until(receiver, ({ state }) => state === 'delivered')
    const [delivery] = await deliveries(receiver)
    expect(delivery).toMatchObject({
      alert_class: 'sled.unreachable',
      about: [{ kind: 'sled', id: 'sled-1', name: null }],
      payload: { sled_id: 'sled-1' },
      receiver_id: receiver.id,
      state: 'delivered',
      trigger: 'alert',
      attempts: {
        webhook: [{ attempt: 1, result: 'succeeded', response: { status: 204, duration_ms: expect.any(Number) } }],
      },
    })
    expect(await deliveries(other)).toEqual([])
    const [request, ...more] = localReceiver.arrived
    expect(more).toEqual([])
    const { sent_at } = request!.body.delivery
    expect(request!.body).toEqual({
      alert_class: 'sled.unreachable',
      alert_id: delivery.alert_id,
      data: { sled_id: 'sled-1' },
      delivery: { id: delivery.id, receiver_id: receiver.id, sent_at, trigger: 'alert' },
    })
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-skerry-receiver-id': receiver.id,
      'x-skerry-delivery-id': delivery.id,
      'x-skerry-alert-id': delivery.alert_id,
      'x-skerry-alert-class': 'sled.unreachable',
      'x-skerry-timestamp': sent_at,
    })
    const signatures = request!.signatures.map((line) => Object.fromEntries(new URLSearchParams(line)))
    const signed = (secret: string) => createHmac('sha256', secret).update(request!.text).digest('hex')
    expect(signatures.map(({ a }) => a)).toEqual(['sha256', 'sha256'])
    expect(signatures.map(({ s }) => s).toSorted()).toEqual(['first', 'second'].map(signed).toSorted())
    const ids = receiver.secrets.map(({ id }: { id: string }) => id)
    expect(signatures.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('is sent three times in all where the receiver refuses it', async () => {
    localReceiver.answer = (response) => response.writeHead(500).end('no')
    const receiver = await receiverOf()
    await raise('sled-2')
    await until(receiver, attempted(1))
    const [pending, ...more] = await deliveries(receiver, { pending: true })
    expect(more).toEqual([])
    await until(receiver, attempted(3))
    const [{ state, attempts, time_next_attempt }] = await deliveries(receiver, { failed: true })
    expect(state).toBe('failed')
    expect(time_next_attempt).toBeNull()
    expect(attempts.webhook.map(({ result, response }: WebhookDeliveryAttempt) => [result, response?.status])).toEqual(
      Array.from({ length: 3 }, () => ['failed_http_error', 500]),
    )
    const [first, second, third] = attempts.webhook.map(({ time_sent }: WebhookDeliveryAttempt) =>
      Date.parse(time_sent),
    )
    expect(second - first).toBeGreaterThanOrEqual(60_000)
    expect(second - first).toBeLessThan(70_000)
    expect(Date.parse(pending.time_next_attempt)).toBeGreaterThanOrEqual(first + 60_000)
    expect(Date.parse(pending.time_next_attempt)).toBeLessThanOrEqual(second)
    expect(third - second).toBeGreaterThanOrEqual(300_000)
    expect(third - second).toBeLessThan(310_000)
    await server.clock.advance(310_000)
    expect(localReceiver.arrived).toHaveLength(3)
    expect(await deliveries(receiver, { pending: true })).toEqual([])
    expect(await deliveries(receiver, { delivered: true, pending: true })).toEqual([])
    expect(await deliveries(receiver, { failed: false })).toEqual([])
  })

  it.each<[string, LocalReceiver['answer'], string, number?]>([
    ['a redirect', (r) => r.writeHead(302, { location: 'http://10.0.0.1/' }).end(), 'failed_http_error', 302],
    ['ten megabytes', (r) => r.writeHead(200).end(Buffer.alloc(10 * 2 ** 20)), 'succeeded', 200],
    ['a body that never ends', (r) => r.writeHead(202).write('x'), 'succeeded', 202],
    ['a closed connection', (r) => r.destroy(), 'failed_unreachable'],
    ['nonsense', (r) => r.socket?.end('SMTP 220\r\n\r\n'), 'failed_unreachable'],
    ['endless headers', (r) => r.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(2 ** 16)}`), 'failed_unreachable'],
    ['nothing at all', () => {}, 'failed_timeout'],
    ['headers that drip', (r) => r.socket?.write('HTTP/1.1 200 OK\r\nx-slow: '), 'failed_timeout'],
  ])('is answered by %s', async (_, answer, result, status) => {
    localReceiver.answer = answer
    const receiver = await receiverOf()
    await raise('sled-3')
    await until(receiver, attempted(1))
    const [{ attempts }] = await deliveries(receiver)
    const [attempt] = attempts.webhook as WebhookDeliveryAttempt[]
    expect(attempt).toMatchObject({ attempt: 1, result, time_sent: expect.any(String) })
    expect(attempt?.response?.status).toBe(status)
  })

  it('fails when nothing listens, and is not sent to a network that is not allowed', async () => {
    await localReceiver.close()
    const closed = await receiverOf()
    const inside = await receiverOf()
    // As if its name resolved to another address by now.
    await server.db
      .updateTable('alert_receivers')
      .set({ endpoint: 'http://10.0.0.1/' })
      .where('id', '=', inside.id)
      .execute()
    await raise('sled-4')
    for (const receiver of [closed, inside]) {
      await until(receiver, attempted(1))
      const [{ attempts }] = await deliveries(receiver)
      expect(attempts.webhook[0]).toMatchObject({ result: 'failed_unreachable', response: null })
    }
    localReceiver = await startReceiver()
  })

  it('is not sent while a fault makes the receiver unreachable', async () => {
    const receiver = await receiverOf()
    const fault = server.platform.faults.inject({ kind: 'webhook_unreachable', target: receiver.id })
    await raise('sled-5')
    await until(receiver, attempted(1))
    server.platform.faults.end(fault.id)
    await until(receiver, ({ state }) => state === 'delivered')
    expect(localReceiver.arrived).toHaveLength(1)
    const [{ attempts }] = await deliveries(receiver)
    expect(attempts.webhook.map(({ result }: WebhookDeliveryAttempt) => result)).toEqual([
      'failed_unreachable',
      'succeeded',
    ])
  })

  it('fails unsent without a secret to sign it with', async () => {
    const receiver = await receiverOf({ secrets: ['only'] })
    await admin.ok('webhook_secrets_delete', { path: { secret_id: receiver.secrets[0].id } })
    await raise('sled-6')
    await until(receiver, ({ state }) => state === 'failed')
    expect((await deliveries(receiver))[0].attempts).toEqual({ webhook: [] })
    expect(localReceiver.arrived).toEqual([])
  })
})

describe('receivers that do not answer', () => {
  it('do not block others, however many alerts wait for them', async () => {
    localReceiver.answer = () => {}
    const quick = await startReceiver()
    for (let i = 0; i < 8; i++) await receiverOf()
    await receiverOf({ endpoint: quick.url })
    for (let i = 0; i < 40; i++) await raise(`sled-${i}`)
    // Short enough that no request times out.
    await server.clock.advance(6000)
    await expect.poll(() => [quick.arrived.length, localReceiver.arrived.length]).toEqual([40, 8])
    await quick.close()
  })

  it('are paused, and receive all waiting alerts once they answer', async () => {
    localReceiver.answer = (response) => response.destroy()
    const receiver = await receiverOf()
    for (let i = 0; i < 6; i++) await raise(`sled-${i}`)
    await until(receiver, () => localReceiver.arrived.length === 1)
    await server.clock.advance(50_000)
    expect(localReceiver.arrived).toHaveLength(1)
    await until(receiver, () => localReceiver.arrived.length === 2)
    await server.clock.advance(280_000)
    expect(localReceiver.arrived).toHaveLength(2)
    localReceiver.answer = (response) => response.writeHead(204).end()
    const pending = async () => (await deliveries(receiver, { pending: true })).length
    await until(receiver, () => localReceiver.arrived.length >= 3)
    await expect.poll(pending).toBe(0)
    expect(localReceiver.arrived).toHaveLength(8)
  })

  it('are sent to at once after a resend or a change of their endpoint', async () => {
    localReceiver.answer = (response) => response.destroy()
    const receiver = await receiverOf()
    await raise('sled-13')
    await until(receiver, attempted(1))
    await server.clock.advance(10_000)
    expect(localReceiver.arrived).toHaveLength(1)
    const [{ alert_id }] = await deliveries(receiver)
    await admin.ok('alert_delivery_resend', { path: { alert_id }, query: { receiver: receiver.id } })
    await arrived(2)
    const other = await startReceiver()
    const path = { receiver: receiver.id }
    await admin.ok('webhook_receiver_update', { path, body: { endpoint: other.url } })
    await raise('sled-14')
    await server.clock.advance(6000)
    await expect.poll(() => other.arrived.length).toBe(1)
    await other.close()
  })

  it('are not paused when an attempt at an earlier endpoint fails', async () => {
    let breakOff = () => {}
    localReceiver.answer = (response) => (breakOff = () => response.destroy())
    const receiver = await receiverOf()
    await raise('sled-15')
    await arrived(1)
    const endpoint = localReceiver.url.replace('/hook', '/moved')
    await admin.ok('webhook_receiver_update', { path: { receiver: receiver.id }, body: { endpoint } })
    breakOff()
    await until(receiver, attempted(1))
    const { items } = await admin.ok('alert_receiver_list')
    expect(items).toMatchObject([{ id: receiver.id, health: { paused_until: null } }])
  })
})

describe('a running delivery', () => {
  it('does not block other receivers, and ends when its receiver is deleted', async () => {
    let answer = () => {}
    localReceiver.answer = (response) => (answer = () => response.writeHead(204).end())
    const slow = await receiverOf()
    for (let i = 0; i < 8; i++) await raise(`slow-${i}`)
    await arrived(1)
    const quick = await startReceiver()
    const other = await receiverOf({ endpoint: quick.url })
    await raise('sled-7')
    await until(other, ({ state }) => state === 'delivered')
    expect(localReceiver.arrived).toHaveLength(1)
    await admin.ok('alert_receiver_delete', { path: { receiver: slow.id } })
    answer()
    await server.clock.advance(60_000)
    expect(await server.db.selectFrom('webhook_attempts').select('delivery_id').execute()).toHaveLength(1)
    await quick.close()
  })

  it('is sent by one of two servers, and again a minute after that server died', async () => {
    const receiver = await receiverOf()
    await raise('sled-8')
    const workers = [new DeliveryWorker(server.plane.services), new DeliveryWorker(server.plane.services)]
    const { signal } = new AbortController()
    await Promise.all(workers.map((worker) => worker.task.run(signal)))
    await expect.poll(() => localReceiver.arrived.length).toBe(1)
    await until(receiver, ({ state }) => state === 'delivered')
    await server.clock.advance(120_000)
    expect(localReceiver.arrived).toHaveLength(1)

    // A server that died while sending it.
    await raise('sled-9')
    await server.db.transaction().execute(async (tx) => {
      const alert = await tx
        .updateTable('alerts')
        .set({ time_dispatched: server.clock.now() })
        .where('time_dispatched', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow()
      const lease = { due: new Date(server.clock.now().getTime() + 60_000), lease_id: crypto.randomUUID() }
      const row = { id: crypto.randomUUID(), alert_id: alert.id, receiver_id: receiver.id, trigger: 'alert' as const }
      await tx
        .insertInto('alert_deliveries')
        .values({ ...row, ...lease, state: 'pending', time_created: server.clock.now() })
        .execute()
    })
    await server.clock.advance(50_000)
    expect(localReceiver.arrived).toHaveLength(1)
    await until(receiver, ({ state }) => state === 'delivered')
    expect(localReceiver.arrived).toHaveLength(2)
  })

  it('is released by a server that stops', async () => {
    localReceiver.answer = () => {}
    const receiver = await receiverOf()
    await raise('sled-10')
    const worker = new DeliveryWorker(server.plane.services)
    await worker.task.run(new AbortController().signal)
    await expect.poll(() => localReceiver.arrived.length).toBe(1)
    await worker.stop()
    localReceiver.answer = (response) => response.writeHead(204).end()
    await until(receiver, ({ state }) => state === 'delivered')
    const [{ attempts }] = await deliveries(receiver)
    expect(attempts.webhook).toHaveLength(1)
    expect(localReceiver.arrived).toHaveLength(2)
  })
})

it('keeps alerts and their deliveries for 30 days', async () => {
  const receiver = await receiverOf()
  await raise('sled-11')
  await until(receiver, ({ state }) => state === 'delivered')
  const { signal } = new AbortController()
  const after = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000)
  await pruneAlerts(server.db, after(29), signal)
  expect(await deliveries(receiver)).toHaveLength(1)
  await pruneAlerts(server.db, after(31), signal)
  expect(await deliveries(receiver)).toEqual([])
  expect(await server.db.selectFrom('webhook_attempts').select('delivery_id').execute()).toEqual([])
})

it('counts attempts by their result', async () => {
  const text = await (await server.plane.ops(new Request('http://ops.test/_ops/metrics'))).text()
  for (const result of ['succeeded', 'failed_http_error', 'failed_unreachable', 'failed_timeout'])
    expect(text).toMatch(new RegExp(`skerry_webhook_attempts_total\\{result="${result}"\\} [1-9]`))
})
