import type { TimeseriesSchema, Units } from '~/api/types.gen.ts'

/** What is known of a timeseries before it is queried. */
export interface KnownSeries {
  name: string
  fields: readonly string[]
  /** Of its values as they are shown; of distributions only how many samples there were is. */
  unit: Units
}

export const knownOf = (schemas: readonly TimeseriesSchema[]): KnownSeries[] =>
  schemas.map(({ timeseriesName, fieldSchema, datumType, units }) => ({
    name: timeseriesName,
    fields: fieldSchema.map(({ name }) => name),
    unit: datumType.startsWith('histogram') ? 'count' : units,
  }))

const sled = ['sled_id', 'sled_model', 'sled_revision', 'sled_serial']
const disk = ['attached_instance_id', 'block_size', 'disk_id']
const flows = (thing: string) => [`${thing}_sent`, `${thing}_received`]

const unitOf = (metric: string): Units => {
  if (metric === 'vcpu_usage') return 'nanoseconds'
  return metric.startsWith('bytes_') ? 'bytes' : 'count'
}

const series = (target: string, metrics: readonly string[], fields: readonly string[]): KnownSeries[] =>
  metrics.map((metric) => ({ name: `${target}:${metric}`, fields, unit: unitOf(metric) }))

/** What a project can query; the full list is for users of the system area. */
export const projectSeries: readonly KnownSeries[] = [
  ...series(
    'instance_network_interface',
    [...flows('bytes'), ...flows('errors'), 'packets_dropped', ...flows('packets')],
    ['instance_id', 'interface_id'],
  ),
  ...series('virtual_disk', ['bytes_read', 'bytes_written', 'flushes', 'reads', 'writes'], disk),
  ...series('virtual_disk', ['failed_flushes', 'failed_reads', 'failed_writes'], [...disk, 'failure_reason']),
  ...series('virtual_disk', ['io_latency', 'io_size'], [...disk, 'io_kind']),
  ...series('virtual_machine', ['pv_panic_guest_handled', 'pv_panic_host_handled', 'reset'], ['instance_id', ...sled]),
  ...series('virtual_machine', ['vcpu_usage'], ['instance_id', 'state', 'vcpu_id', ...sled]),
]
