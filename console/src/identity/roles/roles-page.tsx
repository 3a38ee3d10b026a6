import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { Role } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { rolesQuery } from './queries.ts'

/** A role's id is its name. */
type Row = Role & { id: string }

const pathOf = (role: string) => pathTo('/system/roles/$role', { role })

const columns: Columns<Row> = [
  nameColumn(({ name }) => (
    <Link to={pathOf(name)} search state>
      {name}
    </Link>
  )),
  descriptionColumn,
]

export function RolesPage() {
  const query = useSuspenseQuery(rolesQuery)
  const rows = useMemo(() => query.data.map((role) => ({ ...role, id: role.name })), [query.data])
  return (
    <WholeListPage
      title="Roles"
      reads={[query]}
      rows={rows}
      columns={columns}
      view={({ name }) => copyRequest('roleView', { path: { roleName: name } })}
      itemLink={({ name }) => pathOf(name)}
      emptyIcon={<ShieldCheck />}
      emptyTitle="No roles"
      emptyBody="A role decides what users and groups can see and do in a project, a silo or the fleet."
    />
  )
}
