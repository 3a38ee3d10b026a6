import type { DatumType } from '@skerry/contract/fleet/measurements.ts'
import type { AuthzScope, FieldSchema, FieldType, TimeseriesSchema, Units } from '@skerry/contract/fleet/metrics.ts'

/** Type and description of each field. */
type DescribedFields = Record<string, readonly [FieldType, string]>
interface Metric {
  name: string
  description: string
  units: Units
  type: DatumType
  fields?: DescribedFields
}
interface Target {
  name: string
  description: string
  scope: AuthzScope
  fields: DescribedFields
  metrics: readonly Metric[]
}

const counter = (name: string, description: string, units: Units = 'count', fields: DescribedFields = {}): Metric => ({
  name,
  description,
  units,
  type: 'cumulative_u64',
  fields,
})
const gauge = (
  name: string,
  description: string,
  units: Units,
  type: DatumType = 'f32',
  fields: DescribedFields = {},
) => ({
  name,
  description,
  units,
  type,
  fields,
})
const histogram = (name: string, description: string, units: Units, fields: DescribedFields = {}): Metric => ({
  name,
  description,
  units,
  type: 'histogram_u64',
  fields,
})

const project: DescribedFields = {
  project_id: ['uuid', 'ID of the project'],
  silo_id: ['uuid', 'ID of the silo'],
}
const sled: DescribedFields = {
  sled_id: ['uuid', 'ID of the sled'],
  sled_model: ['string', 'Model of the sled'],
  sled_revision: ['u32', 'Revision of the sled'],
  sled_serial: ['string', 'Serial number of the sled'],
}
const failure: DescribedFields = { failure_reason: ['string', 'Why it failed'] }
const io: DescribedFields = { io_kind: ['string', 'Kind of operation: read, write or flush'] }
const sensor: DescribedFields = { sensor: ['string', 'Name of the sensor'] }

/** Counters of a link, sent and received. */
const traffic = (counters: readonly (readonly [string, string, Units])[]): Metric[] =>
  counters.flatMap(([name, words, units]) => [
    counter(`${name}_sent`, `${words} sent`, units),
    counter(`${name}_received`, `${words} received`, units),
  ])
const LINK_TRAFFIC = traffic([
  ['bytes', 'Bytes', 'bytes'],
  ['packets', 'Packets', 'count'],
  ['errors', 'Errors', 'count'],
])

const targets: readonly Target[] = [
  {
    name: 'virtual_machine',
    description: 'An instance',
    scope: 'project',
    fields: { instance_id: ['uuid', 'ID of the instance'], ...project, ...sled },
    metrics: [
      counter('vcpu_usage', 'Time that a virtual CPU spent in a state', 'nanoseconds', {
        state: ['string', 'State of the virtual CPU: run, idle, waiting or emulation'],
        vcpu_id: ['u32', 'Number of the virtual CPU'],
      }),
      counter('reset', 'Resets of the instance'),
      counter('pv_panic_guest_handled', 'Panics that the guest dealt with'),
      counter('pv_panic_host_handled', 'Panics that the guest left to its host'),
    ],
  },
  {
    name: 'virtual_disk',
    description: 'A disk of an instance',
    scope: 'project',
    fields: {
      attached_instance_id: ['uuid', 'ID of the instance that the disk is attached to'],
      block_size: ['u32', 'Block size in bytes'],
      disk_id: ['uuid', 'ID of the disk'],
      ...project,
    },
    metrics: [
      counter('bytes_read', 'Bytes read from the disk', 'bytes'),
      counter('bytes_written', 'Bytes written to the disk', 'bytes'),
      counter('reads', 'Reads from the disk'),
      counter('writes', 'Writes to the disk'),
      counter('flushes', 'Flushes of the disk'),
      counter('failed_reads', 'Reads that failed', 'count', failure),
      counter('failed_writes', 'Writes that failed', 'count', failure),
      counter('failed_flushes', 'Flushes that failed', 'count', failure),
      histogram('io_latency', 'How long operations took', 'nanoseconds', io),
      histogram('io_size', 'How many bytes operations moved', 'bytes', io),
    ],
  },
  {
    name: 'instance_network_interface',
    description: 'A network interface of an instance',
    scope: 'project',
    fields: {
      interface_id: ['uuid', 'ID of the network interface'],
      instance_id: ['uuid', 'ID of the instance'],
      ...project,
    },
    metrics: [
      counter('bytes_sent', 'Bytes sent', 'bytes'),
      counter('bytes_received', 'Bytes received', 'bytes'),
      counter('packets_sent', 'Packets sent'),
      counter('packets_received', 'Packets received'),
      counter('packets_dropped', 'Packets dropped'),
      counter('errors_sent', 'Errors while sending'),
      counter('errors_received', 'Errors while receiving'),
    ],
  },
  {
    name: 'collection_target',
    description: 'A fleet, silo or project whose use is counted',
    scope: 'fleet',
    fields: { id: ['uuid', 'ID of the fleet, silo or project'] },
    metrics: [
      gauge('virtual_disk_space_provisioned', 'Bytes of disks and snapshots', 'bytes', 'i64'),
      gauge('cpus_provisioned', 'Virtual CPUs of instances', 'count', 'i64'),
      gauge('ram_provisioned', 'Bytes of memory of instances', 'bytes', 'i64'),
    ],
  },
  {
    name: 'hardware_component',
    description: 'A part of a sled or switch',
    scope: 'fleet',
    fields: {
      rack_id: ['uuid', 'ID of the rack'],
      slot: ['u32', 'Slot of the chassis in the rack'],
      gateway_id: ['uuid', 'ID of what reads the sensors'],
      chassis_kind: ['string', 'Kind of chassis: sled or switch'],
      chassis_model: ['string', 'Model of the chassis'],
      chassis_revision: ['u32', 'Revision of the chassis'],
      chassis_serial: ['string', 'Serial number of the chassis'],
      component_kind: ['string', 'Kind of component'],
      component_id: ['string', 'Name of the component'],
      description: ['string', 'What the component is'],
    },
    metrics: [
      gauge('temperature', 'Temperature', 'degrees_celsius', 'f32', sensor),
      gauge('current', 'Current out', 'amps', 'f32', sensor),
      gauge('input_current', 'Current in', 'amps', 'f32', sensor),
      gauge('voltage', 'Voltage out', 'volts', 'f32', sensor),
      gauge('input_voltage', 'Voltage in', 'volts', 'f32', sensor),
      gauge('power', 'Power', 'watts', 'f32', sensor),
      gauge('fan_speed', 'Speed of a fan', 'rpm', 'f32', sensor),
      counter('sensor_error_count', 'Readings that a sensor refused', 'count', sensor),
      counter('poll_error_count', 'Times that the component did not answer'),
    ],
  },
  {
    name: 'sled_data_link',
    description: 'A link of a sled',
    scope: 'fleet',
    fields: {
      kind: ['string', 'Kind of link: physical or virtual'],
      link_name: ['string', 'Name of the link'],
      rack_id: ['uuid', 'ID of the rack'],
      zone_name: ['string', 'Zone that the link is in'],
      ...sled,
    },
    metrics: LINK_TRAFFIC,
  },
  {
    name: 'switch_data_link',
    description: 'A link of a switch',
    scope: 'fleet',
    fields: {
      port_id: ['string', 'Name of the port'],
      link_id: ['u32', 'Number of the link on its port'],
      rack_id: ['uuid', 'ID of the rack'],
      switch_id: ['uuid', 'ID of the switch'],
      switch_model: ['string', 'Model of the switch'],
      switch_revision: ['u32', 'Revision of the switch'],
      switch_serial: ['string', 'Serial number of the switch'],
    },
    metrics: [...LINK_TRAFFIC, gauge('link_up', 'Whether the link is up', 'none', 'bool')],
  },
  {
    name: 'http_service',
    description: 'A service that answers HTTP requests',
    scope: 'fleet',
    fields: { name: ['string', 'Name of the service'], id: ['uuid', 'ID of the service'] },
    metrics: [
      histogram('request_latency_histogram', 'How long requests took', 'nanoseconds', {
        operation_id: ['string', 'Operation that was asked for'],
        status_code: ['i64', 'Status of the answer'],
      }),
    ],
  },
  ...(['bgp', 'bfd'] as const).map((protocol) => ({
    name: `${protocol}_session`,
    description: `A ${protocol.toUpperCase()} session of a switch`,
    scope: 'fleet' as const,
    fields: { switch: ['string', 'Place of the switch'], peer: ['ip_addr', 'Address of the peer'] } as const,
    metrics: [
      counter('state_changes', 'Changes of the state'),
      counter('messages_sent', 'Messages sent'),
      counter('messages_received', 'Messages received'),
    ],
  })),
]

const fieldsOf = (fields: DescribedFields, source: FieldSchema['source']): FieldSchema[] =>
  Object.entries(fields).map(([name, [field_type, description]]) => ({ name, description, field_type, source }))

/** All timeseries that can be queried, by name. */
export const schemas: readonly TimeseriesSchema[] = targets
  .flatMap((target) =>
    target.metrics.map((metric) => ({
      timeseries_name: `${target.name}:${metric.name}`,
      description: { target: target.description, metric: metric.description },
      authz_scope: target.scope,
      created: '2026-01-01T00:00:00.000000Z',
      datum_type: metric.type,
      field_schema: [...fieldsOf(target.fields, 'target'), ...fieldsOf(metric.fields ?? {}, 'metric')],
      units: metric.units,
      version: 1,
    })),
  )
  .toSorted((a, b) => (a.timeseries_name < b.timeseries_name ? -1 : 1))

const byName = new Map(schemas.map((schema) => [schema.timeseries_name, schema]))

export const schemaOf = (name: string): TimeseriesSchema | undefined => byName.get(name)
