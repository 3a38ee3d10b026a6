import { batchesOf } from '../../../kernel/database/batches.ts'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { SwitchHardware } from '../../../platform/interface/hardware.ts'
import type { SwitchLocation } from '../../../platform/interface/system-network.ts'

export const listedPorts = (db: Queryable) => db.selectFrom('switch_ports').selectAll()

/** Identifies a port. */
export interface PortKey {
  rack_id: string
  switch_location: SwitchLocation
  name: string
}

export const findPort = (db: Queryable, key: PortKey): Promise<Row<'switch_ports'> | undefined> =>
  listedPorts(db)
    .where('rack_id', '=', key.rack_id)
    .where('switch_location', '=', key.switch_location)
    .where('name', '=', key.name)
    .executeTakeFirst()

/** Sets or clears the settings of a port. The caller has locked system networking. */
export async function setPortSettings(tx: Tx, id: string, settingsId: string | null, now: Date): Promise<void> {
  await tx
    .updateTable('switch_ports')
    .set({ port_settings_id: settingsId, time_modified: now })
    .where('id', '=', id)
    .execute()
}

/** Inserts the ports of switches, after their racks. */
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
