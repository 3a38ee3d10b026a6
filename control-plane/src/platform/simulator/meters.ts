import type { FieldValue, SampleQuery, SampleValue } from '../samples.ts'
import { Load } from './load.ts'
import { fraction, hash } from './random.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'
import type { SimulatedInstances } from './simulated-instances.ts'
import type { SimulatedSystemNetwork } from './simulated-system-network.ts'
import type { SimulatedVolumes } from './simulated-volumes.ts'

export type Fields = Record<string, FieldValue>

/** What a thing shows of itself. */
export interface Meter {
  fields: Fields
  /** What it shows at `end` when its run began at `start`, both in milliseconds. */
  at(start: number, end: number): SampleValue
}

/** A stretch of time in which meters were read without a break. */
export interface MeteredRun {
  startedAt: number
  endedAt: number | null
  meters: readonly Meter[]
}

/** Everything that has meters. */
export interface Devices {
  instances: SimulatedInstances
  volumes: SimulatedVolumes
  hardware: SimulatedHardware
  systemNetwork: SimulatedSystemNetwork
}

export interface SeriesOf {
  /** Whether it is counted, from the start of each run on. */
  counts: boolean
  /** @param where leaves out devices that have no series with such fields */
  runs(devices: Devices, where: SampleQuery['where']): Iterable<MeteredRun>
}

const loads = new Map<string, Load>()

export function loadOf(id: string): Load {
  const load = loads.get(id) ?? new Load(id)
  if (loads.size > 10_000) loads.clear()
  loads.set(id, load)
  return load
}

export const nothing = () => 0n

/** So many a busy second, half to one and a half times `rate` as the id has it, and one in so many `per`. */
export const counted = (id: string, metric: string, rate: number, per: number) => (start: number, end: number) => {
  const scale = rate * (0.5 + fraction(hash(`${id} rate`)))
  const seconds = loadOf(`${id} ${metric}`).busySeconds(start / 1000, end / 1000)
  return BigInt(Math.floor((seconds * scale) / per))
}
