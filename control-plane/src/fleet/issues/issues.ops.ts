import type { issues, SystemIssue } from '@skerry/contract/fleet/issues.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { notFoundWhat } from '../../kernel/http/errors.ts'
import {
  acknowledgementView,
  deleteAcknowledgement,
  putAcknowledgement,
  withAcknowledgements,
} from './acknowledgements.repo.ts'
import { findIssues } from './find-issues.ts'
import { withTimes } from './issue-times.repo.ts'

const missing = ({ kind, id }: Pick<SystemIssue, 'kind' | 'id'>) => notFoundWhat(`issue of ${kind} "${id}"`)

export const issuesOps: Handlers<typeof issues> = {
  async system_issues_view(call) {
    call.access.onFleet()
    const { issues, truncated } = await findIssues(call.services)
    return { issues: await withTimes(call.db, await withAcknowledgements(call.db, issues)), truncated }
  },

  async system_issue_acknowledge(call) {
    const { issue_kind: kind, issue_id: id } = call.params
    call.access.onFleet(() => missing({ kind, id }))
    const { note } = call.body
    const { issues } = await findIssues(call.services)
    const found = issues.filter((issue) => issue.kind === kind && issue.id === id)
    const worst = found.find(({ severity }) => severity === 'critical') ?? found[0]
    if (!worst) throw missing({ kind, id })
    const { severity } = worst
    const row = { kind, subject: id, severity, note, actor_id: call.actor.userId, time_created: call.now }
    await call.transaction(async (tx) => {
      const replaced = await putAcknowledgement(tx, row)
      call.target(`${kind} ${id}`, differenceOf(replaced ? { note: replaced.note } : {}, { note }))
    })
    return acknowledgementView({ ...row, actor_name: call.actor.displayName })
  },

  system_issue_unacknowledge(call) {
    const { issue_kind: kind, issue_id: id } = call.params
    call.access.onFleet(() => missing({ kind, id }))
    return call.transaction(async (tx) => {
      call.target(`${kind} ${id}`)
      if (!(await deleteAcknowledgement(tx, { kind, id }))) throw missing({ kind, id })
    })
  },
}
