import { PlatformError } from '../platform-error.ts'
import type { FieldValue, SampleQuery, Samples, SampleSeries } from '../samples.ts'
import { Load, SAMPLE_SECONDS } from './load.ts'
import type { Machine, Run, SimulatedInstances } from './simulated-instances.ts'
import type { SimulatedVolumes } from './simulated-volumes.ts'
import { fraction, hash } from './random.ts'

type Fields = Record<string, FieldValue>
/** A counter of a machine or of a part of it. */
interface Counter {
  fields: Fields
  /** Its value at `end` when its run began at `start`, both in milliseconds. */
  at(start: number, end: number): bigint
}
type Counters = (machine: Machine, run: Run, volumes: SimulatedVolumes) => Counter[]

const STEP = SAMPLE_SECONDS * 1000
const loads = new Map<string, Load>()
const loadOf = (id: string): Load => {
  const load = loads.get(id) ?? new Load(id)
  if (loads.size > 10_000) loads.clear()
  loads.set(id, load)
  return load
}

/** Busy nanoseconds of a thing since its run began. */
const busy = (id: string, start: number, end: number): bigint =>
  BigInt(Math.floor(loadOf(id).busySeconds(start / 1000, end / 1000) * 1e6)) * 1000n

const wall = (start: number, end: number): bigint => BigInt(end - start) * 1_000_000n

/** Shares of a virtual CPU's time. The guest's own is the load; what the rest leaves of the wall time is idle. */
const cpuStates: Record<string, (id: string, start: number, end: number) => bigint> = {
  run: busy,
  emulation: (id, start, end) => (busy(id, start, end) * 3n) / 100n,
  waiting: (id, start, end) => (busy(id, start, end) * 2n) / 100n,
  idle: (id, start, end) => {
    const run = busy(id, start, end)
    return wall(start, end) - run - (run * 3n) / 100n - (run * 2n) / 100n
  },
}

const nothing = () => 0n

const machineFields = ({ spec }: Machine, { sled }: Run): Fields => ({
  instance_id: spec.id,
  project_id: spec.projectId,
  silo_id: spec.siloId,
  sled_id: sled.id,
  sled_model: sled.baseboard.part,
  sled_revision: sled.baseboard.revision,
  sled_serial: sled.baseboard.serial,
})

const cpuUsage: Counters = (machine, run) =>
  Array.from({ length: machine.spec.ncpus }, (_, vcpu) =>
    Object.entries(cpuStates).map(([state, share]) => ({
      fields: { ...machineFields(machine, run), vcpu_id: vcpu, state },
      at: (start: number, end: number) => share(`${machine.spec.id} vcpu ${vcpu}`, start, end),
    })),
  ).flat()

const machineCount: Counters = (machine, run) => [{ fields: machineFields(machine, run), at: nothing }]

/** So many a busy second, half to one and a half times `rate` as the id has it, and one in so many `per`. */
const counted = (id: string, metric: string, rate: number, per: number) => (start: number, end: number) => {
  const scale = rate * (0.5 + fraction(hash(`${id} rate`)))
  const seconds = loadOf(`${id} ${metric}`).busySeconds(start / 1000, end / 1000)
  return BigInt(Math.floor((seconds * scale) / per))
}

const disk =
  (flow: string, rate: number, per = 1): Counters =>
  ({ spec }, _run, volumes) =>
    spec.volumes.map(({ id }) => ({
      fields: {
        attached_instance_id: spec.id,
        block_size: volumes.specOf(id)?.blockSize ?? 512,
        disk_id: id,
        project_id: spec.projectId,
        silo_id: spec.siloId,
      },
      at: counted(id, flow, rate, per),
    }))

const diskFailures: Counters = (machine, run, volumes) =>
  disk('none', 0)(machine, run, volumes).map(({ fields }) => ({
    fields: { ...fields, failure_reason: 'io_error' },
    at: nothing,
  }))

const nic =
  (flow: string, rate: number, per = 1): Counters =>
  ({ spec }) =>
    spec.nics.map(({ id }) => ({
      fields: { interface_id: id, instance_id: spec.id, project_id: spec.projectId, silo_id: spec.siloId },
      at: rate ? counted(id, flow, rate, per) : nothing,
    }))

const MB = 1_000_000

/** Every series that the simulator knows. Bytes and operations of one kind share a flow, so they rise together. */
const series: Record<string, Counters> = {
  'virtual_machine:vcpu_usage': cpuUsage,
  'virtual_machine:reset': machineCount,
  'virtual_machine:pv_panic_guest_handled': machineCount,
  'virtual_machine:pv_panic_host_handled': machineCount,
  'virtual_disk:bytes_read': disk('read', 8 * MB),
  'virtual_disk:bytes_written': disk('write', 5 * MB),
  'virtual_disk:reads': disk('read', 8 * MB, 32_768),
  'virtual_disk:writes': disk('write', 5 * MB, 16_384),
  'virtual_disk:flushes': disk('write', 5 * MB, 1_048_576),
  'virtual_disk:failed_reads': diskFailures,
  'virtual_disk:failed_writes': diskFailures,
  'virtual_disk:failed_flushes': diskFailures,
  'instance_network_interface:bytes_sent': nic('sent', 2 * MB),
  'instance_network_interface:bytes_received': nic('received', 3 * MB),
  'instance_network_interface:packets_sent': nic('sent', 2 * MB, 800),
  'instance_network_interface:packets_received': nic('received', 3 * MB, 1100),
  'instance_network_interface:packets_dropped': nic('received', 3 * MB, 10 ** 9),
  'instance_network_interface:errors_sent': nic('sent', 0),
  'instance_network_interface:errors_received': nic('received', 0),
}

/** Computes series when they are asked for: nothing is stored but when each machine ran. */
export class SimulatedSamples implements Samples {
  readonly #instances: SimulatedInstances
  readonly #volumes: SimulatedVolumes
  readonly #now: () => Date

  constructor(instances: SimulatedInstances, volumes: SimulatedVolumes, now: () => Date) {
    this.#instances = instances
    this.#volumes = volumes
    this.#now = now
  }

  async read({ series: name, where = {}, from, to }: SampleQuery): Promise<SampleSeries[]> {
    const counters = Object.hasOwn(series, name) && series[name]
    if (!counters) throw new PlatformError('permanent', `There is no series ${name}`)
    const found = new Map<string, SampleSeries>()
    const end = Math.min(to.getTime(), this.#now().getTime() + 1)
    for (const machine of this.#instances.machines())
      for (const run of machine.runs) {
        const times = sampleTimes(run, from.getTime(), end)
        if (!times.length) continue
        for (const counter of counters(machine, run, this.#volumes))
          if (matches(counter.fields, where)) append(found, counter, run.bootedAt.getTime(), times)
      }
    return [...found.values()]
  }
}

/** Multiples of 5 s in which a run had started and not ended, within a range whose end is exclusive. */
function sampleTimes({ bootedAt, endedAt }: Run, from: number, to: number): number[] {
  const first = Math.max(from, bootedAt.getTime() + 1)
  const last = Math.min(to, (endedAt?.getTime() ?? Infinity) + 1)
  const times: number[] = []
  for (let at = Math.ceil(first / STEP) * STEP; at < last; at += STEP) times.push(at)
  return times
}

const matches = (fields: Fields, where: SampleQuery['where'] = {}): boolean =>
  Object.entries(where).every(([field, values]) => {
    const value = fields[field]
    return value !== undefined && values.includes(value)
  })

function append(found: Map<string, SampleSeries>, { fields, at }: Counter, start: number, times: number[]): void {
  const key = JSON.stringify(Object.values(fields))
  const one = found.get(key) ?? { fields, timestamps: [], startTimes: [], values: [] }
  found.set(key, one)
  for (const time of times) {
    one.timestamps.push(time)
    one.startTimes.push(start)
    one.values.push(at(start, time))
  }
}
