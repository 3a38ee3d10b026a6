import { createHmac } from 'node:crypto'
import type { WebhookDeliveryAttempt } from '@skerry/contract/fleet/alerts.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { pruneAlerts } from './alert-deliveries.repo.ts'
import { deleteReceivers, deliveriesOn, startDeliveryServer } from './delivery-fixtures.ts'
import { type LocalReceiver, startReceiver } from './receiver-fixtures.ts'

let server: TestServer
let admin: Caller
let localReceiver: LocalReceiver
beforeAll(async () => {
  server = await startDeliveryServer()
  admin = server.admin
})
afterAll(() => server.close())
beforeEach(async () => {
  localReceiver = await startReceiver()
})
afterEach(() => deleteReceivers(server, localReceiver))

const { receiverOf, raise, deliveries, until, attempted } = deliveriesOn(() => ({ server, localReceiver }))

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
