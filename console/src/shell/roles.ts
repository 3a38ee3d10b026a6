import { useQuery } from '@tanstack/react-query'
import { type KnownRoles, permissionRefusal } from '@skerry/contract/rules/permissions.ts'
import { assignedRole, fleetRole, type MappedFleetRoles, projectRole, type Role } from '@skerry/contract/rules/roles.ts'
import type { OperationId } from '@skerry/contract/operations.ts'
import { apiQuery, apiQueryOrNull } from '~/api/queries.ts'
import { meQuery, myGroupsQuery, systemPolicyQuery } from './session.ts'

/** A role as far as it can be known: a policy that cannot be read leaves it `unknown`. */
export type KnownRole = Role | 'unknown' | undefined

interface Policy {
  roleAssignments: readonly { identityId: string; roleName: Role }[]
}

export interface RolesOptions {
  /** Name or id of the project that the screen is in. */
  project?: string
  /** Asks for what the fleet role needs beyond the policies: the role mapping of the silo. */
  fleet?: boolean
}

const expected = 'a policy may not be readable; the role is then unknown'

const known = (role: KnownRole): Role | undefined => (role === 'unknown' ? undefined : role)

/** An unknown part matters only where the other does not give the strongest role already. */
const orUnknown = (role: Role | undefined, ...parts: KnownRole[]): KnownRole =>
  role !== 'admin' && parts.includes('unknown') ? 'unknown' : role

/** The user's effective roles at the levels of the screen, as `permissionRefusal` takes them. */
export function useRoles({ project, fleet = false }: RolesOptions = {}): KnownRoles {
  const me = useQuery(meQuery).data
  const groups = useQuery(myGroupsQuery).data
  const systemPolicy = useQuery(systemPolicyQuery).data
  const siloPolicy = useQuery(apiQuery('policyView', {}, { staleTime: 10_000, expected })).data
  const projectPolicy = useQuery(
    apiQuery(
      'projectPolicyView',
      { path: { project: project ?? '' } },
      { staleTime: 10_000, expected, enabled: project !== undefined },
    ),
  ).data
  const ownSilo = useQuery(
    apiQueryOrNull(
      'siloView',
      { path: { silo: me?.siloId ?? '' } },
      { staleTime: 60_000, expected, enabled: fleet && me !== undefined },
    ),
  ).data

  const identities = new Set([me?.id ?? '', ...(groups ?? []).map((group) => group.id)])
  const assigned = (policy: Policy | null | undefined): KnownRole =>
    me && groups && policy ? assignedRole(policy.roleAssignments, identities) : 'unknown'

  const silo = assigned(siloPolicy)
  const inProject = assigned(projectPolicy)
  const inFleet = assigned(systemPolicy)
  const mapped = ownSilo?.mappedFleetRoles as MappedFleetRoles | undefined
  return {
    siloMember: true,
    inProject: project !== undefined,
    silo,
    fleet: orUnknown(fleetRole(known(inFleet), known(silo), mapped), inFleet, silo, mapped ? undefined : 'unknown'),
    project: project === undefined ? undefined : orUnknown(projectRole(known(inProject), known(silo)), inProject, silo),
  }
}

/** Why the user may not do an operation here: `refusal('instance_create')`; nothing where it may, or nobody knows. */
export function useRefusals(options?: RolesOptions): (operation: OperationId) => string | undefined {
  const roles = useRoles(options)
  return (operation) => permissionRefusal(operation, roles)
}

/** The same for one operation: `<Button disabledReason={useRefusal('project_create')}>`. */
export const useRefusal = (operation: OperationId, options?: RolesOptions): string | undefined =>
  useRefusals(options)(operation)
