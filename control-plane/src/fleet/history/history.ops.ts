import type { history } from '@skerry/contract/fleet/history.ts'
import { projectInPath } from '../../kernel/access/project-in-path.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { historyEntries, type Scope } from './history.repo.ts'
import { historyEntryView } from './history.view.ts'

const pageOfScope = (call: Pick<Call, 'db' | 'page'>, scope: Scope, target: string | undefined) =>
  pageOf(call.page, 'descending', historyEntries(call.db, scope, { target, page: call.page }), {
    table: 'entries',
    time: 'time',
    view: (row) => historyEntryView(row, scope),
  })

export const historyOps: Handlers<typeof history> = {
  project_history_list(call) {
    const { id, silo_id } = projectInPath(call)
    return pageOfScope(call, { project: id, silo: silo_id }, call.query.target)
  },

  silo_history_list(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    return pageOfScope(call, { silo: siloId }, call.query.target)
  },

  system_history_list(call) {
    call.access.onFleet()
    return pageOfScope(call, 'fleet', call.query.target)
  },

  current_user_history_list(call) {
    call.access.onSelf()
    return pageOfScope(call, { user: call.actor.userId }, call.query.target)
  },
}
