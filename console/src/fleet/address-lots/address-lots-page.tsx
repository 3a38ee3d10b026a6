import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import type { AddressLot } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { about, askToDeleteLot, assignedText, deleteRefusal, kindLabel } from './lot-words.ts'
import { lotPath, lotsSource } from './queries.ts'

const columns: readonly Column<AddressLot>[] = [
  nameColumn(({ name }) => <Link to={lotPath(name)}>{name}</Link>),
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindLabel[kind], value: ({ kind }) => kindLabel[kind] },
  {
    id: 'assigned',
    header: 'Assigned',
    cell: assignedText,
    value: ({ assignedCount }) => assignedCount,
    mono: true,
    alignEnd: true,
  },
  {
    id: 'announced',
    header: 'Announced networks',
    cell: ({ announcedCount }) => announcedCount,
    value: ({ announcedCount }) => announcedCount,
    mono: true,
    alignEnd: true,
  },
  descriptionColumn,
  createdColumn,
]

const kindOf = ({ kind }: AddressLot) => ({ key: kind, label: kindLabel[kind] })

export function AddressLotsPage() {
  const refused = useRefusals()
  return (
    <ListPage
      title="Address Lots"
      source={lotsSource}
      columns={columns}
      groupOf={kindOf}
      create={{
        label: 'New address lot',
        to: '/system/networking/address-lots-new',
        refusal: refused('networking_address_lot_create'),
      }}
      view={({ id }) => copyRequest('networkingAddressLotBlockList', { path: { addressLot: id } })}
      rowActions={(lot) => [
        {
          label: 'Delete',
          danger: true,
          refusal: refused('networking_address_lot_delete') ?? deleteRefusal(lot),
          onSelect: () => askToDeleteLot(lot),
        },
      ]}
      itemLink={({ name }) => lotPath(name)}
      emptyIcon={<Layers />}
      emptyTitle="No address lots"
      emptyBody={about}
    />
  )
}
