import type { OperationId } from '../operations.ts'
import { type MappedFleetRoles, roles, roleSuffices, type Role, type RoleLevel, strongestRole } from './roles.ts'

/**
 * What an operation requires of its caller. `user`: signed in; `silo.member`: a user of the silo it is about; `self`:
 * the user it is about; `any-project`: with a role on some project of the silo. A role counts at the level of the
 * resource that the operation is about.
 */
export type Need = 'anyone' | 'user' | 'self' | 'silo.member' | 'any-project' | `${RoleLevel}.${Role}`
/** One requirement, all of several, any of several, or one that depends on whether the resource is in a project. */
export type Needs =
  | Need
  | readonly Need[]
  | { readonly anyOf: readonly Need[] }
  | { readonly inProject: Need; readonly inSilo: Need }

/** The caller's roles at the levels of the operation's target. A missing level is a level without a role. */
export interface HeldRoles {
  fleet?: Role | undefined
  silo?: Role | undefined
  project?: Role | undefined
  /** The caller has a role on some project of its silo; for a screen, undefined where that is not known. */
  anyProject?: boolean
  /** The caller belongs to the silo that the operation is about. */
  siloMember?: boolean
  /** The caller is the user that the operation is about. */
  self?: boolean
  /** The target is in a project; otherwise it is in the silo. */
  inProject?: boolean
  /** The fleet roles that the silo maps its roles to. */
  mappedFleetRoles?: MappedFleetRoles | undefined
  /** The effective fleet role of the target user; of a whole silo, the strongest of its users'. */
  usersFleetRole?: Role | undefined
}

/** Operations that change a silo's role assignments, and so the fleet roles that it maps. */
export const decidesSiloRoles: ReadonlySet<OperationId> = new Set([
  'policy_update',
  'silo_policy_update',
  'local_idp_user_create',
  'local_idp_user_delete',
  'local_idp_user_set_password',
  'saml_identity_provider_create',
  'saml_identity_provider_delete',
  'saml_identity_provider_make_default',
])

/** Operations on users' credentials and sessions. */
const concernsSignIn: ReadonlySet<OperationId> = new Set([
  'local_idp_user_delete',
  'local_idp_user_set_password',
  'saml_identity_provider_create',
  'saml_identity_provider_delete',
  'saml_identity_provider_make_default',
  'user_logout',
  'user_session_list',
  'user_token_list',
])

/**
 * The fleet role that an operation requires beside its row of the table, so that no caller gains, hands out or takes
 * away more than they have: a change of a silo's roles requires every fleet role that it maps, and an operation on the
 * sign-in of a user the fleet role of that user. Only fleet admins create a silo that maps fleet roles.
 */
function fleetRoleBeside(operation: OperationId, held: HeldRoles | KnownRoles | undefined): Role | undefined {
  const mapped = roles.flatMap((role) => held?.mappedFleetRoles?.[role] ?? [])
  if (operation === 'silo_create') return mapped.length ? 'admin' : undefined
  if (held?.self) return undefined
  return strongestRole([
    ...(decidesSiloRoles.has(operation) ? mapped : []),
    ...(concernsSignIn.has(operation) ? [held?.usersFleetRole] : []),
  ])
}

const meetsBeside = (operation: OperationId, held: HeldRoles | undefined): boolean => {
  const needed = fleetRoleBeside(operation, held)
  return needed === undefined || roleSuffices(held?.fleet, needed)
}

const levelAndRole = (need: Need) => need.split('.') as [RoleLevel, Role]

function meets(need: Need, held: HeldRoles | undefined): boolean {
  if (need === 'anyone') return true
  if (held === undefined) return false
  if (need === 'user') return true
  if (need === 'self') return held.self === true
  if (need === 'silo.member') return held.siloMember === true
  if (need === 'any-project') return held.anyProject === true
  const [level, role] = levelAndRole(need)
  return roleSuffices(held[level], role)
}

/** The requirements that apply: each inner list is satisfied by any one of its members. */
function alternatives(needs: Needs, inProject: boolean | undefined): readonly (readonly Need[])[] {
  if (typeof needs === 'string') return [[needs]]
  if ('anyOf' in needs) return [needs.anyOf]
  if ('inProject' in needs) return [[inProject ? needs.inProject : needs.inSilo]]
  return needs.map((need) => [need])
}

/** Whether a caller meets what an operation requires; `held` is undefined when not signed in. */
export const meetsNeeds = (operation: OperationId, needs: Needs, held: HeldRoles | undefined): boolean =>
  alternatives(needs, held?.inProject).every((any) => any.some((need) => meets(need, held))) &&
  meetsBeside(operation, held)

/** Roles as known to a screen: a policy that could not be read leaves its level unknown. */
export type KnownRoles = Omit<HeldRoles, RoleLevel> & Partial<Record<RoleLevel, Role | 'unknown' | undefined>>

const wording = (need: Need, held: KnownRoles) => {
  const [level, role] = levelAndRole(need)
  return `Needs ${level} ${role}; you have ${held[level] ?? 'none'}`
}

/**
 * Why a control should be disabled: "Needs project collaborator; you have viewer". Undefined where the roles suffice,
 * and where a role that matters is unknown: then the control stays enabled and the API decides.
 */
export function permissionRefusal(operation: OperationId, needs: Needs, held: KnownRoles): string | undefined {
  const known = { anyProject: true, ...held }
  for (const level of ['fleet', 'silo', 'project'] as const) if (known[level] === 'unknown') known[level] = 'admin'
  const failing = alternatives(needs, held.inProject).find(
    (any) => !any.some((need) => meets(need, known as HeldRoles)),
  )
  // A silo's roles are for its own users only.
  const attainable = (need: Need) => need !== 'silo.member' && !(held.siloMember === false && need.startsWith('silo.'))
  const role = failing?.find((need) => need.includes('.') && attainable(need))
  if (failing) return role ? wording(role, held) : 'Not permitted'
  const beside = fleetRoleBeside(operation, held)
  return beside && !roleSuffices((known as HeldRoles).fleet, beside) ? wording(`fleet.${beside}`, held) : undefined
}
