import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { Role } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { pathTo } from '~/shell/path.ts'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { refreshOf } from '~/shell/reads.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { rolesQuery } from './queries.ts'

/** A role's id is its name. */
type Row = Role & { id: string }

const pathOf = (role: string) => pathTo('/system/roles/$role', { role })

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  nameColumn(({ name }) => (
    <Link to={pathOf(name)} search state>
      {name}
    </Link>
  )),
  descriptionColumn,
]

const about = 'A role says what its holder may see and do: in one project, in a silo, or in the whole fleet.'

/** The roles that there are. */
export function RolesPage() {
  const query = useSuspenseQuery(rolesQuery)
  const rows = useMemo(() => query.data.map((role) => ({ ...role, id: role.name })), [query.data])
  useQuickActions(rows.map(({ name }) => ({ group: 'Roles', label: name, to: pathOf(name) })))
  return (
    <>
      <PageHeader title="Roles" refresh={refreshOf(query)} about={{ title: 'Roles', text: about }} />
      <div className="pb-7">
        <WholeListTable
          label="Roles"
          rows={rows}
          columns={columns}
          view={({ name }) => copyRequest('roleView', { path: { roleName: name } })}
          empty={<EmptyState icon={<ShieldCheck />} title="No roles" body={about} />}
        />
      </div>
      <Outlet />
    </>
  )
}
