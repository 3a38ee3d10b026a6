import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outbound } from '../../node/outbound/outbound.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const addresses: Record<string, string> = { 'inside.test': '10.1.2.3', 'receiver.test': '8.8.8.8' }
  const resolve = async (host: string) => {
    const address = addresses[host]
    if (!address) throw new Error('no such name')
    return [{ address, family: 4 }]
  }
  server = await startTestServer({ outbound: outbound(undefined, resolve) })
})
afterAll(() => server.close())

const INSIDE = [
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://169.254.169.254/latest',
  'http://inside.test/',
  'http://2130706433/',
]

let count = 0
const create = (more: object = {}) =>
  server.admin.call('webhook_receiver_create', {
    body: {
      name: `receiver-${++count}`,
      description: '',
      endpoint: 'https://receiver.test/hook',
      secrets: ['secret'],
      ...more,
    },
  })
const view = (receiver: string) => server.admin.ok('alert_receiver_view', { path: { receiver } })

describe('a webhook', () => {
  it('is created with its secrets and subscriptions', async () => {
    const { status, body } = await create({ secrets: ['a', 'b'], subscriptions: ['sled.*', '**', 'sled.*'] })
    expect(status).toBe(201)
    expect(body).toMatchObject({ endpoint: 'https://receiver.test/hook', subscriptions: ['**', 'sled.*'] })
    expect(body.secrets).toEqual([1, 2].map(() => ({ id: expect.any(String), time_created: expect.any(String) })))
    expect((await create({ endpoint: 'http://unknown.test:8080/?a=b' })).status).toBe(201)
  })

  it.each<[object, string]>([
    [{ secrets: [] }, 'a receiver needs at least one secret, which signs what is sent to it'],
    [{ secrets: [''] }, 'unsupported value for "secrets": a secret must not be empty'],
    [{ secrets: Array.from({ length: 17 }, String) }, 'a receiver can have at most 16 secrets'],
    [{ subscriptions: ['nothing'] }, 'unsupported value for "alert_class": there is no alert class "nothing"'],
    [{ endpoint: 'ftp://receiver.test/' }, 'unsupported value for "endpoint": it is not an http or https URL'],
    [{ endpoint: 'http://me:pass@receiver.test/' }, 'unsupported value for "endpoint": it must not hold a password'],
    ...INSIDE.map((endpoint): [object, string] => [
      { endpoint },
      'unsupported value for "endpoint": it leads to an address outside of the public internet: ' +
        "the server's operator can allow it in SKERRY_OUTBOUND_NETWORKS",
    ]),
  ])('is refused with %j', async (more, message) => {
    const { status, body } = await create(more)
    expect([status, body.message]).toEqual([400, message])
  })

  it('has a unique name', async () => {
    const { body } = await create()
    const { status, body: refused } = await create({ name: body.name })
    expect([status, refused.message]).toEqual([400, `already exists: alert-receiver "${body.name}"`])
    const other = (await create()).body
    const renamed = await server.admin.call('webhook_receiver_update', {
      path: { receiver: other.id },
      body: { name: body.name },
    })
    expect([renamed.status, renamed.body.message]).toEqual([400, `already exists: alert-receiver "${body.name}"`])
  })

  it('is partly updated', async () => {
    const { id, time_modified } = (await create()).body
    const update = (body: object) => server.admin.call('webhook_receiver_update', { path: { receiver: id }, body })
    await server.clock.advance(1000)
    expect((await update({ description: 'new' })).status).toBe(204)
    const changed = await view(id)
    expect(changed).toMatchObject({ description: 'new', kind: { endpoint: 'https://receiver.test/hook' } })
    expect(changed.time_modified > time_modified).toBe(true)
    expect((await update({ name: 'changed', endpoint: 'https://other.test/', description: null })).status).toBe(204)
    expect(await view('changed')).toMatchObject({ description: 'new', kind: { endpoint: 'https://other.test/' } })
    expect((await update({ endpoint: 'http://10.0.0.1/' })).status).toBe(400)
    expect((await update({ endpoint: 'x'.repeat(3000) })).status).toBe(400)
  })
})

describe('secrets', () => {
  it('are added, listed without their text, and deleted, the last one too', async () => {
    const { id: receiver, secrets } = (await create()).body
    const add = (secret: string) => server.admin.call('webhook_secrets_add', { query: { receiver }, body: { secret } })
    const { status, body } = await add('another')
    expect([status, body]).toEqual([201, { id: expect.any(String), time_created: expect.any(String) }])
    const listed = await server.admin.ok('webhook_secrets_list', { query: { receiver } })
    expect(listed.secrets).toHaveLength(2)
    expect(JSON.stringify(listed)).not.toContain('another')
    for (const id of [secrets[0].id, body.id])
      expect((await server.admin.call('webhook_secrets_delete', { path: { secret_id: id } })).status).toBe(204)
    expect((await server.admin.ok('webhook_secrets_list', { query: { receiver } })).secrets).toEqual([])
    const gone = await server.admin.call('webhook_secrets_delete', { path: { secret_id: body.id } })
    expect([gone.status, gone.body.message]).toEqual([404, `not found: webhook-secret with id "${body.id}"`])
    expect((await add('')).body.message).toBe('unsupported value for "secret": a secret must not be empty')
    expect((await add('x'.repeat(1025))).status).toBe(400)
    for (let i = 0; i < 16; i++) expect((await add(`secret-${i}`)).status).toBe(201)
    expect((await add('one more')).body.message).toBe('a receiver can have at most 16 secrets')
  })
})
