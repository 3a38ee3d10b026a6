import { batchesOf } from '../../kernel/database/batches.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/uuid.ts'
import type { SwitchHardware } from '../../platform/hardware.ts'
import type { SwitchLocation } from '../../platform/system-network.ts'

export const switchPorts = (db: Queryable) => db.selectFrom('switch_ports').selectAll()

/** What tells a port from every other. */
export interface PortPlace {
  rack_id: string
  switch_location: SwitchLocation
  name: string
}

export const findPort = (db: Queryable, place: PortPlace): Promise<Row<'switch_ports'> | undefined> =>
  switchPorts(db)
    .where('rack_id', '=', place.rack_id)
    .where('switch_location', '=', place.switch_location)
    .where('name', '=', place.name)
    .executeTakeFirst()

/** Gives a port other settings, or none. System networking is held. */
export async function setPortSettings(tx: Tx, id: string, settingsId: string | null, now: Date): Promise<void> {
  await tx
    .updateTable('switch_ports')
    .set({ port_settings_id: settingsId, time_modified: now })
    .where('id', '=', id)
    .execute()
}

/** Writes down the ports of switches whose racks are known. */
export async function recordPorts(db: Queryable, switches: readonly SwitchHardware[], now: Date): Promise<void> {
  const ports = switches.flatMap(({ rackId, location, ports: names }) =>
    names.map((name) => ({
      id: randomId(),
      rack_id: rackId,
      switch_location: location,
      name,
      time_created: now,
      time_modified: now,
    })),
  )
  for (const batch of batchesOf(ports))
    await db
      .insertInto('switch_ports')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
