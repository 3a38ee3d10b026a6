import { roles } from '@skerry/contract/rules/roles.ts'
import type { FleetRole, Silo, SiloIdentityMode, SiloRole } from '~/api/types.gen.ts'

/** How the people of a silo sign in. */
export const modeLabel: Record<SiloIdentityMode, string> = { saml_jit: 'SAML', local_only: 'Local only' }

/** Where the users of a silo come from. */
export const usersComeFrom: Record<SiloIdentityMode, string> = {
  local_only: 'Users are people and programs that sign in with a password. An admin adds them here.',
  saml_jit: 'Users appear here after their first sign-in through an identity provider.',
}

export const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** That a role in a silo gives one in the fleet. */
interface MappedRole {
  role: SiloRole
  fleetRole: FleetRole
}

/** Each of a silo's roles that gives roles in the fleet, the strongest first. */
export const mappedRoles = ({ mappedFleetRoles }: Silo): MappedRole[] =>
  roles.flatMap((role) => (mappedFleetRoles[role] ?? []).map((fleetRole) => ({ role, fleetRole })))
