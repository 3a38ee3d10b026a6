import type { OperationId } from '@skerry/contract/operations.ts'
import type { RoleLevel } from '@skerry/contract/rules/roles.ts'
import type { QueryClient } from '@tanstack/react-query'
import { cachedFirst } from '~/api/cached-first.ts'
import { type AnswerOf, apiQuery, type RequestOf } from '~/api/queries.ts'
import type { Silo } from '~/api/types.gen.ts'
import { type RolesOptions, siloPolicyQuery } from '~/shell/access/roles.ts'
import { type PeopleOf, peopleQueries } from './people.ts'

type View = 'policyView' | 'projectPolicyView' | 'siloPolicyView' | 'systemPolicyView'

export type Policy = AnswerOf<View>
export type Assignment = Policy['roleAssignments'][number]

/** What has a policy: its operations, and who can be given a role in it. */
export interface PolicyHolder {
  level: RoleLevel
  /** In a sentence: `this silo`, `project web`. */
  name: string
  view: View
  update: 'policyUpdate' | 'projectPolicyUpdate' | 'siloPolicyUpdate' | 'systemPolicyUpdate'
  request: RequestOf<View>
  /** What a change needs. */
  operation: OperationId
  people: PeopleOf
  /** The name or id of the project that the policy belongs to. */
  project?: string
  /** The silo that the policy belongs to. */
  silo?: NonNullable<RolesOptions['silo']>
}

export const ownSilo: PolicyHolder = {
  level: 'silo',
  name: 'this silo',
  view: 'policyView',
  update: 'policyUpdate',
  request: {},
  operation: 'policy_update',
  people: 'own silo',
  silo: 'own',
}

export const projectHolder = (project: string): PolicyHolder => ({
  level: 'project',
  name: `project ${project}`,
  view: 'projectPolicyView',
  update: 'projectPolicyUpdate',
  request: { path: { project } },
  operation: 'project_policy_update',
  people: 'own silo',
  project,
})

/** Any silo, for operators. @public */
export const siloHolder = ({ id, name, mappedFleetRoles }: Silo): PolicyHolder => ({
  level: 'silo',
  name: `silo ${name}`,
  view: 'siloPolicyView',
  update: 'siloPolicyUpdate',
  request: { path: { silo: id } },
  operation: 'silo_policy_update',
  people: { silo: id },
  silo: { id, mappedFleetRoles },
})

/** The whole system. @public */
export const fleet: PolicyHolder = {
  level: 'fleet',
  name: 'the fleet',
  view: 'systemPolicyView',
  update: 'systemPolicyUpdate',
  request: {},
  operation: 'system_policy_update',
  people: 'all silos',
}

export const policyQuery = (holder: PolicyHolder) => apiQuery(holder.view, holder.request)

/** What the first paint of a policy needs. People whose names cannot be read are shown by their ids. */
export async function loadPolicy({ queryClient }: { queryClient: QueryClient }, holder: PolicyHolder): Promise<void> {
  const { users, groups } = peopleQueries(holder.people)
  const nothing = () => undefined
  await Promise.all([
    cachedFirst({ queryClient }, policyQuery(holder)),
    cachedFirst({ queryClient }, users).catch(nothing),
    cachedFirst({ queryClient }, groups).catch(nothing),
    ...(holder.project === undefined ? [] : [cachedFirst({ queryClient }, siloPolicyQuery).catch(nothing)]),
  ])
}
