import type { Saga, sagas } from '@skerry/contract/fleet/sagas.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { conflict } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { retrySaga } from '../../kernel/sagas/saga-store.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { requireOnFleet } from '../require-on-fleet.ts'
import { subjectOf } from './saga-subject.ts'
import { findListedSaga, type ListedSaga, listedSagas } from './sagas.repo.ts'

const sagaView = ({ services }: Pick<Call, 'services'>, row: ListedSaga): Saga => {
  const { time_created, time_modified, time_next_attempt, ...summary } = services.sagas.summary(row)
  const { actor_id, actor_name, subject_name: name, silo_name, project_name } = row
  const subject = subjectOf(row)
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
