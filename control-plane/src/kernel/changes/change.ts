import type { OperationId } from '@skerry/contract/operations.ts'
import { type ChangeEvent, type ChangeKind, changeKinds } from '@skerry/contract/rules/change-events.ts'
import { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { ApiError, forbidden } from '../http/errors.ts'

/** A change as the database reports it: `disks project <silo id> <project id>`. Changes of the same text are equal. */
export type Change = { text: string; kind: ChangeKind } & (
  | { scope: 'project'; silo: string; project: string }
  | { scope: 'silo'; silo: string }
  | { scope: 'user'; user: string }
  | { scope: 'fleet' }
)

const kinds: ReadonlySet<string> = new Set(changeKinds)
const isKind = (text: string): text is ChangeKind => kinds.has(text)

/** Undefined for what a newer server on the same database reports. */
export function parseChange(text: string): Change | undefined {
  const [kind = '', scope, first, second] = text.split(' ')
  if (!isKind(kind)) return undefined
  if (scope === 'project' && first && second) return { text, kind, scope, silo: first, project: second }
  if (scope === 'silo' && first) return { text, kind, scope, silo: first }
  if (scope === 'user' && first) return { text, kind, scope, user: first }
  return scope === 'fleet' ? { text, kind, scope } : undefined
}

/** The read whose permission decides who receives a change, by where it happened. */
const reads = {
  project: 'project_view',
  silo: 'silo_view',
  fleet: 'sled_list',
  user: 'current_user_view',
} as const satisfies Record<Change['scope'], OperationId>

/** Kinds in a silo that not all of its users may read. */
const readsInSilo: Partial<Record<ChangeKind, OperationId>> = {
  certificates: 'certificate_list',
  images: 'image_list',
  'image-fetches': 'image_fetch_list',
}

/** Reads whose answers list things in projects to users of the fleet, by kind. */
const readsOnFleet: Partial<Record<ChangeKind, OperationId>> = {
  instances: 'sled_instance_list',
  'external-ips': 'ip_pool_list',
  utilization: 'silo_utilization_list',
}

/** Reads whose answers summarize things in projects to users of the silo, by kind. */
const readsOfMembers: Partial<Record<ChangeKind, OperationId>> = { utilization: 'utilization_view' }

/** The change in the words of the contract, as far as the actor may read it by the permission table. */
export function eventFor(actor: Actor, change: Change): ChangeEvent | undefined {
  const { kind, scope } = change
  if (scope === 'user') return change.user === actor.userId ? { kind } : undefined
  if (scope === 'fleet') return permitted(actor, reads.fleet, (access) => access.onFleet()) ? { kind } : undefined
  if (scope === 'silo')
    return permitted(actor, readsInSilo[kind] ?? reads.silo, (access) => access.onSilo(change.silo))
      ? { kind }
      : undefined
  const { project, silo } = change
  if (permitted(actor, reads.project, (access) => access.onProject({ id: project, silo_id: silo }, forbidden)))
    return { kind, project }
  const isSeen =
    permitted(actor, readsOnFleet[kind], (access) => access.onFleet()) ||
    (silo === actor.siloId && permitted(actor, readsOfMembers[kind], (access) => access.onSilo(silo)))
  return isSeen ? { kind } : undefined
}

function permitted(actor: Actor, read: OperationId | undefined, check: (access: Access) => void): boolean {
  if (!read) return false
  try {
    check(new Access(actor, read))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const decidesRights: ReadonlySet<ChangeKind> = new Set(['policies', 'groups', 'silos', 'allow-list'])
const ofCredentials: ReadonlySet<ChangeKind> = new Set(['sessions', 'access-tokens'])

/** Whether there may be actors whose rights the change concerns. */
export const mayConcernRights = ({ kind }: Change): boolean => decidesRights.has(kind) || ofCredentials.has(kind)

/**
 * Whether the change may alter what the actor may do, or end the actor's credential. Roles on a silo and its projects
 * count for that silo's own users only, groups have members of their own silo, and a silo maps fleet roles to its own
 * users: so another silo's changes alter nothing, also not for users who look into it by a role on the fleet. That role
 * is assigned in the fleet's policy, which may name users and groups of every silo. A deleted user's sessions and tokens
 * are deleted, and reported, with the user.
 */
export function concernsRightsOf(actor: Actor, change: Change): boolean {
  if (change.scope === 'user') return change.user === actor.userId && ofCredentials.has(change.kind)
  return decidesRights.has(change.kind) && (change.scope === 'fleet' || change.silo === actor.siloId)
}
