import { beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { NOTHING } from '../conformance/declared.ts'
import type { PlatformEvent } from '../interface/platform.ts'
import type { SampleSeries } from '../interface/samples.ts'
import type { SystemNetworkDocument } from '../interface/system-network.ts'
import { MemoryVolumeStore } from '../volume-store/memory-volume-store.ts'
import { Simulator } from './simulator.ts'

const DAY_MS = 86_400_000

let clock: ManualClock
let platform: Simulator
let events: PlatformEvent[]
beforeEach(() => {
  clock = new ManualClock()
  platform = new Simulator({ clock, volumeStore: new MemoryVolumeStore() })
  events = []
  platform.subscribe(async (event) => void events.push(event))
  return () => platform.close()
})

/** A document with `count` BFD sessions. */
const documentOf = (count: number, generation = 1): SystemNetworkDocument => ({
  ...NOTHING.systemNetwork,
  generation,
  bfdSessions: Array.from({ length: count }, (_, index) => ({
    id: `session-${index}`,
    location: 'switch0',
    remote: `192.0.2.${index}`,
    local: null,
    mode: 'single_hop',
    detectionThreshold: 3,
    requiredRx: '1000000',
  })),
})

const up = async () =>
  (await platform.systemNetwork.bfdSessions()).filter(({ state }) => state === 'up').map(({ id }) => id)

test('one session in eight goes down once a day and recovers', async () => {
  await platform.systemNetwork.ensure(documentOf(200))
  await clock.advance(6000)
  expect(await up()).toHaveLength(200)
  await clock.advance(3 * DAY_MS)
  const peers = Map.groupBy(events, (event) => ('peer' in event ? event.peer : ''))
  expect(peers.size).toBeGreaterThan(12)
  expect(peers.size).toBeLessThan(40)
  for (const each of peers.values()) {
    expect(each.length).toBeGreaterThanOrEqual(2)
    expect(each.length).toBeLessThanOrEqual(4)
  }
  await clock.advance(120_000)
  expect((await up()).length).toBeGreaterThanOrEqual(199)
})

test('restored sessions are up at once', async () => {
  await platform.restore({ ...NOTHING, systemNetwork: documentOf(3) })
  expect(await up()).toHaveLength(3)
  await platform.systemNetwork.ensure(documentOf(1, 2))
  expect(await up()).toEqual(['session-0'])
  await platform.systemNetwork.ensure(documentOf(3, 1))
  expect(await up()).toEqual(['session-0'])
})

test('a closed platform has no timers', async () => {
  await platform.systemNetwork.ensure(documentOf(50))
  await platform.close()
  expect(clock.pending).toBe(0)
})

describe('session counters', () => {
  const read = async (series: string, from: Date) => {
    const to = new Date(clock.now().getTime() + 1)
    const query = { series, from, to }
    return (await platform.samples.read(query, await platform.samples.list(query))) as SampleSeries<bigint>[]
  }

  test('BFD sends messages at the required interval while it is up', async () => {
    const began = clock.now()
    await platform.systemNetwork.ensure(documentOf(1))
    await clock.advance(66_000)
    const { id } = platform.faults.inject({ kind: 'bfd_down', target: 'switch0/192.0.2.0' })
    await clock.advance(60_000)
    platform.faults.end(id)
    await clock.advance(69_000)
    const [sent] = await read('bfd_session:messages_sent', began)
    expect(sent!.fields).toEqual({ switch: 'switch0', peer: '192.0.2.0' })
    expect(sent!.values.at(-1)).toBe(123n)
    expect(sent!.values).toEqual(sent!.values.toSorted((a, b) => Number(a - b)))
    const [changes] = await read('bfd_session:state_changes', began)
    // Connecting and up, down, connecting and up again.
    expect(changes!.values.at(-1)).toBe(5n)
    expect(new Set(changes!.startTimes)).toEqual(new Set([began.getTime()]))
  })

  test('BGP counts the messages of its history, of all links to a peer together', async () => {
    const began = clock.now()
    const link = (name: string) => ({ name, speed: 'speed100_g', fec: null, autoneg: false, mtu: 1500, lldp: false })
    const peerOf = (name: string) => ({
      link: name,
      address: '192.0.2.7',
      localAsn: 65_000,
      remoteAsn: null,
      holdTimeSeconds: 9,
      keepaliveSeconds: 3,
      md5AuthKey: null,
      exported: [],
      allowedImport: null,
    })
    const port = (id: string) => ({
      id,
      location: 'switch0' as const,
      name: id,
      links: [link('phy0')],
      addresses: [],
      routes: [],
      peers: [peerOf('phy0')],
    })
    await platform.systemNetwork.ensure({ ...documentOf(0), ports: [port('a'), port('b')] })
    await clock.advance(35_000)
    const [sent, ...others] = await read('bgp_session:messages_received', began)
    expect(others).toEqual([])
    const [first] = await platform.systemNetwork.bgpHistory(65_000)
    const messages = first!.messages.filter(({ direction }) => direction === 'received').length
    const heard = messages + first!.keepalives.received
    expect(heard).toBe(11)
    expect(sent!.values.at(-1)).toBe(BigInt(2 * heard))
    expect(new Set(sent!.timestamps).size).toBe(sent!.timestamps.length)
  })
})
