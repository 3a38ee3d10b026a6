import { assert, describe, expect } from 'vitest'
import type { BgpSessionStatus } from '../interface/system-network.ts'
import { type Bed, onSite } from './bed.ts'
import { ASN, bfdSpec, bgpPeer, newId, portSpec, systemDocument } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const PEER = '198.51.100.1'
const EXPORTED = '203.0.113.0/24'

/** The external network of a rack's switches. A platform without switches passes with its empty lists. */
export function describeSystemNetwork(under: PlatformUnderTest): void {
  const test = onSite(under)

  /** Defines a test on the names of two ports of the first switch. */
  const onPorts = (name: string, body: (bed: Bed, names: [string, string]) => Promise<void>) =>
    test(name, async (bed) => {
      const { switches } = await bed.platform.hardware.inventory()
      const first = switches.find(({ location }) => location === 'switch0')
      const [one, other] = first?.ports ?? []
      if (one && other) await body(bed, [one, other])
    })
  const session = async ({ platform }: Bed, peer = PEER) =>
    (await platform.systemNetwork.bgpSessions()).find((one) => one.peer === peer)
  const comesTo = (bed: Bed, state: BgpSessionStatus['state']) =>
    bed.eventually(async () => (await session(bed))?.state).toBe(state)

  describe('a document', () => {
    onPorts('configures its ports; all others have no status', async (bed, [name]) => {
      const port = portSpec(newId(), name)
      const { systemNetwork } = bed.platform
      expect(await systemNetwork.port(port.id)).toBeUndefined()
      await systemNetwork.ensure(systemDocument(2, { ports: [port] }))
      const status = await systemNetwork.port(port.id)
      assert(status)
      expect(status.links).toEqual(port.links)
      const links = await systemNetwork.portLinks()
      expect([...links]).toEqual([[port.id, { up: status.up, since: status.since }]])
    })

    onPorts('removes what it omits', async (bed, [name, other]) => {
      const [kept, removed] = [portSpec(newId(), name), portSpec(newId(), other, [bgpPeer(PEER)])]
      const { systemNetwork } = bed.platform
      const bfdSessions = [bfdSpec(newId(), '198.51.100.7'), bfdSpec(newId(), '198.51.100.8')]
      await systemNetwork.ensure(systemDocument(2, { ports: [kept, removed], bfdSessions }))
      expect(await systemNetwork.bgpSessions()).toHaveLength(1)
      await systemNetwork.ensure(systemDocument(3, { ports: [kept], bfdSessions: bfdSessions.slice(1) }))
      expect(await systemNetwork.port(removed.id)).toBeUndefined()
      expect([...(await systemNetwork.portLinks()).keys()]).toEqual([kept.id])
      expect(await systemNetwork.bgpSessions()).toEqual([])
      expect(await systemNetwork.bgpHistory(ASN)).toEqual([])
      expect(await systemNetwork.bfdSessions()).toMatchObject([{ id: bfdSessions[1]!.id }])
      expect(bed.events).toEqual([])
    })

    onPorts('older than the applied one is ignored, and its call resolves', async (bed, [name]) => {
      const port = portSpec(newId(), name)
      const { systemNetwork } = bed.platform
      await systemNetwork.ensure(systemDocument(5, { ports: [port] }))
      await systemNetwork.ensure(systemDocument(4))
      expect(await systemNetwork.port(port.id)).toBeDefined()
    })

    onPorts('that arrives among 32 others is in force if it is the latest', async (bed, [name]) => {
      const { systemNetwork } = bed.platform
      const ids = Array.from({ length: 32 }, newId)
      const order = ids.map((_, at) => (at * 13) % ids.length)
      await Promise.all(
        order.map((at) => systemNetwork.ensure(systemDocument(at + 2, { ports: [portSpec(ids[at]!, name)] }))),
      )
      expect([...(await systemNetwork.portLinks()).keys()]).toEqual([ids.at(-1)])
    })

    onPorts('is in force after the end of the process, and an older one is ignored', async (bed, [name]) => {
      const port = portSpec(newId(), name, [bgpPeer(PEER)])
      bed.desired = { ...bed.desired, systemNetwork: systemDocument(5, { ports: [port] }) }
      await bed.platform.systemNetwork.ensure(bed.desired.systemNetwork)
      await comesTo(bed, 'established')
      await bed.restart('killed')
      await bed.platform.systemNetwork.ensure(systemDocument(4))
      expect([...(await bed.platform.systemNetwork.portLinks()).keys()]).toEqual([port.id])
      await comesTo(bed, 'established')
    })
  })

  describe('a BGP session', () => {
    const withSession = (name: string, body: (bed: Bed, port: { id: string; name: string }) => Promise<void>) =>
      onPorts(name, async (bed, [portName]) => {
        const port = portSpec(newId(), portName, [bgpPeer(PEER, [EXPORTED])])
        await bed.platform.systemNetwork.ensure(systemDocument(2, { ports: [port] }))
        await comesTo(bed, 'established')
        await body(bed, port)
      })

    withSession('comes up, exports what it was told, and records how', async (bed, { id, name }) => {
      const up = await session(bed)
      expect(up).toMatchObject({ port: { id, name }, location: 'switch0', localAsn: ASN, exported: [EXPORTED] })
      expect(up?.remoteAsn).toBeGreaterThan(0)
      const [history] = await bed.platform.systemNetwork.bgpHistory(ASN)
      assert(history)
      expect(history).toMatchObject({ location: 'switch0', peer: PEER })
      expect(history.stateChanges.at(-1)).toMatchObject({ state: 'established', time: up?.since })
      expect(history.messages.map(({ message }) => message.type)).toContain('open')
      const times = history.messages.map(({ time }) => time.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(await bed.platform.systemNetwork.bgpHistory(ASN + 1)).toEqual([])
    })

    withSession('accepts only the networks that it may import', async (bed, { id, name }) => {
      const port = portSpec(id, name, [{ ...bgpPeer(PEER, [EXPORTED]), allowedImport: [] }])
      await bed.platform.systemNetwork.ensure(systemDocument(3, { ports: [port] }))
      await bed.eventually(async () => (await session(bed))?.imported).toEqual([])
      await comesTo(bed, 'established')
    })

    withSession('stays up when its announcements change', async (bed, { id, name }) => {
      const before = await session(bed)
      const port = portSpec(id, name, [bgpPeer(PEER, [])])
      await bed.platform.systemNetwork.ensure(systemDocument(3, { ports: [port] }))
      await bed.eventually(async () => (await session(bed))?.exported).toEqual([])
      expect(await session(bed)).toMatchObject({ state: 'established', since: before?.since })
    })

    withSession('that goes down is reported once, and comes up again', async (bed) => {
      const { silencePeer } = bed.site.controls
      if (!silencePeer) return
      const answer = await silencePeer(PEER)
      expect(await bed.event('bgp-session-down', PEER)).toMatchObject({ location: 'switch0' })
      expect(await session(bed)).toMatchObject({ imported: [], exported: [] })
      await answer()
      await comesTo(bed, 'established')
      expect(bed.eventsOf(PEER)).toHaveLength(1)
    })

    withSession('goes down with its port, which is reported too', async (bed, { id }) => {
      const { unplug } = bed.site.controls
      if (!unplug) return
      const plugIn = await unplug(id)
      await bed.event('switch-link-down', id)
      await bed.event('bgp-session-down', PEER)
      const status = await bed.platform.systemNetwork.port(id)
      expect(status).toMatchObject({ up: false, neighbors: [] })
      expect((await bed.platform.systemNetwork.portLinks()).get(id)).toEqual({ up: false, since: status?.since })
      await plugIn()
      await bed.eventually(async () => (await bed.platform.systemNetwork.port(id))?.up).toBe(true)
      await comesTo(bed, 'established')
    })
  })

  onPorts('a BFD session comes up, and is reported when it goes down', async (bed) => {
    const spec = bfdSpec(newId(), '198.51.100.9')
    const { systemNetwork } = bed.platform
    await systemNetwork.ensure(systemDocument(2, { bfdSessions: [spec] }))
    const state = async () => (await systemNetwork.bfdSessions()).map((one) => [one.id, one.state])
    await bed.eventually(state).toEqual([[spec.id, 'up']])
    const { silencePeer } = bed.site.controls
    if (!silencePeer) return
    const answer = await silencePeer(spec.remote)
    expect(await bed.event('bfd-session-down', spec.remote)).toMatchObject({ location: 'switch0' })
    await answer()
    await bed.eventually(state).toEqual([[spec.id, 'up']])
    expect(bed.eventsOf(spec.remote)).toHaveLength(1)
  })
}
