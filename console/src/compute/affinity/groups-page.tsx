import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useMemo } from 'react'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { CountCell } from '~/shell/list/count-cell.tsx'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { Badge } from '~/ui/badge.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { askToDeleteGroup } from './group-actions.tsx'
import { affinity, antiAffinity, type Group, listPath, policyLabel } from './kinds.ts'
import { groupsQuery, rowMembersQuery } from './queries.ts'

const lengthOf = ({ length }: readonly unknown[]) => length

const columnsOf = (project: string): Columns<Group> => [
  nameColumn(({ kind, name }) => (
    <Link to={kind.path(project, name)}>
      <CutName name={name} />
    </Link>
  )),
  { id: 'type', header: 'Type', cell: ({ kind }) => <Badge>{kind.label}</Badge>, value: ({ kind }) => kind.label },
  {
    id: 'members',
    header: 'Members',
    cell: ({ kind, id, memberCount }) => (
      <CountCell known={memberCount} query={rowMembersQuery(kind, id)} count={lengthOf} />
    ),
  },
  {
    id: 'policy',
    header: 'Policy',
    cell: ({ policy }) => policyLabel[policy],
    value: ({ policy }) => policyLabel[policy],
  },
  createdColumn,
]

const route = getRouteApi('/_app/projects/$project')

const typeOf = ({ kind }: Group) => ({ key: kind.key, label: kind.label })

export function GroupsPage() {
  const { project } = route.useParams()
  const apart = useSuspenseQuery(groupsQuery(antiAffinity, project))
  const together = useQuery(groupsQuery(affinity, project))
  const groups = useMemo(
    () => [
      ...apart.data.map((group) => ({ ...group, kind: antiAffinity })),
      ...(together.data ?? []).map((group) => ({ ...group, kind: affinity })),
    ],
    [apart.data, together.data],
  )
  const refused = useRefusals({ project })
  const create = {
    label: 'New affinity group',
    to: pathTo('/projects/$project/affinity-new', { project }),
    refusal: refused(antiAffinity.needs.create),
  }
  const rowActions = (group: Group): MenuItem[] => [
    {
      label: 'Edit',
      refusal: refused(group.kind.needs.update),
      link: <Link to={group.kind.editPath(project, group.name)} search state />,
    },
    {
      label: 'Delete',
      danger: true,
      refusal: refused(group.kind.needs.delete),
      onSelect: () => askToDeleteGroup(group),
    },
  ]
  const columns = useMemo(() => columnsOf(project), [project])
  return (
    <WholeListPage
      key={listPath(project)}
      title="Affinity Groups"
      reads={[apart, together]}
      rows={groups}
      columns={columns}
      create={create}
      view={({ kind, id }) => copyRequest(kind.view, { path: kind.pathOf(id) })}
      rowActions={rowActions}
      itemLink={({ kind, name }) => kind.path(project, name)}
      groupOf={typeOf}
      groupLabel="Type"
      emptyIcon={<Boxes />}
      emptyTitle="No affinity groups"
      emptyBody="Anti-affinity groups place instances on different sleds, affinity groups on the same sled."
    />
  )
}
