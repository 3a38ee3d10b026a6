import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Silo } from '~/api/types.gen.ts'
import { everySiloQuery } from '~/identity/silos/queries.ts'
import { mappedRoles } from '~/identity/silos/silo-words.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import type { AccessRow } from './access-rows.ts'
import { fleet } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'
import { roleLabel } from './role-words.ts'

/** A row for each role in a silo that gives one in the fleet. */
const mappingRows = (silos: readonly Silo[]): AccessRow[] =>
  silos.flatMap((silo) =>
    mappedRoles(silo).map(({ role, fleetRole }) => ({
      id: `${silo.id} ${role} ${fleetRole}`,
      copiedId: silo.id,
      name: `Any silo ${role} in ${silo.name}`,
      isKnown: true,
      type: 'silo_group',
      kind: 'Silo role',
      role: fleetRole,
      sources: [roleLabel[fleetRole]],
      own: [],
      actions: [
        { label: 'View silo', link: <Link to="/system/silos/$silo/fleet-roles" params={{ silo: silo.name }} /> },
      ],
    })),
  )

export function FleetAccessPage() {
  const silos = useQuery(everySiloQuery)
  const others = useMemo(() => mappingRows(silos.data ?? []), [silos.data])
  const { addButton, refresh, table } = usePolicyEditor(fleet, { others })
  return (
    <>
      <PageHeader
        title="Fleet Access"
        refresh={refresh}
        about={{
          title: 'Fleet Access',
          text: 'A fleet role gives access to the system area. Users and groups get one here, or through a silo that maps its roles to fleet roles.',
        }}
      >
        {addButton}
      </PageHeader>
      <div className="pb-7">{table}</div>
    </>
  )
}
