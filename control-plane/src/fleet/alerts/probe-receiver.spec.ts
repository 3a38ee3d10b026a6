import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AddressSet } from '../../node/http/address-set.ts'
import { outbound } from '../../node/outbound/outbound.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { pruneAlerts } from './alert-deliveries.repo.ts'
import { raiseAlert } from './raise-alert.ts'
import { type LocalReceiver, startReceiver } from './receiver-fixtures.ts'

let server: TestServer
let localReceiver: LocalReceiver
beforeAll(async () => {
  server = await startTestServer({ outbound: outbound(new AddressSet(['127.0.0.1'])) })
  localReceiver = await startReceiver()
})
afterAll(async () => {
  await localReceiver.close()
  await server.close()
})
beforeEach(() => {
  localReceiver.arrived.length = 0
  localReceiver.answer = (response) => response.writeHead(204).end()
})

let count = 0
const receiverOf = (more: object = {}) =>
  server.admin.ok('webhook_receiver_create', {
    body: {
      name: `receiver-${++count}`,
      description: '',
      endpoint: localReceiver.url,
      secrets: ['secret'],
      subscriptions: ['sled.*'],
      ...more,
    },
  })
const probe = (receiver: string, resend?: boolean) =>
  server.admin.call('alert_receiver_probe', { path: { receiver }, query: resend === undefined ? {} : { resend } })
const list = async (receiver: string) =>
  (await server.admin.ok('alert_delivery_list', { path: { receiver }, query: { sort_by: 'ascending' } })).items
const probesOf = async (receiver: string) => (await server.admin.ok('alert_probe_list', { path: { receiver } })).items

it('sends a probe and answers the outcome', async () => {
  const { id } = await receiverOf()
  const { status, body } = await probe(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    probe: {
      alert_class: 'probe',
      receiver_id: id,
      state: 'delivered',
      trigger: 'probe',
      attempts: { webhook: [{ attempt: 1, result: 'succeeded', response: { status: 204 } }] },
    },
    resends_started: null,
  })
  expect(localReceiver.arrived[0]!.body).toMatchObject({
    alert_class: 'probe',
    data: {},
    delivery: { trigger: 'probe' },
  })
  expect(await list(id)).toEqual([])
  expect(await probesOf(id)).toEqual([{ ...body.probe, time_next_attempt: null }])
  expect(
    (
      await server.admin.call('alert_delivery_resend', {
        path: { alert_id: body.probe.alert_id },
        query: { receiver: id },
      })
    ).status,
  ).toBe(404)
})

it('answers 200 for an endpoint that fails', async () => {
  const { id } = await receiverOf()
  localReceiver.answer = (response) => response.writeHead(503).end()
  const { status, body } = await probe(id, true)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    probe: { state: 'failed', attempts: { webhook: [{ result: 'failed_http_error', response: { status: 503 } }] } },
    resends_started: null,
  })
  expect(await probesOf(id)).toMatchObject([{ id: body.probe.id, state: 'failed' }])
  const { health } = (await server.admin.ok('alert_receiver_list')).items.find((row: { id: string }) => row.id === id)
  expect(health).toMatchObject({ last_state: null, failed_in_day: 0 })
})

it('is listed for 30 days', async () => {
  const { id } = await receiverOf()
  await probe(id)
  const { db } = server
  const pruneAt = (days: number) =>
    pruneAlerts(db, new Date(server.clock.now().getTime() + days * 86_400_000), new AbortController().signal)
  await pruneAt(29)
  expect(await probesOf(id)).toHaveLength(1)
  await pruneAt(31)
  expect(await probesOf(id)).toEqual([])
})

it('needs a secret', async () => {
  const { id, name, secrets } = await receiverOf()
  await server.admin.ok('webhook_secrets_delete', { path: { secret_id: secrets[0].id } })
  const { status, body } = await probe(id)
  expect([status, body.message]).toEqual([400, `receiver "${name}" has no secret to sign a probe with: add one`])
})

it('runs at most four at once per receiver', async () => {
  const answers: (() => void)[] = []
  localReceiver.answer = (response) => answers.push(() => response.writeHead(204).end())
  const { id } = await receiverOf()
  const probes = [1, 2, 3, 4].map(() => probe(id))
  await expect.poll(() => answers.length).toBe(4)
  expect((await probe(id)).status).toBe(429)
  for (const answer of answers) answer()
  expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

it('resends alerts without a successful delivery, once the endpoint answers again', async () => {
  localReceiver.answer = (response) => response.writeHead(500).end()
  const { id } = await receiverOf({ subscriptions: ['sled.*', 'instance.*'] })
  const now = server.clock.now()
  await server.db.transaction().execute(async (tx) => {
    await raiseAlert(tx, 'sled.unreachable', { sled_id: 'a' }, now)
    await raiseAlert(tx, 'sled.unreachable', { sled_id: 'b' }, now)
    const data = { instance_id: '', instance_name: '', project_id: '', silo_id: '' }
    await raiseAlert(tx, 'instance.failed', data, now)
  })
  await server.clock.advanceUntil(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      const states = (await list(id)).map(({ state }: { state: string }) => state)
      return states.length === 3 && states.every((state: string) => state === 'failed')
    },
    5000,
    1_200_000,
  )
  const { health } = (await server.admin.ok('alert_receiver_list')).items.find((row: { id: string }) => row.id === id)
  expect(health).toMatchObject({ last_state: 'failed', time_last: expect.any(String), failed_in_day: 3 })
  await server.admin.ok('alert_receiver_subscription_remove', { path: { receiver: id, subscription: 'instance.*' } })
  localReceiver.answer = (response) => response.writeHead(204).end()
  expect((await probe(id)).body.resends_started).toBeNull()
  expect((await probe(id, true)).body.resends_started).toBe(2)
  expect((await probe(id, true)).body.resends_started).toBe(0)
  const resent = (await list(id)).filter(({ trigger }: { trigger: string }) => trigger === 'resend')
  expect(resent).toHaveLength(2)
})
