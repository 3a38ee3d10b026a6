import { sql } from 'kysely'
import type { Queryable } from '../../../kernel/database/database.ts'
import type { InstanceSpec } from '../../../platform/interface/instances.ts'
import type { DesiredInstance } from '../../../platform/interface/platform.ts'

/** The instance as the platform receives it; undefined if it does not exist. */
export async function instanceSpec(db: Queryable, id: string): Promise<InstanceSpec | undefined> {
  return (await instancesWithSpec(db, id))[0]?.spec
}

/** Every instance, for the platform to compare with what it has. */
export const desiredInstances = (db: Queryable): Promise<DesiredInstance[]> => instancesWithSpec(db)

/** Four statements, however many instances there are. */
async function instancesWithSpec(db: Queryable, only?: string): Promise<DesiredInstance[]> {
  const instances = await db
    .selectFrom('instances')
    .innerJoin('projects', 'projects.id', 'instances.project_id')
    .leftJoin('instance_user_data', 'instance_user_data.instance_id', 'instances.id')
    .selectAll('instances')
    .select(['projects.silo_id', 'instance_user_data.user_data'])
    .$if(only !== undefined, (query) => query.where('instances.id', '=', only!))
    .execute()
  const disks = await db
    .selectFrom('disks')
    .select(['id', 'name', 'instance_id'])
    .where('state', 'in', ['attached', 'attaching'])
    .$if(only !== undefined, (query) => query.where('instance_id', '=', only!))
    .orderBy('name')
    .execute()
  const nics = await db
    .selectFrom('network_interfaces as nic')
    .innerJoin('subnets', 'subnets.id', 'nic.subnet_id')
    .select(['nic.id', 'nic.name', 'nic.mac', 'nic.instance_id', 'nic.is_primary as primary'])
    .select([sql<string>`host(nic.ip)`.as('ip'), sql<number>`masklen(subnets.ipv4_block)`.as('prefixLength')])
    .$if(only !== undefined, (query) => query.where('nic.instance_id', '=', only!))
    .orderBy('nic.slot')
    .execute()
  const keys = await db
    .selectFrom('instance_ssh_keys')
    .select(['instance_id', 'public_key'])
    .$if(only !== undefined, (query) => query.where('instance_id', '=', only!))
    .orderBy('name')
    .execute()

  const disksOf = Map.groupBy(disks, (disk) => disk.instance_id)
  const nicsOf = Map.groupBy(nics, (nic) => nic.instance_id)
  const keysOf = Map.groupBy(keys, (key) => key.instance_id)
  return instances.map((row) => ({
    spec: {
      id: row.id,
      projectId: row.project_id,
      siloId: row.silo_id,
      sledId: row.sled_id ?? '',
      hostname: row.hostname,
      ncpus: row.ncpus,
      // At most 1024 GiB, far below 2^53.
      memoryBytes: Number(row.memory),
      firmware: row.firmware,
      volumes: (disksOf.get(row.id) ?? [])
        .map(({ id, name }) => ({ id, name, boot: id === row.boot_disk_id }))
        .toSorted((a, b) => Number(b.boot) - Number(a.boot)),
      nics: (nicsOf.get(row.id) ?? []).map(({ instance_id: _, ...nic }) => nic),
      userData: new Uint8Array(row.user_data ?? []),
      sshPublicKeys: (keysOf.get(row.id) ?? []).map((key) => key.public_key),
    },
    run: row.run_id !== null && row.time_booted ? { runId: row.run_id, bootedAt: row.time_booted } : null,
  }))
}
