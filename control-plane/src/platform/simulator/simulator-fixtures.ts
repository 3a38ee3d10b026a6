import { ManualClock } from '../../clock/clock.ts'
import type { InstanceSpec } from '../interface/instances.ts'
import type { PlatformEvent } from '../interface/platform.ts'
import type { VolumeSpec } from '../interface/volumes.ts'
import { MemoryVolumeStore } from '../volume-store/memory-volume-store.ts'
import { Simulator } from './simulator.ts'

export let clock: ManualClock
export let platform: Simulator
/** The events that the platform sent. */
export let events: PlatformEvent[]

/** Makes a new simulator, before each test. @returns how to end it */
export function newSimulator(): () => void {
  clock = new ManualClock()
  platform = new Simulator({ clock, volumeStore: new MemoryVolumeStore() })
  events = []
  platform.subscribe(async (event) => void events.push(event))
  return () => platform.close()
}

const GiB = 2 ** 30
export const listed = async () => (await platform.instances.list()).instances
export const volumeSpec = (id: string, source: VolumeSpec['source'] = { kind: 'blank' }): VolumeSpec => ({
  id,
  projectId: 'project',
  siloId: 'silo',
  sizeBytes: GiB,
  blockSize: 512,
  source,
})

export async function instanceSpec(id: string, volumes: string[] = []): Promise<InstanceSpec> {
  const { sleds } = await platform.hardware.inventory()
  return {
    id,
    projectId: 'project',
    siloId: 'silo',
    sledId: sleds[0]?.id ?? '',
    hostname: 'web-1',
    ncpus: 2,
    memoryBytes: 4 * GiB,
    volumes: volumes.map((volume, slot) => ({ id: volume, name: volume, boot: slot === 0 })),
    nics: [],
    firmware: 'auto',
    userData: new Uint8Array(),
    sshPublicKeys: [],
  }
}

/** Advances the clock until a call settles. Returns its value and duration in seconds, or throws its error. */
export async function timed<T>(call: Promise<T>): Promise<{ value: T; seconds: number }> {
  const before = clock.now().getTime()
  let settled = false
  void call.catch(() => {}).finally(() => (settled = true))
  await clock.advanceUntil(() => settled, 10)
  return { value: await call, seconds: (clock.now().getTime() - before) / 1000 }
}

export const run = async <T>(call: Promise<T>): Promise<T> => (await timed(call)).value
