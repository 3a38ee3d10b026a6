import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../../network/network-fixtures.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const session = { detection_threshold: 3, mode: 'single_hop', required_rx: 1_000_000, switch: 'switch0' }
const enable = (remote: string, more: object = {}) =>
  server.admin.call('networking_bfd_enable', { body: { remote, ...session, ...more } })
const disable = (remote: string, more: object = {}) =>
  server.admin.call('networking_bfd_disable', { body: { remote, switch: 'switch0', ...more } })
const status = () => server.admin.ok('networking_bfd_status')

it('a session comes up six seconds after it was enabled, is replaced, and ends', async () => {
  expect((await enable('192.0.2.9')).status).toBe(204)
  expect(await status()).toEqual([
    {
      detection_threshold: 3,
      local: null,
      mode: 'single_hop',
      peer: '192.0.2.9',
      required_rx: 1_000_000,
      state: 'init',
      switch: 'switch0',
    },
  ])
  await server.clock.advance(6000)
  expect(await status()).toMatchObject([{ state: 'up' }])

  expect((await enable('192.0.2.9', { local: '192.0.2.1', mode: 'multi_hop' })).status).toBe(204)
  expect(await status()).toMatchObject([{ local: '192.0.2.1', mode: 'multi_hop', state: 'init' }])
  expect((await enable('192.0.2.9', { switch: 'switch1' })).status).toBe(204)
  expect(await status()).toHaveLength(2)

  expect((await disable('192.0.2.9', { switch: 'switch1' })).status).toBe(204)
  expect((await disable('192.0.2.9')).status).toBe(204)
  expect(await status()).toEqual([])
  expect((await disable('192.0.2.9')).body.message).toBe('not found: BFD session of switch0 with 192.0.2.9')
})

it('requires two addresses of one family', async () => {
  expect(refusal(await enable('192.0.2.9', { local: 'fd00::1' }))).toContain('must both be IPv4 or both IPv6')
  expect(refusal(await enable('192.0.2.9', { local: '192.0.2.9' }))).toBe('Local and remote address must differ')
  expect(await status()).toEqual([])
})

it('is down during a fault', async () => {
  const { platform } = server
  await enable('192.0.2.10')
  await server.clock.advance(6000)
  const { id } = platform.faults.inject({ kind: 'bfd_down', target: '192.0.2.10' })
  expect(await status()).toMatchObject([{ state: 'down' }])
  platform.faults.end(id)
  expect(await status()).toMatchObject([{ state: 'init' }])
  await server.clock.advance(6000)
  expect(await status()).toMatchObject([{ state: 'up' }])
  const events = await server.db.selectFrom('platform_events').select('subject').execute()
  expect(events).toContainEqual({ subject: 'bfd-session-down switch0 192.0.2.10' })
})

it('keeps every digit of required_rx', async () => {
  await enable('192.0.2.11', { required_rx: undefined })
  const body = JSON.stringify({ ...session, remote: '192.0.2.11' }).replace('1000000', '18446744073709551615')
  expect((await server.admin.call('networking_bfd_enable', { body })).status).toBe(204)
  const { required_rx } = await server.db
    .selectFrom('bfd_sessions')
    .select('required_rx')
    .where('remote', '=', '192.0.2.11')
    .executeTakeFirstOrThrow()
  expect(required_rx).toBe('18446744073709551615')
  await disable('192.0.2.11')
})

it.each([
  ['enabled', enable],
  ['disabled', disable],
])('is %s on a switch that there is, with an address', async (_, ask) => {
  expect(refusal(await ask('192.0.2.12', { switch: 'switch7' }))).toContain('there is no switch "switch7"')
  expect((await ask('nowhere')).status).toBe(400)
})
