import type { HandlerTable } from './kernel/binder.ts'
import { projectsOps } from './compute/projects/projects.ops.ts'
import { statusOps } from './fleet/status/status.ops.ts'
import { meOps } from './identity/me/me.ops.ts'
import { policiesOps } from './identity/policies/policies.ops.ts'
import { sessionsOps } from './identity/sessions/sessions.ops.ts'

/** Every operation that is built. What the contract has beyond these answers 501 and stands in unimplemented.txt. */
export const handlers = {
  ...statusOps,
  ...sessionsOps,
  ...meOps,
  ...policiesOps,
  ...projectsOps,
} satisfies HandlerTable
