import type { FieldValue, SampleQuery, SampleValue } from '../interface/samples.ts'
import { Load } from './load.ts'
import { fraction, hash } from './random.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'
import type { SimulatedInstances } from './simulated-instances.ts'
import type { SimulatedSystemNetwork } from './simulated-system-network.ts'
import type { SimulatedVolumes } from './simulated-volumes.ts'

export const MB = 1_000_000

export type Fields = Record<string, FieldValue>

/** One simulated series of a device. */
export interface Meter {
  fields: Fields
  /** Its value at `end` in a run that began at `start`, both in milliseconds. */
  at(start: number, end: number): SampleValue
}

/** A period without interruption in which meters are read. */
export interface MeteredRun {
  /** When its counters were at zero. */
  startedAt: number
  /** Its samples are later than this, if that is after its start. */
  after?: number
  endedAt: number | null
  meters: readonly Meter[]
}

export interface Devices {
  instances: SimulatedInstances
  volumes: SimulatedVolumes
  hardware: SimulatedHardware
  systemNetwork: SimulatedSystemNetwork
}

export interface SeriesOf {
  /** Whether it is a counter, which starts at zero with each run. */
  counts: boolean
  /** @param where skips devices without matching series */
  runs(devices: Devices, where: SampleQuery['where']): Iterable<MeteredRun>
}

const loads = new Map<string, Load>()

export function loadOf(id: string): Load {
  const load = loads.get(id) ?? new Load(id)
  if (loads.size > 10_000) loads.clear()
  loads.set(id, load)
  return load
}

export const zero = () => 0n

/** A counter that increases by 0.5 to 1.5 times `rate` per busy second, depending on the id, divided by `per`. */
export const counted = (id: string, metric: string, rate: number, per: number) => (start: number, end: number) => {
  const scale = rate * (0.5 + fraction(hash(`${id} rate`)))
  const seconds = loadOf(`${id} ${metric}`).busySeconds(start / 1000, end / 1000)
  return BigInt(Math.floor((seconds * scale) / per))
}
