import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const days = (count: number) => ({ body: { device_token_max_ttl_seconds: count * 86_400 } })

describe('auth_settings', () => {
  it('are read by every user of the silo and written by its admins', async () => {
    const silo_id = await server.silo('settled')
    const [admin, user] = [await server.user({ silo: 'admin' }, silo_id), await server.user({}, silo_id)]
    expect(await user.ok('auth_settings_view')).toEqual({ silo_id, device_token_max_ttl_seconds: null })
    expect(await admin.ok('auth_settings_update', days(30))).toEqual({
      silo_id,
      device_token_max_ttl_seconds: 30 * 86_400,
    })
    expect((await user.ok('auth_settings_view')).device_token_max_ttl_seconds).toBe(30 * 86_400)
    const none = { body: { device_token_max_ttl_seconds: null } }
    expect((await admin.ok('auth_settings_update', none)).device_token_max_ttl_seconds).toBeNull()
    const fleet = await server.user({ fleet: 'collaborator' }, silo_id)
    expect((await fleet.call('auth_settings_update', days(2))).status).toBe(200)
    expect((await admin.ok('auth_settings_view')).device_token_max_ttl_seconds).toBe(2 * 86_400)
    const others = await server.user({ silo: 'admin' })
    expect((await others.ok('auth_settings_view')).silo_id).toBe(server.siloId)
  })

  it('must be given explicitly to be unset, and be at least 1 s', async () => {
    for (const body of [{}, { device_token_max_ttl_seconds: 0 }, { device_token_max_ttl_seconds: 2 ** 32 }])
      expect(await server.admin.call('auth_settings_update', { body })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^unable to parse JSON body: .+ at line \d+ column \d+$/) },
      })
  })

  it('reject an update with an outdated If-Match', async () => {
    const tag = (await server.admin.call('auth_settings_view')).headers.get('etag') ?? ''
    const headers = { 'if-match': tag }
    const [first, late] = [
      await server.admin.call('auth_settings_update', { ...days(1), headers }),
      await server.admin.call('auth_settings_update', { ...days(2), headers }),
    ]
    expect(first.status).toBe(200)
    expect(late).toMatchObject({ status: 412, body: { error_code: 'PreconditionFailed' } })
    expect((await server.admin.call('auth_settings_view')).headers.get('etag')).toBe(first.headers.get('etag'))
  })
})
