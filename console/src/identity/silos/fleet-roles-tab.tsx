import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { siloQuery } from './queries.ts'
import { mappedRoles } from './silo-words.ts'

const route = getRouteApi('/_app/system/silos/$silo/fleet-roles')

/** What the roles of a silo give in the whole system. It is decided when the silo is created. */
export function FleetRolesTab() {
  const { data: silo } = useSuspenseQuery(siloQuery(route.useParams().silo))
  const mapped = mappedRoles(silo)
  return (
    <>
      <TabHeading title="Fleet roles" />
      <div className="rounded-lg border border-line bg-surface px-4 py-3.5">
        {mapped.length === 0 ? (
          <p className="text-ink-2">No role in this silo gives a fleet role.</p>
        ) : (
          <ul aria-label="Fleet roles" className="flex flex-col gap-1.5">
            {mapped.map(({ role, fleetRole }) => (
              <li key={`${role} ${fleetRole}`}>
                Silo {role} → Fleet {fleetRole}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
