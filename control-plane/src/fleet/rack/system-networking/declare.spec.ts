import { afterEach, expect, it } from 'vitest'
import { leastLargestTurn } from '../../../clock/largest-turn.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { apply, makeBgp, makeLot, peer, settings } from '../networking-fixtures.ts'
import { networkingDocument } from './document.ts'

let server: TestServer
afterEach(() => server.close())

it('declares many changes of system networking to the platform at once, and loses none', async () => {
  let away = true
  let declared = 0
  server = await startTestServer({
    beforeStep(saga) {
      if (saga !== 'networking-declare') return
      if (away) throw new Error('the platform is away')
      declared++
    },
  })
  const before = await networkingDocument(server.db)
  for (const enabled of [false, true, false, true, false])
    await server.admin.ok('networking_inbound_icmp_update', { body: { enabled } })
  expect((await server.plane.services.sagas.list()).map(({ name }) => name)).toEqual(['networking-declare'])
  away = false
  await server.settle(600_000)
  expect(await server.plane.services.sagas.list()).toEqual([])
  expect(declared).toBe(1)
  expect((await networkingDocument(server.db)).generation).toBe(before.generation + 5)
})

it('filters what many networks a peer is told in short turns of the event loop', async () => {
  server = await startTestServer()
  const { admin } = server
  const nets = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => `${first}.${i >> 8}.${i & 255}.0/24`)
  await makeLot(admin, 'lot', '10.0.0.0', '10.255.255.255')
  await makeBgp(admin, 'bgp', 65_000, { name: 'lot', networks: nets(10, 5000) })
  const value = [...nets(11, 8000), '10.7.1.0/25', '10.7.9.0/24', '10.8.0.0/22', '10.9.1.2/24', 'fd00::/8']
  const peers = [peer('192.0.2.1', 'bgp', { allowed_export: { type: 'allow', value } }), peer('192.0.2.2', 'bgp')]
  const body = settings('filtered', { bgp_peers: [{ link_name: 'phy0', peers }] })
  await admin.ok('networking_switch_port_settings_create', { body })
  let applied!: Awaited<ReturnType<typeof apply>>
  const ms = await leastLargestTurn(100, async () => void (applied = await apply(server, 'qsfp0', 'filtered')))
  expect(applied.status).toBe(204)
  expect(ms).toBeLessThan(100)
  const [port] = (await networkingDocument(server.db)).ports
  const some = ['10.7.9.0/24', '10.8.0.0/24', '10.8.1.0/24', '10.8.2.0/24', '10.8.3.0/24', '10.9.1.0/24']
  expect(port!.peers.map(({ exported }) => exported)).toEqual([some, nets(10, 5000)])
})
