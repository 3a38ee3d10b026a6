import { type Histogram, LATENCY_BINS, type SampleQuery } from '../interface/samples.ts'
import type { SimulatedMachine, SimulatedRun } from './machine.ts'
import { counted, type Fields, loadOf, type Meter, zero, type SeriesOf, MB } from './meters.ts'
import type { SimulatedInstances } from './simulated-instances.ts'
import type { SimulatedVolumes } from './simulated-volumes.ts'

type Meters = (machine: SimulatedMachine, run: SimulatedRun, volumes: SimulatedVolumes) => Meter[]

/** Busy nanoseconds since the start of the run. */
const busy = (id: string, start: number, end: number): bigint =>
  BigInt(Math.floor(loadOf(id).busySeconds(start / 1000, end / 1000) * 1e6)) * 1000n

const wall = (start: number, end: number): bigint => BigInt(end - start) * 1_000_000n

/** Division of a virtual CPU's time. `run` is the load; `idle` is the rest of the wall time. */
const cpuStates: Record<string, (id: string, start: number, end: number) => bigint> = {
  run: busy,
  emulation: (id, start, end) => (busy(id, start, end) * 3n) / 100n,
  waiting: (id, start, end) => (busy(id, start, end) * 2n) / 100n,
  idle: (id, start, end) => {
    const run = busy(id, start, end)
    return wall(start, end) - run - (run * 3n) / 100n - (run * 2n) / 100n
  },
}

const machineFields = ({ spec }: SimulatedMachine, { sled }: SimulatedRun): Fields => ({
  instance_id: spec.id,
  project_id: spec.projectId,
  silo_id: spec.siloId,
  sled_id: sled.id,
  sled_model: sled.baseboard.part,
  sled_revision: sled.baseboard.revision,
  sled_serial: sled.baseboard.serial,
})

const cpuUsage: Meters = (machine, run) =>
  Array.from({ length: machine.spec.ncpus }, (_, vcpu) =>
    Object.entries(cpuStates).map(([state, share]) => ({
      fields: { ...machineFields(machine, run), vcpu_id: vcpu, state },
      at: (start: number, end: number) => share(`${machine.spec.id} vcpu ${vcpu}`, start, end),
    })),
  ).flat()

const machineCount: Meters = (machine, run) => [{ fields: machineFields(machine, run), at: zero }]

const diskMeter =
  (flow: string, rate: number, per = 1): Meters =>
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

const diskFailures: Meters = (machine, run, volumes) =>
  diskMeter('none', 0)(machine, run, volumes).map(({ fields }) => ({
    fields: { ...fields, failure_reason: 'io_error' },
    at: zero,
  }))

const LATENCY_SHARES = [0.05, 0.3, 0.4, 0.2, 0.04, 0.01]
const LATENCY_MEANS = [30_000, 75_000, 140_000, 300_000, 700_000, 2_000_000]

/** Start of each bin, its share of the operations, and their average value. */
type Shape = readonly (readonly [bin: number, share: number, mean: number])[]
const LATENCY: Shape = LATENCY_BINS.map((bin, at) => [bin, LATENCY_SHARES[at]!, LATENCY_MEANS[at]!])
const SIZE: Shape = [
  [0, 0.1, 512],
  [4_096, 0.5, 4_096],
  [8_192, 0.2, 8_192],
  [32_768, 0.15, 32_768],
  [131_072, 0.05, 131_072],
]

const histogramOf = (shape: Shape, total: bigint): Histogram => {
  // Each count is rounded separately, so that none ever decreases.
  const counts = shape.map(([, share]) => BigInt(Math.floor(Number(total) * share)))
  const sum = shape.reduce((all, [, , mean], i) => all + BigInt(mean) * (counts[i] ?? 0n), 0n)
  return { bins: shape.map(([bin]) => bin), counts, sum }
}

const histograms =
  (shape: Shape): Meters =>
  (machine, run, volumes) =>
    Object.entries({ read: [8 * MB, 32_768], write: [5 * MB, 16_384], flush: [5 * MB, 1_048_576] }).flatMap(
      ([kind, [rate = 0, per = 1]]) =>
        diskMeter('none', 0)(machine, run, volumes).map(({ fields }) => {
          const operations = counted(String(fields['disk_id']), kind === 'read' ? 'read' : 'write', rate, per)
          return {
            fields: { ...fields, io_kind: kind },
            at: (start: number, end: number) => histogramOf(shape, operations(start, end)),
          }
        }),
    )

const nicMeter =
  (flow: string, rate: number, per = 1): Meters =>
  ({ spec }) =>
    spec.nics.map(({ id }) => ({
      fields: { interface_id: id, instance_id: spec.id, project_id: spec.projectId, silo_id: spec.siloId },
      at: rate ? counted(id, flow, rate, per) : zero,
    }))

/** Bytes and operations of one kind share a flow, so they increase together. */
const meters: Record<string, Meters> = {
  'virtual_machine:vcpu_usage': cpuUsage,
  'virtual_machine:reset': machineCount,
  'virtual_machine:pv_panic_guest_handled': machineCount,
  'virtual_machine:pv_panic_host_handled': machineCount,
  'virtual_disk:bytes_read': diskMeter('read', 8 * MB),
  'virtual_disk:bytes_written': diskMeter('write', 5 * MB),
  'virtual_disk:reads': diskMeter('read', 8 * MB, 32_768),
  'virtual_disk:writes': diskMeter('write', 5 * MB, 16_384),
  'virtual_disk:flushes': diskMeter('write', 5 * MB, 1_048_576),
  'virtual_disk:failed_reads': diskFailures,
  'virtual_disk:failed_writes': diskFailures,
  'virtual_disk:failed_flushes': diskFailures,
  'virtual_disk:io_latency': histograms(LATENCY),
  'virtual_disk:io_size': histograms(SIZE),
  'instance_network_interface:bytes_sent': nicMeter('sent', 2 * MB),
  'instance_network_interface:bytes_received': nicMeter('received', 3 * MB),
  'instance_network_interface:packets_sent': nicMeter('sent', 2 * MB, 800),
  'instance_network_interface:packets_received': nicMeter('received', 3 * MB, 1100),
  'instance_network_interface:packets_dropped': nicMeter('received', 3 * MB, 10 ** 9),
  'instance_network_interface:errors_sent': nicMeter('sent', 0),
  'instance_network_interface:errors_received': nicMeter('received', 0),
}

/** Fields by which machines are indexed, the most selective first. */
const INDEXED_FIELDS = ['instance_id', 'attached_instance_id', 'disk_id', 'interface_id', 'project_id']

function machinesFor(instances: SimulatedInstances, where: SampleQuery['where'] = {}): Iterable<SimulatedMachine> {
  const ids = INDEXED_FIELDS.map((field) => where[field]).find((values) => values !== undefined)
  return ids ? new Set(ids.flatMap((id) => [...instances.machinesWith(String(id))])) : instances.machines()
}

const runsOf = (metersOf: Meters): SeriesOf => ({
  counts: true,
  *runs({ instances, volumes }, where) {
    for (const machine of machinesFor(instances, where))
      for (const run of machine.runs) {
        const stays = [...run.earlierSleds, { sled: run.sled, until: run.endedAt }]
        const startedAt = run.bootedAt.getTime()
        let after = startedAt
        for (const { sled, until } of stays) {
          const endedAt = until?.getTime() ?? null
          yield { startedAt, after, endedAt, meters: metersOf(machine, { ...run, sled }, volumes) }
          after = endedAt ?? after
        }
      }
  },
})

/** The series of running machines. */
export const machineSeries: Record<string, SeriesOf> = Object.fromEntries(
  Object.entries(meters).map(([name, metersOf]) => [name, runsOf(metersOf)]),
)
