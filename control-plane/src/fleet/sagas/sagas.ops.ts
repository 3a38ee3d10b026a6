import type { Saga, sagas } from '@skerry/contract/fleet/sagas.ts'
import { type RawBuilder, sql } from 'kysely'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { conflict } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { retrySaga, type SagaRow } from '../../kernel/sagas/saga-store.ts'
import { timestamp } from '../../kernel/values/time.ts'

const sagaView = ({ services }: Pick<Call, 'services'>, row: ListedSaga): Saga => {
  const { time_created, time_modified, time_next_attempt, ...summary } = services.sagas.summary(row)
  const { actor_id, actor_name, subject_name: name, silo_name, project_name } = row
  const subject = sagaSubject(row)
  return {
    ...summary,
    subject: subject ? { ...subject, name, silo_name, project_name } : null,
    actor_id,
    actor_name,
    time_next_attempt: time_next_attempt && timestamp(time_next_attempt),
    time_created: timestamp(time_created),
    time_modified: timestamp(time_modified),
  }
}

export const sagasOps: Handlers<typeof sagas> = {
  saga_list(call) {
    call.access.onFleet()
    const unfinished = listedSagas(call.db).where('state', '=', 'running')
    return pageOf(call.page, 'ascending', unfinished, { table: 'sagas', view: (row) => sagaView(call, row) })
  },

  async saga_view(call) {
    const id = call.params.saga_id
    return sagaView(call, requireOnFleet(call, 'saga', { id }, await findListedSaga(call.db, id)))
  },

  async saga_retry(call) {
    const id = call.params.saga_id
    const { services } = call
    const saga = await call.transaction(async (tx) => {
      const { state } = requireOnFleet(call, 'saga', { id }, await findListedSaga(tx, id))
      call.target(id)
      if (!(await retrySaga(tx, id, call.now)))
        throw conflict(
          `saga ${id} ${state === 'running' ? 'is being worked on' : 'has ended'}: there is nothing to retry`,
        )
      return (await findListedSaga(tx, id))!
    })
    services.sagas.wake()
    return sagaView(call, saga)
  },
}

/** The field of a saga's data that has the id of its resource, by the resource's kind. */
const ID_FIELDS: Record<string, string> = {
  disk: 'diskId',
  image: 'imageId',
  instance: 'instanceId',
  sled: 'id',
  snapshot: 'snapshotId',
  support_bundle: 'bundleId',
  vpc: 'vpcId',
}
/** Sagas that create a resource have its whole specification. */
const SPECIFICATIONS: Record<string, string> = { disk: 'volume', image: 'image' }

/** The resource that a saga works on: the name of `disk-create` begins with its kind. Undefined if it has none. */
function sagaSubject({ name, data }: Pick<SagaRow, 'name' | 'data'>): { kind: string; id: string } | undefined {
  const kind = name.slice(0, name.lastIndexOf('-')).replaceAll('-', '_')
  const id = data[ID_FIELDS[kind] ?? ''] ?? (data[SPECIFICATIONS[kind] ?? ''] as { id?: unknown } | undefined)?.id
  return typeof id === 'string' ? { kind, id } : undefined
}

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
const listedSagas = (db: Queryable) =>
  db
    .selectFrom('sagas')
    .selectAll()
    .select([
      actorName.as('actor_name'),
      siloName.as('silo_name'),
      projectName.as('project_name'),
      subjectName.as('subject_name'),
    ])

type ListedSaga = Awaited<ReturnType<ReturnType<typeof listedSagas>['execute']>>[number]

const findListedSaga = (db: Queryable, id: string): Promise<ListedSaga | undefined> =>
  listedSagas(db).where('id', '=', id).executeTakeFirst()
