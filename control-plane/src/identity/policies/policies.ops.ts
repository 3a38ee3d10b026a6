import type { policies } from '@skerry/contract/identity/policies.ts'
import { projectInPath } from '../../kernel/access/project-in-path.ts'
import { lockProject } from '../../kernel/database/lock-project.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'
import { FLEET_ID } from '../../kernel/values/uuid.ts'
import { siloInPath } from '../silos/silos.scope.ts'
import { keepFleetAdmin } from './fleet-admins.repo.ts'
import { type AssignmentRow, type PolicyHolder, readPolicy, replacePolicy } from './policies.repo.ts'

type UpdateCall = Pick<Call, 'transaction' | 'confirmAccess' | 'request' | 'headers' | 'target'> & {
  body: { role_assignments: AssignmentRow[] }
}

const view = async (call: Pick<Call, 'db' | 'headers'>, holder: PolicyHolder) =>
  tagged(call, await readPolicy(call.db, holder))

const update = (call: UpdateCall, holder: PolicyHolder) =>
  call.transaction(async (tx) => {
    const replace = async () => {
      await call.confirmAccess(tx)
      call.target(holder.resourceId)
      const before = await readPolicy(tx, holder)
      requireMatch(call, before)
      await replacePolicy(tx, holder, call.body.role_assignments)
      const after = await readPolicy(tx, holder)
      call.target(holder.resourceId, differenceOf(before, after))
      return tagged(call, after)
    }
    if (holder.level !== 'project') return keepFleetAdmin(tx, replace)
    if (!(await lockProject(tx, holder.resourceId))) throw notFound('project', { id: holder.resourceId })
    return replace()
  })

const fleetHolder = (call: Pick<Call, 'access'>): PolicyHolder => {
  call.access.onFleet()
  return { level: 'fleet', resourceId: FLEET_ID }
}

const ownSiloHolder = (call: Pick<Call, 'access' | 'actor'>): PolicyHolder => {
  const { siloId } = call.actor
  call.access.onSilo(siloId)
  return { level: 'silo', resourceId: siloId, siloId }
}

const siloHolder = async (call: Pick<Call, 'db' | 'access'> & { params: { silo: string } }): Promise<PolicyHolder> => {
  const silo = await siloInPath(call, call.db)
  return { level: 'silo', resourceId: silo.id, siloId: silo.id }
}

const projectHolder = (call: Parameters<typeof projectInPath>[0]): PolicyHolder => {
  const project = projectInPath(call)
  return { level: 'project', resourceId: project.id, siloId: project.silo_id }
}

export const policiesOps: Handlers<typeof policies> = {
  policy_view: (call) => view(call, ownSiloHolder(call)),
  policy_update: (call) => update(call, ownSiloHolder(call)),
  project_policy_view: (call) => view(call, projectHolder(call)),
  project_policy_update: (call) => update(call, projectHolder(call)),
  system_policy_view: (call) => view(call, fleetHolder(call)),
  system_policy_update: (call) => update(call, fleetHolder(call)),
  silo_policy_view: async (call) => view(call, await siloHolder(call)),
  silo_policy_update: async (call) => update(call, await siloHolder(call)),
}
