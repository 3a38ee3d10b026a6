import { Link } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import type { UserBuiltin } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { builtinUsersSource } from './queries.ts'

const pathOf = (user: string) => pathTo('/system/users-builtin/$user', { user })

const columns: readonly Column<UserBuiltin>[] = [
  nameColumn(({ name }) => (
    <Link to={pathOf(name)} search state>
      {name}
    </Link>
  )),
  { id: 'id', header: 'ID', cell: ({ id }) => id, value: ({ id }) => id, mono: true },
  descriptionColumn,
  createdColumn,
]

export const BuiltinUsersPage = () => (
  <ListPage
    title="Built-in Users"
    source={builtinUsersSource}
    columns={columns}
    view={({ id }) => copyRequest('userBuiltinView', { path: { user: id } })}
    itemLink={({ name }) => pathOf(name)}
    emptyIcon={<Bot />}
    emptyTitle="No built-in users"
    emptyBody="Built-in users act for the system itself. Nobody can sign in as one."
  />
)
