import { afterAll, beforeAll, expect, it } from 'vitest'
import { leastLargestTurn } from '../../../clock/largest-turn.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { apply, makeBgp, makeLot, peer, settings } from '../networking-fixtures.ts'

const networks = Array.from({ length: 5000 }, (_, i) => `10.${i >> 8}.${i & 255}.0/24`)
const ASN = 65_100

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeLot(server.admin, 'large', '10.0.0.0', '10.255.255.255')
  await makeBgp(server.admin, 'speaker', ASN, { name: 'large', networks })
})
afterAll(() => server.close())

async function speak(port: string, peers: readonly string[]): Promise<void> {
  const bgp_peers = [{ link_name: 'phy0', peers: peers.map((address) => peer(address, 'speaker')) }]
  await server.admin.ok('networking_switch_port_settings_create', { body: settings(port, { bgp_peers }) })
  expect((await apply(server, port, port)).status).toBe(204)
  await server.clock.advance(10_000)
}

it('the history of sessions has their last messages, however many networks these announce', async () => {
  const peers = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
  await speak('qsfp0', peers)
  for (let times = 0; times < 20; times++) {
    const faults = peers.map((target) => server.platform.faults.inject({ kind: 'bgp_down', target }))
    for (const { id } of faults) server.platform.faults.end(id)
    await server.clock.advance(10_000)
  }
  const { body, bytes } = await server.admin.call('networking_bgp_message_history', { query: { asn: ASN } })
  expect(bytes.length).toBeLessThan(4 * 2 ** 20)
  for (const address of peers) {
    const { messages, state_changes } = body.switch_histories[0].history[address]
    const updates = messages.filter(({ message }: { message: { type: string } }) => message.type === 'update')
    expect(updates.at(-2).message.networks).toEqual(networks)
    expect(messages.length).toBeGreaterThan(8)
    expect(state_changes.length).toBeGreaterThan(60)
  }
})

it('what many peers are told is answered in short turns of the event loop', async () => {
  await speak(
    'qsfp1',
    Array.from({ length: 60 }, (_, i) => `192.0.2.${100 + i}`),
  )
  let exports: Record<string, string[]> = {}
  // The test's own reading of the answer is a part of a turn.
  const ms = await leastLargestTurn(150, async () => {
    exports = (await server.admin.ok('networking_bgp_exported')).exports
  })
  expect(exports['192.0.2.150']).toEqual(networks)
  expect(ms).toBeLessThan(150)
})
