import { Share2 } from 'lucide-react'
import type { BgpConfig } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { useRefusals } from '~/shell/roles.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { configsSource } from './queries.ts'

const columns: readonly Column<BgpConfig>[] = [
  nameColumn(({ name }) => name),
  { id: 'asn', header: 'ASN', cell: ({ asn }) => asn, value: ({ asn }) => asn, mono: true, alignEnd: true },
  { id: 'vrf', header: 'VRF', cell: ({ vrf }) => vrf, value: ({ vrf }) => vrf },
  descriptionColumn,
  createdColumn,
]

const askToDeleteConfig = ({ id, name }: BgpConfig) =>
  askToDelete({
    kind: 'BGP configuration',
    name,
    consequence: 'is deleted; the announce set that it uses stays.',
    method: 'networkingBgpConfigDelete',
    request: { query: { nameOrId: id } },
  })

/** As which autonomous systems the rack speaks. */
export function ConfigsTab() {
  const refused = useRefusals()
  return (
    <ListPage
      below
      title="Configurations"
      source={configsSource}
      columns={columns}
      create={{
        label: 'New configuration',
        to: '/system/networking/bgp/configs-new',
        refusal: refused('networking_bgp_config_create'),
      }}
      view={() => copyRequest('networkingBgpConfigList', {})}
      rowActions={(config) => [
        {
          label: 'Delete',
          danger: true,
          disabled: refused('networking_bgp_config_delete'),
          onSelect: () => askToDeleteConfig(config),
        },
      ]}
      emptyIcon={<Share2 />}
      emptyTitle="No BGP configurations"
      emptyBody="A configuration gives the rack the number of its autonomous system and says what it announces. It needs an announce set."
    />
  )
}
