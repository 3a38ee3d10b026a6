import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import type { BgpConfig } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { portSettingsPath } from '../switch-port-settings/queries.ts'
import { UsedBy } from '../used-by.tsx'
import { announceSetPath, configsSource } from './queries.ts'

const columns: readonly Column<BgpConfig>[] = [
  nameColumn(({ name }) => name),
  { id: 'asn', header: 'ASN', cell: ({ asn }) => asn, value: ({ asn }) => asn, mono: true, alignEnd: true },
  { id: 'vrf', header: 'VRF', cell: ({ vrf }) => vrf, value: ({ vrf }) => vrf },
  {
    id: 'announces',
    header: 'Announces',
    cell: ({ announceSetName: set }) => set && <Link to={announceSetPath(set)}>{set}</Link>,
    value: ({ announceSetName }) => announceSetName,
  },
  {
    id: 'used_by',
    header: 'Used by',
    cell: ({ usedBy = [] }) => (
      <UsedBy users={usedBy.map(({ name }) => ({ to: portSettingsPath(name), text: name }))} />
    ),
    value: ({ usedBy = [] }) => usedBy.map(({ name }) => name).join(' '),
  },
  descriptionColumn,
  createdColumn,
]

const deleteRefusal = ({ usedBy: [user] = [] }: BgpConfig) =>
  user && `Switch port settings ${user.name} use this configuration`

const askToDeleteConfig = ({ id, name }: BgpConfig) =>
  askToDelete({
    kind: 'BGP configuration',
    name,
    consequence: 'is deleted. Its announce set stays.',
    method: 'networkingBgpConfigDelete',
    request: { query: { nameOrId: id } },
  })

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
          refusal: refused('networking_bgp_config_delete') ?? deleteRefusal(config),
          onSelect: () => askToDeleteConfig(config),
        },
      ]}
      emptyIcon={<Share2 />}
      emptyTitle="No BGP configurations"
      emptyBody="A configuration has the number of an autonomous system and the announce set that its peers receive."
    />
  )
}
