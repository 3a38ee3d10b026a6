import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import type { BgpAnnounceSet } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { UsedBy } from '../used-by.tsx'
import { announceSetPath, announceSetsQuery } from './queries.ts'

const columns: Columns<BgpAnnounceSet> = [
  nameColumn(({ name }) => (
    <Link to={announceSetPath(name)} search state>
      {name}
    </Link>
  )),
  {
    id: 'used_by',
    header: 'Used by',
    cell: ({ usedBy = [] }) => (
      <UsedBy users={usedBy.map(({ name }) => ({ to: '/system/networking/bgp/configs', text: name }))} />
    ),
    value: ({ usedBy = [] }) => usedBy.map(({ name }) => name).join(' '),
  },
  descriptionColumn,
  createdColumn,
]

const deleteRefusal = ({ usedBy: [user] = [] }: BgpAnnounceSet) =>
  user && `BGP configuration ${user.name} announces this set`

const askToDeleteSet = ({ id, name }: BgpAnnounceSet) =>
  askToDelete({
    kind: 'announce set',
    name,
    consequence: 'is deleted with its announcements.',
    method: 'networkingBgpAnnounceSetDelete',
    request: { path: { announceSet: id } },
  })

export function AnnounceSetsTab() {
  const query = useSuspenseQuery(announceSetsQuery)
  const sets = query.data
  const refused = useRefusals()
  const create = {
    label: 'New announce set',
    to: '/system/networking/bgp/announce-sets-new',
    refusal: refused('networking_bgp_announce_set_update'),
  } as const
  return (
    <WholeListPage
      below
      title="Announce Sets"
      reads={[query]}
      rows={sets}
      columns={columns}
      create={create}
      view={({ id }) => copyRequest('networkingBgpAnnouncementList', { path: { announceSet: id } })}
      rowActions={(set) => [
        { label: 'Edit', refusal: create.refusal, link: <Link to={announceSetPath(set.name)} search state /> },
        {
          label: 'Delete',
          danger: true,
          refusal: refused('networking_bgp_announce_set_delete') ?? deleteRefusal(set),
          onSelect: () => askToDeleteSet(set),
        },
      ]}
      itemLink={({ name }) => announceSetPath(name)}
      emptyIcon={<Megaphone />}
      emptyTitle="No announce sets"
      emptyBody="An announce set is a list of networks from address lots. BGP configurations announce it to their peers."
    />
  )
}
