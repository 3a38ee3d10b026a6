import { roles } from '@skerry/contract/rules/roles.ts'
import type { FleetRole, Silo, SiloRole } from '~/api/types.gen.ts'

/** That a role in a silo gives one in the fleet. */
interface MappedRole {
  role: SiloRole
  fleetRole: FleetRole
}

/** Each of a silo's roles that gives roles in the fleet, the strongest first. */
export const mappedRoles = ({ mappedFleetRoles }: Silo): MappedRole[] =>
  roles.flatMap((role) => (mappedFleetRoles[role] ?? []).map((fleetRole) => ({ role, fleetRole })))
