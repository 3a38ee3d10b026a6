import { fleetRole, type MappedFleetRoles, type Role, roles, roleSuffices } from '@skerry/contract/rules/roles.ts'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from '~/form/choice-fields.tsx'
import { confirm } from '~/lib/confirm.ts'
import { ownSiloQuery } from '~/shell/access/roles.ts'
import { useMe } from '~/shell/access/session.ts'
import type { PolicyHolder } from './holders.ts'
import { roleLabel, roleMeaning } from './role-words.ts'

/** The fleet roles that the roles of a policy bring: only those of a silo bring any. */
export function useMappedFleetRoles({ silo }: PolicyHolder): MappedFleetRoles | undefined {
  const { siloId } = useMe()
  const own = useQuery({ ...ownSiloQuery(siloId), enabled: silo === 'own' }).data
  return silo === 'own' ? own?.mappedFleetRoles : silo?.mappedFleetRoles
}

/** The fleet role that comes with a silo role, where it is more than the one that came with `before`. */
export function fleetGain(mapped: MappedFleetRoles | undefined, role: Role, before?: Role): Role | undefined {
  const [now, had] = [role, before].map((each) => fleetRole(undefined, each, mapped))
  return now && !roleSuffices(had, now) ? now : undefined
}

/** The roles of a level from the weakest up, each with what it lets its holder do. */
export const roleChoices = (level: PolicyHolder['level'], mapped: MappedFleetRoles | undefined): Choice<Role>[] =>
  roles.toReversed().map((role) => {
    const inFleet = fleetGain(mapped, role)
    return {
      value: role,
      label: roleLabel[role],
      description: (
        <>
          {roleMeaning[level][role]}
          {inFleet && <b className="block font-medium text-ink">Also gives the fleet role {inFleet}</b>}
        </>
      ),
    }
  })

/** Asks before a role in a silo hands over a role in the fleet. */
export const confirmFleetGain = (name: string, holder: PolicyHolder, inFleet: Role): Promise<boolean> =>
  confirm({
    title: 'Give a fleet role',
    danger: true,
    body: (
      <>
        This role in {holder.name} also makes <b>{name}</b> <b>{inFleet}</b> of the fleet, with access to the system
        area and all silos. {roleMeaning.fleet[inFleet]}.
      </>
    ),
    confirmLabel: `Give fleet ${inFleet}`,
  })
