import { type InstanceState, instanceStates } from '@skerry/contract/rules/instances.ts'
import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'

/**
 * The quotas of all silos and their usage, with the number of silos that lists show. A quota without a limit is often
 * written as a very large number, so sums end at the contract's maximum.
 */
export async function allQuotas(db: Queryable): Promise<Omit<Row<'quotas'>, 'silo_id'> & { silos: number }> {
  const sum = (column: string) =>
    sql`least(coalesce(sum(${sql.ref(column)}), 0), ${sql.lit(String(2n ** 63n - 1n))})::int8 as ${sql.ref(column)}`
  const columns = ['cpus', 'memory', 'storage'].flatMap((name) => [sum(name), sum(`${name}_provisioned`)])
  const { rows } = await sql<Omit<Row<'quotas'>, 'silo_id'> & { silos: number }>`
    select (select count(*)::int from silos where discoverable) as silos, ${sql.join(columns)} from quotas`.execute(db)
  return rows[0]!
}

interface SledCounts {
  in_service: number
  unreachable: number
  expunged: number
  hardware_threads: number
  physical_ram: number | bigint
  provisionable_vcpus: number
  provisionable_storage: number | bigint | null
}

/** Sleds by whether they accept instances, and the hardware of those in service. */
export async function countSleds(db: Queryable): Promise<SledCounts> {
  const { rows } = await sql<SledCounts>`
    select count(*) filter (where policy = 'in_service')::int as in_service,
      count(*) filter (where policy = 'in_service' and (missing or not reachable))::int as unreachable,
      count(*) filter (where policy = 'expunged')::int as expunged,
      coalesce(sum(threads) filter (where policy = 'in_service'), 0)::int as hardware_threads,
      coalesce(sum(memory) filter (where policy = 'in_service'), 0)::int8 as physical_ram,
      coalesce(sum(provisionable_vcpus) filter (where policy = 'in_service'), 0)::int as provisionable_vcpus,
      (sum(provisionable_storage) filter (where policy = 'in_service'))::int8 as provisionable_storage
    from sleds where state = 'active'`.execute(db)
  return rows[0]!
}

/** The instances of all projects by state, each read in the index of its state. */
export async function instancesByState(
  db: Queryable,
): Promise<{ state: InstanceState; count: number; time_began: Date }[]> {
  const { rows } = await sql<{ state: InstanceState; count: number; time_began: Date }>`
    select state, count, time_began
    from unnest(${[...instanceStates]}::text[]) state, lateral (
      select count(*)::int as count, min(time_run_state_updated) as time_began from instances
      where run_state = state) found
    where count > 0 order by state`.execute(db)
  return rows
}
