import type { OperationId } from '@skerry/contract/operations.ts'
import { type Capabilities, capabilityRefusal } from '@skerry/contract/rules/capabilities.ts'
import { type KnownRoles, permissionRefusal } from '@skerry/contract/rules/needs.ts'
import { assignedRole, fleetRole, type MappedFleetRoles, projectRole, type Role } from '@skerry/contract/rules/roles.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { cachedFirst } from '~/api/cached-first.ts'
import { needsOf } from '~/api/needs.ts'
import { apiQuery } from '~/api/queries.ts'
import type { Silo } from '~/api/types.gen.ts'
import { capabilitiesOf, serverQuery } from './capabilities.ts'
import { meQuery, myGroupsQuery, systemPolicyQuery } from './session.ts'

/** A role as far as known: `unknown` where its policy cannot be read. */
export type KnownRole = Role | 'unknown' | undefined

interface Policy {
  roleAssignments: readonly { identityId: string; roleName: Role }[]
}

export interface RolesOptions {
  /** Name or id of the project that the screen is in. */
  project?: string
  /** The silo whose roles or users the screen changes: its role mapping matters then. */
  silo?: 'own' | Pick<Silo, 'id' | 'mappedFleetRoles'>
}

const policySettings = { staleTime: 10_000, expected: 'a policy may not be readable; the role is then unknown' }

/** The user's silo, for the fleet roles that its roles give. */
export const ownSiloQuery = (silo: string) =>
  apiQuery('siloView', { path: { silo } }, { staleTime: 60_000, expected: 'the fleet role is then unknown' })

/** The page works without it: roles of the fleet are then unknown, and how users of the silo sign in. */
export async function loadOwnSilo(context: { queryClient: QueryClient }): Promise<void> {
  const { siloId } = await cachedFirst(context, meQuery)
  await cachedFirst(context, ownSiloQuery(siloId)).catch(() => undefined)
}

/** The policy of the user's silo. */
export const siloPolicyQuery = apiQuery('policyView', {}, policySettings)

const known = (role: KnownRole): Role | undefined => (role === 'unknown' ? undefined : role)

/** An unknown part matters only where the other is not the strongest role already. */
const orUnknown = (role: Role | undefined, ...parts: KnownRole[]): KnownRole =>
  role !== 'admin' && parts.includes('unknown') ? 'unknown' : role

/** What is known of the user; undefined for what could not be read. */
export interface Knowledge {
  userId: string | undefined
  groupIds: readonly string[] | undefined
  /** Null for users who may not read it, and so have no role there. */
  systemPolicy: Policy | null | undefined
  siloPolicy: Policy | undefined
  projectPolicy: Policy | undefined
  /** The fleet roles that the user's silo gives to holders of its roles. */
  mappedFleetRoles: MappedFleetRoles | undefined
  inProject: boolean
  /** The screen is about another silo than the user's, where its own roles do not count. */
  inOtherSilo?: boolean
  /** The mapping of the silo that the screen changes. */
  mappedOnScreen?: MappedFleetRoles | undefined
}

/** The effective roles that follow from what is known. */
export function knownRoles(all: Knowledge): KnownRoles {
  const { userId, groupIds, inProject, inOtherSilo = false } = all
  const identities = userId !== undefined && groupIds && new Set([userId, ...groupIds])
  const assigned = (policy: Policy | undefined): KnownRole =>
    identities && policy ? assignedRole(policy.roleAssignments, identities) : 'unknown'
  const [silo, own] = [assigned(all.siloPolicy), assigned(all.projectPolicy)]
  return {
    siloMember: !inOtherSilo,
    mappedFleetRoles: all.mappedOnScreen,
    inProject,
    silo: inOtherSilo ? undefined : silo,
    fleet: all.systemPolicy === null ? undefined : fleetRoleOf(assigned(all.systemPolicy), silo, all.mappedFleetRoles),
    project: inProject ? orUnknown(projectRole(known(own), known(silo)), own, silo) : undefined,
  }
}

/** @param mapped what the silo's roles give in the fleet, which may be stronger than what is assigned there */
function fleetRoleOf(assigned: KnownRole, silo: KnownRole, mapped: MappedFleetRoles | undefined): KnownRole {
  const role = fleetRole(known(assigned), known(silo), mapped)
  const mapsAny = mapped === undefined || Object.keys(mapped).length > 0
  return orUnknown(role, assigned, mapped ? undefined : 'unknown', mapsAny ? silo : undefined)
}

/** The user's effective roles at the levels of the screen, as `permissionRefusal` takes them. */
export function useRoles({ project, silo }: RolesOptions = {}): KnownRoles {
  const me = useQuery(meQuery).data
  const inProject = project !== undefined
  const groups = useQuery(myGroupsQuery).data
  const systemPolicy = useQuery(systemPolicyQuery).data
  const siloPolicy = useQuery(siloPolicyQuery).data
  // For others the system is not found, whatever the silo maps.
  const ownSilo = useQuery({ ...ownSiloQuery(me?.siloId ?? ''), enabled: Boolean(me && systemPolicy) }).data
  const ofProject = { path: { project: project ?? '' } }
  const projectPolicy = useQuery(
    apiQuery('projectPolicyView', ofProject, { ...policySettings, enabled: inProject }),
  ).data
  return knownRoles({
    userId: me?.id,
    groupIds: groups?.map((group) => group.id),
    systemPolicy,
    siloPolicy,
    projectPolicy,
    mappedFleetRoles: ownSilo?.mappedFleetRoles,
    inProject,
    inOtherSilo: typeof silo === 'object' && silo.id !== me?.siloId,
    mappedOnScreen: silo === 'own' ? ownSilo?.mappedFleetRoles : silo?.mappedFleetRoles,
  })
}

/** The user that an operation is about, if any. */
type AboutUser = Pick<KnownRoles, 'self' | 'usersFleetRole'>

/** Why an operation is refused: to this user, or to everyone because the server lacks what it needs. */
export function operationRefusal(
  operation: OperationId,
  roles: KnownRoles,
  capabilities: Partial<Capabilities> | undefined,
): string | undefined {
  const lack = capabilityRefusal(operation, capabilities)
  if (lack !== undefined) return `${lack.charAt(0).toUpperCase()}${lack.slice(1)}`
  return permissionRefusal(operation, needsOf(operation), roles)
}

/** Why the user may not do an operation here: `refusal('instance_create')`; undefined where allowed or unknown. */
export function useRefusals(options?: RolesOptions): (operation: OperationId, about?: AboutUser) => string | undefined {
  const roles = useRoles(options)
  // Read by the layouts whose screens need it.
  const server = useQuery({ ...serverQuery, enabled: false }).data
  return (operation, about) => operationRefusal(operation, { ...roles, ...about }, server && capabilitiesOf(server))
}

/** The same for one operation: `<Button refusal={useRefusal('project_create')}>`. */
export const useRefusal = (operation: OperationId, options?: RolesOptions): string | undefined =>
  useRefusals(options)(operation)
