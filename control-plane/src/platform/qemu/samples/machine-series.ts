import type { Baseboard } from '../../interface/hardware.ts'
import { type FieldValue, type Histogram, LATENCY_BINS } from '../../interface/samples.ts'
import type { BlockSize } from '../../interface/volumes.ts'
import type { DiskStatistics, MeasuredMachine } from '../machines/process/live-statistics.ts'
import type { LinkCounters } from './link-counters.ts'
import type { Measurement } from './measured.ts'
import type { CpuTimes } from './process-times.ts'

type MeasuredFields = Record<string, FieldValue>

export interface MeasuredSled {
  id: string
  rackId: string
  baseboard: Baseboard
}

export const sledFields = ({ id, baseboard }: MeasuredSled): MeasuredFields => ({
  sled_id: id,
  sled_model: baseboard.part,
  sled_revision: baseboard.revision,
  sled_serial: baseboard.serial,
})

const counters = (
  { startedAt }: MeasuredMachine,
  target: string,
  fields: MeasuredFields,
  values: Readonly<Record<string, bigint>>,
): Measurement[] =>
  Object.entries(values).map(([metric, value]) => ({
    series: `${target}:${metric}`,
    fields,
    startedAt: startedAt.getTime(),
    value,
  }))

/** @param cpus times by number of the virtual CPU */
export function machineMeasurements(
  machine: MeasuredMachine,
  sled: MeasuredSled,
  cpus: readonly CpuTimes[],
): Measurement[] {
  const { id, projectId, siloId } = machine.spec
  const fields = { instance_id: id, project_id: projectId, silo_id: siloId, ...sledFields(sled) }
  return [
    ...counters(machine, 'virtual_machine', fields, { reset: BigInt(machine.resets) }),
    ...cpus.flatMap((times, vcpu_id) =>
      Object.entries(times).flatMap(([state, value]) =>
        counters(machine, 'virtual_machine', { ...fields, vcpu_id, state }, { vcpu_usage: value }),
      ),
    ),
  ]
}

export function diskMeasurements(
  machine: MeasuredMachine,
  disk: { id: string; blockSize: BlockSize },
  stats: DiskStatistics,
): Measurement[] {
  const { id, projectId, siloId } = machine.spec
  const fields = {
    attached_instance_id: id,
    block_size: disk.blockSize,
    disk_id: disk.id,
    project_id: projectId,
    silo_id: siloId,
  }
  const failure = { ...fields, failure_reason: 'io_error' }
  const histogram = (kind: string, bins: readonly number[] | undefined, totalNs: number): Measurement[] => {
    if (bins?.length !== LATENCY_BINS.length) return []
    const value: Histogram = { bins: LATENCY_BINS, counts: bins.map(BigInt), sum: BigInt(totalNs) }
    const startedAt = machine.startedAt.getTime()
    return [{ series: 'virtual_disk:io_latency', fields: { ...fields, io_kind: kind }, startedAt, value }]
  }
  return [
    ...counters(machine, 'virtual_disk', fields, {
      bytes_read: BigInt(stats.rd_bytes),
      bytes_written: BigInt(stats.wr_bytes),
      reads: BigInt(stats.rd_operations),
      writes: BigInt(stats.wr_operations),
      flushes: BigInt(stats.flush_operations),
    }),
    ...counters(machine, 'virtual_disk', failure, {
      failed_reads: BigInt(stats.failed_rd_operations),
      failed_writes: BigInt(stats.failed_wr_operations),
      failed_flushes: BigInt(stats.failed_flush_operations),
    }),
    ...histogram('read', stats.rd_latency_histogram?.bins, stats.rd_total_time_ns),
    ...histogram('write', stats.wr_latency_histogram?.bins, stats.wr_total_time_ns),
    ...histogram('flush', stats.flush_latency_histogram?.bins, stats.flush_total_time_ns),
  ]
}

/** @param link the host's end: what it receives, the guest has sent */
export function nicMeasurements(machine: MeasuredMachine, nicId: string, link: LinkCounters): Measurement[] {
  const { id, projectId, siloId } = machine.spec
  const fields = { interface_id: nicId, instance_id: id, project_id: projectId, silo_id: siloId }
  return counters(machine, 'instance_network_interface', fields, {
    bytes_sent: link.bytesReceived,
    bytes_received: link.bytesSent,
    packets_sent: link.packetsReceived,
    packets_received: link.packetsSent,
    packets_dropped: link.droppedReceived + link.droppedSent,
    errors_sent: link.errorsReceived,
    errors_received: link.errorsSent,
  })
}
