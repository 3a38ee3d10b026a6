import { isUuid } from '@skerry/contract/rules/names.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { insertWithRandom } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { PROBE_MACS, randomMac } from '../../network/addresses.ts'

/** A project's probes with their network configuration. */
export const probesOf = (db: Queryable, projectId: string) =>
  db
    .selectFrom('probes')
    .innerJoin('subnets', 'subnets.id', 'probes.subnet_id')
    .innerJoin('vpcs', 'vpcs.id', 'probes.vpc_id')
    .selectAll('probes')
    .select((row) => [
      'subnets.ipv4_block',
      'vpcs.vni',
      row.selectFrom('external_ips').select('ip').whereRef('probe_id', '=', 'probes.id').as('external_ip'),
    ])
    .where('probes.project_id', '=', projectId)

export type ProbeRow = Awaited<ReturnType<ReturnType<typeof probesOf>['executeTakeFirstOrThrow']>>

export const findProbe = (db: Queryable, projectId: string, nameOrId: string): Promise<ProbeRow | undefined> =>
  probesOf(db, projectId)
    .where(isUuid(nameOrId) ? 'probes.id' : 'probes.name', '=', nameOrId)
    .executeTakeFirst()

/**
 * Inserts with a hardware address that no other probe of the VPC has; interfaces of instances have another prefix.
 * @throws 400 when the project has a probe of that name
 */
export const insertProbe = (
  tx: Tx,
  fields: Pick<Row<'probes'>, 'project_id' | 'name' | 'description' | 'sled_id' | 'vpc_id' | 'subnet_id' | 'ip'>,
  now: Date,
): Promise<Row<'probes'>> => {
  const row = { id: randomId(), interface_id: randomId(), ...fields, time_created: now, time_modified: now }
  return insertWithRandom(
    'probe',
    fields.name,
    () =>
      tx
        .insertInto('probes')
        .values({ ...row, mac: randomMac(PROBE_MACS) })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    () => findProbe(tx, fields.project_id, fields.name),
  )
}

export const addressOfProbe = (tx: Tx, id: string): Promise<Row<'external_ips'>> =>
  tx.selectFrom('external_ips').selectAll().where('probe_id', '=', id).executeTakeFirstOrThrow()

export async function deleteProbe(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('probes').where('id', '=', id).execute()
}
