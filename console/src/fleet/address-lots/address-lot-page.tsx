import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { AddressLotBlock, AddressLotUse } from '~/api/types.gen.ts'
import { plural } from '~/lib/format/numbers.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { NotFound } from '~/shell/frame/error-pages.tsx'
import { ListPage } from '~/shell/list/list-page.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import type { Path } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { idColumn } from '~/table/named-columns.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { announceSetPath } from '../bgp/queries.ts'
import { portSettingsPath } from '../switch-port-settings/queries.ts'
import { UsedBy } from '../used-by.tsx'
import { askToDeleteLot, assignedText, deleteRefusal, kindLabel } from './lot-words.ts'
import { blocksSource, lotsQuery } from './queries.ts'

const route = getRouteApi('/_app/system/networking/address-lots/$lot')

const pathOf = ({ kind, name }: AddressLotUse): Path =>
  kind === 'switch_port_settings'
    ? portSettingsPath(name)
    : kind === 'bgp_announce_set'
      ? announceSetPath(name)
      : '/system/networking/loopback-addresses'

const columns: readonly Column<AddressLotBlock>[] = [
  {
    id: 'first',
    header: 'First',
    cell: ({ firstAddress }) => firstAddress,
    value: (row) => row.firstAddress,
    mono: true,
  },
  { id: 'last', header: 'Last', cell: ({ lastAddress }) => lastAddress, value: (row) => row.lastAddress, mono: true },
  {
    id: 'uses',
    header: 'Used by',
    cell: ({ uses = [], useCount = 0 }) => (
      <UsedBy
        users={uses.map((use) => ({ to: pathOf(use), text: `${use.name} (${use.address})` }))}
        more={useCount - uses.length}
      />
    ),
    value: ({ useCount }) => useCount,
    maxWidth: '40rem',
  },
  idColumn,
]

const nameOf = ({ firstAddress, lastAddress }: AddressLotBlock) => `${firstAddress} to ${lastAddress}`

export function AddressLotPage() {
  const { lot: asked } = route.useParams()
  const lots = useSuspenseQuery(lotsQuery)
  const lot = lots.data.find(({ id, name }) => id === asked || name === asked)
  const refused = useRefusals()
  const navigate = useNavigate()
  if (!lot) return <NotFound />
  const blocks = copyRequest('networkingAddressLotBlockList', { path: { addressLot: lot.id } })
  return (
    <>
      <PageHeader title={lot.name} refresh={refreshOf(lots)}>
        <MenuButton
          label="Address lot actions"
          variant="default"
          items={rowMenu(lot.id, blocks, [
            {
              label: 'Delete',
              danger: true,
              refusal: refused('networking_address_lot_delete') ?? deleteRefusal(lot),
              onSelect: () => askToDeleteLot(lot, () => void navigate({ to: '/system/networking/address-lots' })),
            },
          ])}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Kind">{kindLabel[lot.kind]}</Fact>
          <Fact label="Assigned">{assignedText(lot)}</Fact>
          <Fact label="Announced">
            {lot.announcedCount === undefined ? null : plural(lot.announcedCount, 'network')}
          </Fact>
          <IdentityFacts thing={lot} />
          <Fact label="Description" wide>
            {lot.description}
          </Fact>
        </Facts>
      </div>
      <ListPage
        below
        title="Blocks"
        source={blocksSource(asked)}
        columns={columns}
        nameOf={nameOf}
        view={() => blocks}
        emptyTitle="No blocks"
        emptyBody="This lot was created without addresses. To have some, delete it and create another."
      />
    </>
  )
}
