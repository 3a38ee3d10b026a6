import * as oauth from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { listen, type Listener } from './http.ts'

/** Device login as a command-line client has it: an OAuth library that knows nothing of us but two addresses. */

let server: TestServer
let listener: Listener
let address: string
beforeAll(async () => {
  server = await startTestServer({ realTime: true })
  listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', (...call) => server.plane.fetch(...call))
  address = `http://127.0.0.1:${listener.port}`
})
afterAll(async () => {
  await listener.close(0)
  await server.close()
})

function client(): oauth.Configuration {
  const configuration = new oauth.Configuration(
    {
      issuer: address,
      device_authorization_endpoint: `${address}/device/auth`,
      token_endpoint: `${address}/device/token`,
    },
    randomId(),
    undefined,
    oauth.None(),
  )
  oauth.allowInsecureRequests(configuration)
  return configuration
}

/** What the person does in the browser, on the page that the client names. */
async function enterCode({ verification_uri, user_code }: oauth.DeviceAuthorizationResponse): Promise<number> {
  expect(verification_uri).toBe(`${address}/device/verify`)
  const headers = { 'content-type': 'application/json', origin: address, 'sec-fetch-site': 'same-origin' }
  const signedIn = await fetch(`${address}/v1/login/default/local`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
  })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const body = JSON.stringify({ user_code })
  return (await fetch(`${address}/device/confirm`, { method: 'POST', headers: { ...headers, cookie }, body })).status
}

test('an OAuth client gets a token by device login and works with it until it gives it back', async () => {
  const configuration = client()
  const started = await oauth.initiateDeviceAuthorization(configuration, { ttl_seconds: '3600' })
  expect(started).toMatchObject({ expires_in: 300, interval: 5 })
  expect(await enterCode(started)).toBe(204)
  const token = await oauth.pollDeviceAuthorizationGrant(configuration, started)
  expect(token.token_type).toBe('bearer')
  expect(Date.parse(String(token['time_expires'])) - Date.now()).toBeGreaterThan(3_500_000)

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
    })
  expect(await (await call('/v1/me')).json()).toMatchObject({ display_name: 'admin', silo_name: 'default' })
  const project = { name: 'from-the-command-line', description: '' }
  expect((await call('/v1/projects', { method: 'POST', body: JSON.stringify(project) })).status).toBe(201)
  expect(await (await call('/v1/projects')).json()).toMatchObject({ items: [{ name: project.name }] })
  const own = (await (await call('/v1/me/access-tokens')).json()) as { items: { id: string }[] }
  expect(own.items.map(({ id }) => id)).toContain(token['token_id'])
  expect((await call(`/v1/me/access-tokens/${String(token['token_id'])}`, { method: 'DELETE' })).status).toBe(204)
  expect((await call('/v1/me')).status).toBe(401)
})

test('an OAuth client understands why it gets none', async () => {
  const configuration = client()
  const started = await oauth.initiateDeviceAuthorization(configuration, {})
  const grant = (device_code: string) =>
    oauth.genericGrantRequest(configuration, 'urn:ietf:params:oauth:grant-type:device_code', { device_code })
  await expect(grant(started.device_code)).rejects.toMatchObject({ error: 'authorization_pending', status: 400 })
  await expect(grant(started.device_code)).rejects.toMatchObject({ error: 'slow_down' })
  await expect(grant('0'.repeat(40))).rejects.toMatchObject({ error: 'access_denied' })
  const past = new Date(Date.now() - 1)
  await server.db.updateTable('device_requests').set({ time_expires: past }).execute()
  await expect(grant(started.device_code)).rejects.toMatchObject({ error: 'expired_token' })
  await expect(oauth.genericGrantRequest(configuration, 'password', { device_code: 'x' })).rejects.toMatchObject({
    error: 'unsupported_grant_type',
  })
  await expect(oauth.initiateDeviceAuthorization(configuration, { ttl_seconds: '0' })).rejects.toMatchObject({
    error: 'invalid_request',
  })
})
