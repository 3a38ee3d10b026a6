import type { DisksInState } from '@skerry/contract/compute/project-overview.ts'
import type { InstanceState } from '@skerry/contract/rules/instances.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import { type AttentionScope, attentionOf, type FoundAttention } from './attention.repo.ts'

/** Times as PostgreSQL writes them in JSON. */
export interface OverviewRow {
  instances: { state: InstanceState; count: number; time_began: string }[]
  disks: DisksInState[]
  snapshots: number
  images: number
  vpcs: number
  floating_ips: number
  has_project_image: boolean
  has_silo_image: boolean
  has_default_pool: boolean
  attention: FoundAttention[]
}

/** Counts, usage and problems of a project, in one statement over indexes that begin with the project. */
export async function readOverview(db: Queryable, scope: AttentionScope): Promise<OverviewRow> {
  const { id, silo_id } = scope.project
  const count = (table: string, where = 'true') => sql`
    (select count(*)::int from ${sql.table(table)} where project_id = ${id} and ${sql.raw(where)})`
  // Ordered as an index is: with `exists` PostgreSQL would read the table until it finds a row.
  const hasImage = (inProject: RawBuilder<unknown>) => sql`
    (select id from images where silo_id = ${silo_id} and project_id ${inProject} and state = 'ready'
      order by id limit 1) is not null`
  const { rows } = await sql<OverviewRow>`
    select
      (select coalesce(json_agg(found), '[]') from (
        select run_state as state, count(*)::int as count, min(time_run_state_updated) as time_began
        from instances where project_id = ${id} group by run_state order by run_state) found) as instances,
      (select coalesce(json_agg(found), '[]') from (
        select state, count(*)::int as count from disks where project_id = ${id} group by state order by state) found
      ) as disks,
      ${count('snapshots')} as snapshots, ${count('images')} as images, ${count('vpcs')} as vpcs,
      ${count('external_ips', `kind = 'floating'`)} as floating_ips,
      ${hasImage(sql`= ${id}`)} as has_project_image, ${hasImage(sql`is null`)} as has_silo_image,
      exists (select from ip_pool_silos where silo_id = ${silo_id} and is_default) as has_default_pool,
      ${attentionOf(scope)} as attention`.execute(db)
  return rows[0]!
}
