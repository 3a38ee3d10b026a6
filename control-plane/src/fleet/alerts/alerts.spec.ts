import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { raiseAlert } from './raise-alert.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('alert classes', () => {
  const list = (query: Record<string, string | number> = {}) => server.admin.call('alert_class_list', { query })
  const namesOf = async (filter: string) =>
    (await list({ filter })).body.items.map(({ name }: { name: string }) => name)

  it('are listed by name, and filtered by a pattern', async () => {
    const { body } = await list()
    expect(body.items).toHaveLength(20)
    expect(body.items[0]).toEqual({ name: 'bfd.session_down', description: expect.any(String) })
    expect(await namesOf('instance.*')).toEqual([
      'instance.auto_restarted',
      'instance.failed',
      'instance.start_failed',
      'instance.storage_full',
    ])
    expect(await namesOf('*.failed')).toEqual(['instance.failed', 'physical_disk.failed', 'support_bundle.failed'])
    expect(await namesOf('nothing')).toEqual([])
    const first = await list({ filter: 'update.**', limit: 1 })
    const next = await list({ page_token: first.body.next_page })
    expect(next.body).toMatchObject({ items: [{ name: 'update.target_changed' }], next_page: null })
  })

  it('are filtered by patterns of whole parts', async () => {
    expect((await list({ filter: 'a..b' })).status).toBe(400)
  })
})

const newReceiver = (more: object = {}) => ({
  name: `receiver-${++count}`,
  description: 'Of a test',
  endpoint: 'https://receiver.test/hook',
  secrets: ['secret'],
  subscriptions: ['sled.*'],
  ...more,
})
let count = 0
const receiverOf = (more: object = {}) => server.admin.ok('webhook_receiver_create', { body: newReceiver(more) })

describe('receivers', () => {
  it('are few on a page where they have many long subscriptions', async () => {
    const subscriptions = Array.from({ length: 64 }, (_, index) => `${'x'.repeat(500)}${index}.*`)
    for (let made = 0; made < 100; made++) await receiverOf({ subscriptions })
    const names = new Set<string>()
    for (let query: Record<string, string | number> = { limit: 1000 }; ;) {
      const { body, bytes } = await server.admin.call('alert_receiver_list', { query })
      expect(bytes.length).toBeLessThan(3 * 2 ** 20)
      for (const { id, name } of body.items) {
        names.add(name)
        await server.admin.ok('alert_receiver_delete', { path: { receiver: id } })
      }
      if (body.next_page === null) break
      query = { limit: 1000, page_token: body.next_page }
    }
    expect(names.size).toBe(100)
  })

  it('are listed, viewed and deleted with all their parts', async () => {
    const made = await receiverOf({ name: 'shown' })
    const { endpoint, secrets, ...rest } = made
    const shown = { ...rest, kind: { kind: 'webhook', endpoint, secrets } }
    const health = { last_state: null, time_last: null, failed_in_day: 0, paused_until: null }
    expect(await server.admin.ok('alert_receiver_view', { path: { receiver: 'shown' } })).toEqual(shown)
    expect(await server.admin.ok('alert_receiver_view', { path: { receiver: made.id } })).toEqual(shown)
    expect((await server.admin.ok('alert_receiver_list')).items).toContainEqual({ ...shown, health })
    expect(JSON.stringify(shown)).not.toContain('"secret"')
    const path = { receiver: 'shown' }
    expect((await server.admin.call('alert_receiver_delete', { path })).status).toBe(204)
    const gone = await server.admin.call('alert_receiver_delete', { path })
    expect([gone.status, gone.body.message]).toEqual([404, 'not found: alert-receiver with name "shown"'])
    expect(
      await server.db.selectFrom('webhook_secrets').select('id').where('receiver_id', '=', made.id).execute(),
    ).toEqual([])
  })

  it('have an endpoint without line breaks, from the start and when it changes', async () => {
    const { id: receiver } = await receiverOf()
    const endpoint = 'https://receiver.test/\r\nhook'
    const made = await server.admin.call('webhook_receiver_create', {
      body: { name: 'broken', description: '', endpoint, secrets: ['x'], subscriptions: [] },
    })
    const changed = await server.admin.call('webhook_receiver_update', { path: { receiver }, body: { endpoint } })
    for (const { status, body } of [made, changed]) {
      expect(status).toBe(400)
      expect(body.message).toContain('endpoint: must be a URL')
    }
  })

  it('are subscribed and unsubscribed', async () => {
    const { id: receiver } = await receiverOf({ subscriptions: [] })
    const add = (subscription: string) =>
      server.admin.call('alert_receiver_subscription_add', { path: { receiver }, body: { subscription } })
    const remove = (subscription: string) =>
      server.admin.call('alert_receiver_subscription_remove', { path: { receiver, subscription } })
    const subscriptions = async () =>
      (await server.admin.ok('alert_receiver_view', { path: { receiver } })).subscriptions
    for (const pattern of ['instance.failed', '**', '*.added', 'instance.failed']) {
      const { status, body } = await add(pattern)
      expect([status, body]).toEqual([201, { subscription: pattern }])
    }
    expect(await subscriptions()).toEqual(['**', '*.added', 'instance.failed'])
    for (const [pattern, why] of [
      ['instance.lost', 'there is no alert class "instance.lost"'],
      ['probe', '"probe" cannot be subscribed to'],
    ] as const) {
      const { status, body } = await add(pattern)
      expect([status, body.message]).toEqual([400, `unsupported value for "alert_class": ${why}`])
    }
    expect((await remove('*.added')).status).toBe(204)
    expect((await remove('*.added')).body.message).toBe('not found: subscription "*.added"')
    expect((await remove('a..b')).status).toBe(400)
    for (let i = 0; i < 62; i++) await add(`own_${i}.*`)
    expect(await subscriptions()).toHaveLength(64)
    expect((await add('one.more.*')).body.message).toBe('a receiver can have at most 64 subscriptions')
    expect((await add('own_1.*')).status).toBe(201)
  })

  it('refuse what is no name', async () => {
    const path = { receiver: 'Not a name' }
    for (const [operation, request] of [
      ['alert_receiver_view', { path }],
      ['alert_delivery_list', { path }],
      ['alert_receiver_probe', { path }],
      ['alert_probe_list', { path }],
      ['alert_receiver_delete', { path }],
      ['alert_receiver_subscription_add', { path, body: { subscription: '**' } }],
      ['alert_receiver_subscription_remove', { path: { ...path, subscription: 'sled.*' } }],
    ] as const)
      expect([operation, (await server.admin.call(operation, request)).status]).toEqual([operation, 400])
  })

  it('are probed by fleet viewers, who may not have alerts sent again', async () => {
    const { id: receiver } = await receiverOf()
    const viewer = await server.user({ fleet: 'viewer' })
    const path = { receiver }
    expect((await viewer.call('alert_receiver_probe', { path })).status).toBe(200)
    expect((await viewer.call('alert_receiver_probe', { path, query: { resend: true } })).status).toBe(403)
  })
})

describe('resending', () => {
  const resend = (alert_id: string, receiver: string) =>
    server.admin.call('alert_delivery_resend', { path: { alert_id }, query: { receiver } })

  it('creates another delivery of an alert', async () => {
    const { id: receiver } = await receiverOf()
    await server.db
      .transaction()
      .execute((tx) => raiseAlert(tx, 'sled.unreachable', { sled_id: 'lost' }, server.clock.now()))
    const list = async () => (await server.admin.ok('alert_delivery_list', { path: { receiver } })).items
    await server.clock.advanceUntil(async () => (await list())[0]?.state === 'failed', 10_000)
    const [first] = await list()
    const { status, body } = await resend(first.alert_id, receiver)
    expect(status).toBe(201)
    const [again] = (await list()).filter(({ id }: { id: string }) => id === body.delivery_id)
    expect(again).toMatchObject({ alert_id: first.alert_id, trigger: 'resend', state: 'pending' })

    const other = await receiverOf({ subscriptions: ['instance.*'] })
    const refused = await resend(first.alert_id, other.id)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `receiver "${other.name}" is not subscribed to "sled.unreachable"`,
    ])
    const unknown = crypto.randomUUID()
    expect((await resend(unknown, receiver)).body.message).toBe(`not found: alert with id "${unknown}"`)
    expect((await resend(first.alert_id, 'nobody')).body.message).toBe('not found: alert-receiver with name "nobody"')
  })
})
