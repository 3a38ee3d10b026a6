import { sql } from 'kysely'
import type { Db } from '../kernel/database/database.ts'

const HOLDING = `('starting', 'running', 'stopping', 'rebooting', 'migrating', 'repairing')`

/** Rows that differ between a table and the view that computes its expected content. */
function differences(table: string, columns: string): string {
  const [kept, computed] = [`select ${columns} from ${table}`, `select ${columns} from computed_${table}`]
  return `select found::text as what from ((${kept} except ${computed}) union all (${computed} except ${kept})) found`
}

/** Invariants that always hold, by the name of their violation: each statement selects the violating rows. */
const ALWAYS: Record<string, string> = {
  'quota differs from the sum of what is used': `
    select s.name || ': ' || q.cpus_provisioned || ' ' || q.memory_provisioned || ' ' || q.storage_provisioned as what
    from quotas q join silos s on s.id = q.silo_id
    cross join lateral (
      select coalesce(sum(ncpus), 0) as cpus, coalesce(sum(memory), 0) as memory
      from instances i join projects p on p.id = i.project_id
      where p.silo_id = s.id and i.run_state in ${HOLDING}) used
    cross join lateral (
      select coalesce(sum(size), 0) as storage
      from (select project_id, size from disks union all select project_id, size from snapshots) things
      join projects p on p.id = things.project_id where p.silo_id = s.id) stored
    where (q.cpus_provisioned, q.memory_provisioned, q.storage_provisioned)
      is distinct from (used.cpus, used.memory, stored.storage)`,
  'use of a silo that differs from the sum of its projects': `
    select s.name as what from quotas q join silos s on s.id = q.silo_id
    cross join lateral (
      select coalesce(sum(u.cpus), 0) as cpus, coalesce(sum(u.memory), 0) as memory, coalesce(sum(u.storage), 0) as storage
      from project_usage u join projects p on p.id = u.project_id where p.silo_id = q.silo_id) used
    where (q.cpus_provisioned, q.memory_provisioned, q.storage_provisioned)
      is distinct from (used.cpus, used.memory, used.storage)`,
  'instance without its part of a source NAT address, or with two': `
    select i.name as what from instances i left join external_ips e on e.instance_id = i.id and e.kind = 'snat'
    group by i.id having count(e.id) <> 1`,
  'address outside the ranges of its pool': `
    select host(e.ip) as what from external_ips e where not exists (
      select 1 from ip_pool_ranges r where r.ip_pool_id = e.ip_pool_id and e.ip between r.first and r.last)`,
  'address used in two ways': `
    select host(ip) as what from external_ips group by ip having count(distinct kind) > 1`,
  'address of a pool that is not linked to the silo': `
    select host(e.ip) as what from external_ips e join projects p on p.id = e.project_id
    where not exists (select 1 from ip_pool_silos l where l.ip_pool_id = e.ip_pool_id and l.silo_id = p.silo_id)`,
  'address and instance in different projects': `
    select host(e.ip) as what from external_ips e join instances i on i.id = e.instance_id
    where e.project_id <> i.project_id`,
  'interface address outside its subnet': `
    select n.name as what from network_interfaces n join subnets s on s.id = n.subnet_id
    where not n.ip << s.ipv4_block or s.vpc_id <> n.vpc_id`,
  'instance with interfaces and not exactly one primary': `
    select instance_id::text as what from network_interfaces
    group by instance_id having count(*) filter (where is_primary) <> 1`,
  'disk of an instance that does not exist': `
    select d.name as what from disks d where d.instance_id is not null and d.state <> 'detaching'
      and not exists (select 1 from instances i where i.id = d.instance_id and i.project_id = d.project_id)`,
  'boot disk that is not attached': `
    select i.name as what from instances i where i.boot_disk_id is not null and not exists (
      select 1 from disks d where d.id = i.boot_disk_id and d.instance_id = i.id)`,
  'instance with a machine and no sled, or the other way round': `
    select name as what from instances where (sled_id is not null) <> (run_state in ${HOLDING})`,
  'sled whose use differs from the sum of its instances': `
    select s.serial || ': ' || s.threads_provisioned || ' ' || s.memory_provisioned as what from sleds s
    cross join lateral (
      select coalesce(sum(ncpus), 0) as threads, coalesce(sum(memory), 0) as memory
      from instances i where s.id in (i.sled_id, i.migration_sled_id)) used
    where (s.threads_provisioned, s.memory_provisioned) is distinct from (used.threads, used.memory)`,
  'thing of a saga that has ended': `
    select owned.what from (
      select 'disk ' || name as what, saga_id from disks union all select 'snapshot ' || name, saga_id from snapshots
      union all select 'image ' || name, saga_id from images
      union all select 'instance ' || name, saga_id from instances
      union all select 'support bundle ' || id, saga_id from support_bundles) owned
    where saga_id is not null and not exists (
      select 1 from sagas s where s.id = owned.saga_id and s.state = 'running')`,
  'free address of a pool that is used, or the other way round': differences('ip_pool_gaps', 'owner_id, first, last'),
  'free address of a subnet that is used, or the other way round': differences('subnet_gaps', 'owner_id, first, last'),
  'free source NAT block that is used, or the other way round': differences(
    'free_snat_blocks',
    'ip_pool_id, ip, first_port',
  ),
  'instance with a second sled and no migration': `
    select name as what from instances where (migration_sled_id is not null) <> (run_state = 'migrating')`,
  'sled with more instances than it can hold': `
    select s.serial as what from sleds s join instances i on s.id in (i.sled_id, i.migration_sled_id)
    group by s.id having sum(i.ncpus) > s.threads or sum(i.memory) > s.memory`,
}

/** Invariants that also hold when no saga is running. */
const AT_REST: Record<string, string> = {
  'instance in a transitional state without a saga': `
    select name || ' ' || run_state as what from instances
    where run_state in ('creating', 'starting', 'stopping', 'rebooting', 'migrating')`,
  'disk in a transitional state without a saga': `
    select name || ' ' || state as what from disks
    where state in ('creating', 'attaching', 'detaching', 'finalizing', 'maintenance')`,
  'snapshot or image that nobody finishes': `
    select name as what from snapshots where state = 'creating'
    union all select name from images where state = 'creating'`,
  'support bundle that nobody fills or deletes': `
    select id::text as what from support_bundles where state in ('collecting', 'destroying')`,
  'disk without a volume': `select name as what from disks where not has_volume and state <> 'faulted'`,
}

/** Checks the invariants. Returns one line per violation. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const { rows } = await sql`select 1 from sagas where state = 'running' limit 1`.execute(db)
  const checks = Object.entries(rows.length ? ALWAYS : { ...ALWAYS, ...AT_REST })
  const broken: string[] = []
  for (const [name, text] of checks) {
    const found = await sql<{ what: string }>`${sql.raw(text)}`.execute(db)
    for (const { what } of found.rows) broken.push(`${name}: ${what}`)
  }
  return broken
}
