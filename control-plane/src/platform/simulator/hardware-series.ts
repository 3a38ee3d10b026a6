import type { Baseboard } from '../interface/hardware.ts'
import { counted, type Fields, loadOf, type Meter, type MeteredRun, zero, type SeriesOf, MB } from './meters.ts'
import { idOf } from './random.ts'
import type { SimulatedHardware } from './simulated-hardware.ts'

/** When the hardware was switched on. */
const POWERED_AT = Date.UTC(2025, 0, 1)

interface Chassis {
  kind: 'sled' | 'switch'
  id: string
  rackId: string
  slot: number
  baseboard: Baseboard
}

function chassisOf(hardware: SimulatedHardware): Chassis[] {
  const { sleds, switches } = hardware.installed()
  return [
    ...sleds.map(({ id, rackId, cubby, baseboard }) => ({ kind: 'sled' as const, id, rackId, slot: cubby, baseboard })),
    ...switches.map(({ id, rackId, baseboard }, slot) => ({ kind: 'switch' as const, id, rackId, slot, baseboard })),
  ]
}

interface Component {
  kind: string
  id: string
  description: string
}
const COMPONENTS: readonly Component[] = [
  { kind: 'cpu', id: 'cpu0', description: 'Processor' },
  { kind: 'memory', id: 'dimm0', description: 'Memory module' },
  { kind: 'fan', id: 'fan0', description: 'Front fan' },
  { kind: 'fan', id: 'fan1', description: 'Rear fan' },
  { kind: 'power', id: 'psu0', description: 'Power converter' },
]

const componentFields = (chassis: Chassis, component: Component): Fields => ({
  rack_id: chassis.rackId,
  slot: chassis.slot,
  gateway_id: idOf(`gateway ${chassis.rackId}`),
  chassis_kind: chassis.kind,
  chassis_model: chassis.baseboard.part,
  chassis_revision: chassis.baseboard.revision,
  chassis_serial: chassis.baseboard.serial,
  component_kind: component.kind,
  component_id: component.id,
  description: component.description,
})

/** Utilization since the previous sample, from 0 to 1. */
const busyAt = (id: string, end: number): number => {
  const load = loadOf(id)
  const seconds = end / 1000
  return (load.busySeconds(0, seconds) - load.busySeconds(0, seconds - 5)) / 5
}

const always = (meters: readonly Meter[]): MeteredRun[] => [{ startedAt: POWERED_AT, endedAt: null, meters }]

const components =
  (kinds: readonly string[], meter: (chassis: Chassis, component: Component) => Meter): SeriesOf['runs'] =>
  ({ hardware }) =>
    always(
      chassisOf(hardware).flatMap((chassis) =>
        COMPONENTS.filter(({ kind }) => kinds.includes(kind)).map((component) => meter(chassis, component)),
      ),
    )

/** A sensor whose reading follows the utilization, from `idle` to `full`. */
const sensor = (kinds: readonly string[], name: string, idle: number, full: number): SeriesOf => ({
  counts: false,
  runs: components(kinds, (chassis, component) => ({
    fields: { ...componentFields(chassis, component), sensor: name },
    at: (_, end) => Math.fround(idle + (full - idle) * busyAt(`${chassis.id} ${component.id} ${name}`, end)),
  })),
})

const errors = (withSensor: boolean): SeriesOf => ({
  counts: true,
  runs: components(['cpu', 'memory', 'fan', 'power'], (chassis, component) => ({
    fields: { ...componentFields(chassis, component), ...(withSensor && { sensor: 'status' }) },
    at: zero,
  })),
})

const SLED_LINKS = ['net0', 'net1'] as const

const sledLink = (flow: string, rate: number, per: number): SeriesOf => ({
  counts: true,
  runs: ({ hardware }) =>
    always(
      hardware.installed().sleds.flatMap(({ id, rackId, baseboard }) =>
        SLED_LINKS.map((link) => ({
          fields: {
            kind: 'physical',
            link_name: link,
            rack_id: rackId,
            zone_name: 'global',
            sled_id: id,
            sled_model: baseboard.part,
            sled_revision: baseboard.revision,
            sled_serial: baseboard.serial,
          },
          at: rate ? counted(`${id} ${link}`, flow, rate, per) : zero,
        })),
      ),
    ),
})

const switchLink = (counts: boolean, at: (id: string) => Meter['at']): SeriesOf => ({
  counts,
  runs: ({ hardware }) =>
    always(
      hardware.installed().switches.flatMap(({ id, rackId, baseboard, ports }) =>
        ports.map((port) => ({
          fields: {
            port_id: port,
            link_id: 0,
            rack_id: rackId,
            switch_id: id,
            switch_model: baseboard.part,
            switch_revision: baseboard.revision,
            switch_serial: baseboard.serial,
          },
          at: at(`${id} ${port}`),
        })),
      ),
    ),
})

type Link = (flow: string, rate: number, per: number) => SeriesOf

const links = (target: string, link: Link): Record<string, SeriesOf> =>
  Object.fromEntries(
    (['sent', 'received'] as const).flatMap((direction) => [
      [`${target}:bytes_${direction}`, link(direction, 40 * MB, 1)],
      [`${target}:packets_${direction}`, link(direction, 40 * MB, 900)],
      [`${target}:errors_${direction}`, link(direction, 0, 1)],
    ]),
  )

/** The series of the rack's hardware. */
export const hardwareSeries: Record<string, SeriesOf> = {
  'hardware_component:temperature': sensor(['cpu', 'memory', 'power'], 'temperature', 32, 81),
  'hardware_component:current': sensor(['cpu', 'power'], 'current', 4, 60),
  'hardware_component:input_current': sensor(['power'], 'input current', 2, 18),
  'hardware_component:voltage': sensor(['cpu', 'power'], 'voltage', 0.9, 1.2),
  'hardware_component:input_voltage': sensor(['power'], 'input voltage', 53, 55),
  'hardware_component:power': sensor(['cpu', 'power'], 'power', 60, 400),
  'hardware_component:fan_speed': sensor(['fan'], 'speed', 3000, 9500),
  'hardware_component:sensor_error_count': errors(true),
  'hardware_component:poll_error_count': errors(false),
  ...links('sled_data_link', sledLink),
  ...links('switch_data_link', (flow, rate, per) =>
    switchLink(true, (id) => (rate ? counted(id, flow, rate, per) : zero)),
  ),
  'switch_data_link:link_up': switchLink(false, () => () => true),
}
