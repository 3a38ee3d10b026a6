import type { FleetTables } from '../kernel/fleet-tables.ts'
import { FLEET_ID } from '../kernel/uuid.ts'
import { type Columns, type Place, TIME, TIMES } from './crowd-columns.ts'

const baseboard = { part: `'crowd'`, serial: 'i::text', revision: '1' }

/** How a row of each table of the fleet looks. */
export const FLEET_ROWS: Record<keyof FleetTables, (place: Place) => Columns> = {
  racks: () => TIMES,
  switches: (at) => ({ rack_id: at.beside('racks'), location: `'switch0'`, ...baseboard, ...TIMES }),
  sleds: () => ({
    rack_id: `'${FLEET_ID}'`,
    ...baseboard,
    cubby: '1',
    threads: '1',
    memory: '1',
    policy: `'expunged'`,
    provisionable: 'false',
    reachable: 'true',
    state: `'active'`,
    ...TIMES,
  }),
  sled_additions: () => ({ part: `'crowd-to-be'`, serial: 'i::text', time_created: TIME }),
  physical_disks: (at) => ({
    sled_id: at.below('sleds'),
    vendor: `'crowd'`,
    model: `'crowd'`,
    serial: 'i::text',
    form_factor: `'u2'`,
    size: '1',
    policy: `'in_service'`,
    state: `'active'`,
    ...TIMES,
  }),
}
