import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import type { BgpAnnounceSet } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { CreateButton } from '~/shell/create-button.tsx'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { readState } from '~/shell/reads.ts'
import { useRefusals } from '~/shell/roles.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { UsedBy } from '../used-by.tsx'
import { announceSetPath, announceSetsQuery } from './queries.ts'

const columns: readonly [Column<BgpAnnounceSet>, ...Column<BgpAnnounceSet>[]] = [
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

/** What can be announced to peers. */
export function AnnounceSetsTab() {
  const query = useSuspenseQuery(announceSetsQuery)
  const sets = query.data
  const refused = useRefusals()
  const create = {
    label: 'New announce set',
    to: '/system/networking/bgp/announce-sets-new',
    refusal: refused('networking_bgp_announce_set_update'),
  } as const
  useQuickActions([
    ...(create.refusal ? [] : [{ group: 'Actions', label: create.label, to: create.to }]),
    ...sets.map(({ name }) => ({ group: 'Announce Sets', label: name, to: announceSetPath(name) })),
  ])
  return (
    <>
      <TabHeading title="Announce Sets">
        <CreateButton {...create} />
      </TabHeading>
      <WholeListTable
        label="Announce sets"
        rows={sets}
        columns={columns}
        view={({ id }) => copyRequest('networkingBgpAnnouncementList', { path: { announceSet: id } })}
        rowActions={(set) => [
          { label: 'Edit', disabled: create.refusal, link: <Link to={announceSetPath(set.name)} search state /> },
          {
            label: 'Delete',
            danger: true,
            disabled: refused('networking_bgp_announce_set_delete') ?? deleteRefusal(set),
            onSelect: () => askToDeleteSet(set),
          },
        ]}
        read={readState(query)}
        empty={
          <EmptyState
            icon={<Megaphone />}
            title="No announce sets"
            body="An announce set is a list of networks from address lots. BGP configurations announce it to their peers."
          >
            <CreateButton {...create} />
          </EmptyState>
        }
      />
      <Outlet />
    </>
  )
}
