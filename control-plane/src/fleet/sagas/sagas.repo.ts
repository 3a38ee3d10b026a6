import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'

const actorName: RawBuilder<string | null> = sql`(select external_id from users where id = sagas.actor_id)`
const siloName: RawBuilder<string | null> = sql`(select name from silos where id = sagas.silo_id)`
const projectName: RawBuilder<string | null> = sql`(select name from projects where id = sagas.project_id)`

/** Names of kinds that sagas work on; of a deleted one null. A sled that is added has its serial in the data. */
const subjectName: RawBuilder<string | null> = sql`case
  when sagas.name like 'instance-%' then (select i.name from instances i where i.id = (sagas.data->>'instanceId')::uuid)
  when sagas.name like 'disk-%' then
    (select d.name from disks d where d.id = coalesce(sagas.data->>'diskId', sagas.data->'volume'->>'id')::uuid)
  when sagas.name like 'image-%' then
    (select i.name from images i where i.id = coalesce(sagas.data->>'imageId', sagas.data->'image'->>'id')::uuid)
  when sagas.name like 'snapshot-%' then (select s.name from snapshots s where s.id = (sagas.data->>'snapshotId')::uuid)
  when sagas.name like 'vpc-%' then (select v.name from vpcs v where v.id = (sagas.data->>'vpcId')::uuid)
  when sagas.name like 'sled-%' then sagas.data->>'serial'
end`

/** Sagas with the names of their users and resources, in one statement. */
export const listedSagas = (db: Queryable) =>
  db
    .selectFrom('sagas')
    .selectAll()
    .select([
      actorName.as('actor_name'),
      siloName.as('silo_name'),
      projectName.as('project_name'),
      subjectName.as('subject_name'),
    ])

export type ListedSaga = Awaited<ReturnType<ReturnType<typeof listedSagas>['execute']>>[number]

export const findListedSaga = (db: Queryable, id: string): Promise<ListedSaga | undefined> =>
  listedSagas(db).where('id', '=', id).executeTakeFirst()
