import { Link } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import type { LoopbackAddress } from '~/api/types.gen.ts'
import { lotPath } from '~/fleet/address-lots/queries.ts'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { addressColumn, idColumn } from '~/table/named-columns.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { loopbacksSource } from './queries.ts'

const columns: readonly Column<LoopbackAddress>[] = [
  addressColumn('address', 'Address', ({ address }) => address),
  {
    id: 'switch',
    header: 'Switch',
    cell: ({ switchLocation }) => switchLocation,
    value: ({ switchLocation }) => switchLocation,
  },
  { id: 'rack', header: 'Rack', cell: ({ rackId }) => <RackLink id={rackId} />, value: ({ rackId }) => rackId },
  {
    // Blocks have no names: known by the lot that they are in.
    id: 'block',
    header: 'Block',
    cell: ({ addressLotName, addressLotBlockId }) =>
      addressLotName ? (
        <Link to={lotPath(addressLotName)} className="text-accent hover:underline">
          {addressLotName}
        </Link>
      ) : (
        <ShortId id={addressLotBlockId} />
      ),
    value: ({ addressLotName, addressLotBlockId }) => addressLotName ?? addressLotBlockId,
  },
  idColumn,
]

const nameOf = ({ address, switchLocation }: LoopbackAddress) => `${address} of ${switchLocation}`

function askToDeleteLoopback(loopback: LoopbackAddress): void {
  const { rackId, switchLocation } = loopback
  const [address = '', mask] = loopback.address.split('/')
  askToDelete({
    kind: 'loopback address',
    name: nameOf(loopback),
    consequence: 'is deleted. The switch no longer answers at this address.',
    method: 'networkingLoopbackAddressDelete',
    request: { path: { rackId, switchLocation, address, subnetMask: Number(mask) } },
  })
}

export function LoopbackAddressesPage() {
  const refused = useRefusals()
  return (
    <ListPage
      title="Loopback Addresses"
      source={loopbacksSource}
      columns={columns}
      nameOf={nameOf}
      create={{
        label: 'New loopback address',
        to: '/system/networking/loopback-addresses-new',
        refusal: refused('networking_loopback_address_create'),
      }}
      view={() => copyRequest('networkingLoopbackAddressList', {})}
      rowActions={(loopback) => [
        copyItem('Copy block ID', loopback.addressLotBlockId),
        {
          label: 'Delete',
          danger: true,
          refusal: refused('networking_loopback_address_delete'),
          onSelect: () => askToDeleteLoopback(loopback),
        },
      ]}
      emptyIcon={<Repeat />}
      emptyTitle="No loopback addresses"
      emptyBody="A loopback address belongs to a switch, not to a link. It stays reachable while any link of the switch is up."
    />
  )
}
