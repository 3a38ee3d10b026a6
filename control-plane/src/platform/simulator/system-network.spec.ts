import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import type { PlatformEvent } from '../platform.ts'
import type { SystemNetworkDocument } from '../system-network.ts'
import { MemoryVolumeStore } from './memory-volume-store.ts'
import { NOTHING_DESIRED } from './nothing-desired.ts'
import { Simulator } from './simulator.ts'

const DAY_MS = 86_400_000

let clock: ManualClock
let platform: Simulator
let events: PlatformEvent[]
beforeEach(() => {
  clock = new ManualClock()
  platform = new Simulator({ clock, volumeStore: new MemoryVolumeStore() })
  events = []
  platform.subscribe((event) => events.push(event))
  return () => platform.close()
})

/** Sessions with so many neighbours. */
const documentOf = (count: number, generation = 1): SystemNetworkDocument => ({
  ...NOTHING_DESIRED.systemNetwork,
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

test('one session in eight goes down once a day, and comes up again', async () => {
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

test('sessions that were up before this process began are up at once', async () => {
  await platform.restore({ ...NOTHING_DESIRED, systemNetwork: documentOf(3) })
  expect(await up()).toHaveLength(3)
  await platform.systemNetwork.ensure(documentOf(1, 2))
  expect(await up()).toEqual(['session-0'])
  await platform.systemNetwork.ensure(documentOf(3, 1))
  expect(await up()).toEqual(['session-0'])
})

test('nothing waits on the clock once the platform is closed', async () => {
  await platform.systemNetwork.ensure(documentOf(50))
  await platform.close()
  expect(clock.pending).toBe(0)
})
