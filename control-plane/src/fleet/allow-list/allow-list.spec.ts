import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createControlPlane } from '../../control-plane.ts'
import { type ClientAddress, PAGE } from '../../kernel/access/client-address.ts'
import { silent } from '../../kernel/telemetry/log.ts'
import { readMigrations } from '../../node/postgres/migrations.ts'
import { openTestPlatform } from '../../platform/testing/open-test-platform.ts'
import { ORIGIN } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const list = (...ips: string[]) => ({ body: { allowed_ips: { allow: 'list', ips } } })
const ANY = { body: { allowed_ips: { allow: 'any' } } }
/** Tests call from 192.0.2.1. */
const OWN = '192.0.2.0/24'
const pingFrom = async (remoteAddress: ClientAddress, plane: Pick<TestServer['plane'], 'fetch'> = server.plane) => {
  const answer = await plane.fetch(new Request(new URL('/v1/ping', ORIGIN)), { remoteAddress })
  return { status: answer.status, body: await answer.json() }
}

afterEach(async () => {
  await server.admin.ok('networking_allow_list_update', ANY)
})

describe('the allow list', () => {
  it('admits any address at first, then only its networks', async () => {
    expect(await server.admin.ok('networking_allow_list_view')).toMatchObject({ allowed_ips: { allow: 'any' } })
    expect((await pingFrom('203.0.113.9')).status).toBe(200)

    const written = await server.admin.ok('networking_allow_list_update', list(OWN, '198.51.100.7/32', '2001:db8::/32'))
    expect(written.allowed_ips).toEqual({ allow: 'list', ips: [OWN, '198.51.100.7/32', '2001:db8::/32'] })
    expect(await server.admin.ok('networking_allow_list_view')).toEqual(written)
    for (const address of ['192.0.2.255', '198.51.100.7', '2001:db8::1', '::ffff:192.0.2.9', PAGE] as const)
      expect((await pingFrom(address)).status).toBe(200)
    for (const address of ['192.0.3.0', '198.51.100.8', '2001:db9::1', '::ffff:192.0.3.9', 'unknown', ''])
      expect(await pingFrom(address)).toMatchObject({
        status: 403,
        body: { error_code: 'Forbidden', message: 'Forbidden', request_id: expect.any(String) },
      })

    await server.admin.ok('networking_allow_list_update', ANY)
    expect((await pingFrom('203.0.113.9')).status).toBe(200)
  })

  it.each([undefined, '', 'unknown', '256.0.0.1'])(
    'refuses a client without an address, also without a list: %j',
    async (it) => {
      expect((await pingFrom(it as string)).status).toBe(403)
    },
  )

  it('is applied by other servers on the database within two seconds', async () => {
    const { db, clock } = server
    const platform = openTestPlatform({ clock })
    const { passwords } = server.plane.services
    const other = await createControlPlane({ db, clock, log: silent, platform, passwords }, readMigrations())
    expect((await pingFrom('203.0.113.9', other)).status).toBe(200)
    await server.admin.ok('networking_allow_list_update', list(OWN))
    expect((await pingFrom('203.0.113.9')).status).toBe(403)
    await clock.advance(2000)
    expect((await pingFrom('203.0.113.9', other)).status).toBe(403)
    await platform.close()
  })

  it('shows callers their own address', async () => {
    const own = { caller_address: '192.0.2.1' }
    expect(await server.admin.ok('networking_allow_list_update', ANY)).toMatchObject(own)
    expect(await server.admin.ok('networking_allow_list_view')).toMatchObject(own)
  })

  it('is refused when it excludes its writer, or is invalid', async () => {
    for (const [networks, message] of [
      [['198.51.100.0/24'], 'The list must hold your own address, 192.0.2.1'],
      [[], 'The list must have at least one network'],
      [['0.0.0.0/0'], /Width must not be 0/],
      [['::/1', OWN], /unspecified/],
    ] as const) {
      const answer = await server.admin.call('networking_allow_list_update', list(...networks))
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
      expect(answer.body.message).toMatch(message)
    }
    for (const body of [{}, { allowed_ips: { allow: 'some' } }, list('192.0.2.0').body])
      expect((await server.admin.call('networking_allow_list_update', { body })).body.message).toMatch(
        /^unable to parse JSON body: .+ at line \d+ column \d+$/,
      )
    expect((await pingFrom('203.0.113.9')).status).toBe(200)
  })

  it('supports If-Match', async () => {
    const headers = { 'if-match': (await server.admin.call('networking_allow_list_view')).headers.get('etag') ?? '' }
    await server.clock.advance(1)
    const first = await server.admin.call('networking_allow_list_update', { ...list(OWN), headers })
    expect(first.status).toBe(200)
    const late = await server.admin.call('networking_allow_list_update', { ...ANY, headers })
    expect(late).toMatchObject({ status: 412, body: { error_code: 'PreconditionFailed' } })
    expect((await server.admin.call('networking_allow_list_view')).headers.get('etag')).toBe(first.headers.get('etag'))
  })
})
