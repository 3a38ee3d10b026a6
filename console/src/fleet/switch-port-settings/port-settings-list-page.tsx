import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import type { SwitchPortSettingsIdentity } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { askToDeletePortSettings } from './delete-port-settings.ts'
import { portSettingsPath, portSettingsSource } from './queries.ts'

const columns: readonly Column<SwitchPortSettingsIdentity>[] = [
  nameColumn(({ name }) => <Link to={portSettingsPath(name)}>{name}</Link>),
  descriptionColumn,
  createdColumn,
]

export function PortSettingsListPage() {
  const refused = useRefusals()
  return (
    <ListPage
      title="Switch Port Settings"
      source={portSettingsSource}
      columns={columns}
      create={{
        label: 'New settings',
        to: '/system/networking/switch-port-settings-new',
        refusal: refused('networking_switch_port_settings_create'),
      }}
      view={({ id }) => copyRequest('networkingSwitchPortSettingsView', { path: { port: id } })}
      rowActions={(settings) => [
        {
          label: 'Duplicate',
          refusal: refused('networking_switch_port_settings_create'),
          link: <Link to="/system/networking/switch-port-settings-new" search={{ duplicate: settings.name }} />,
        },
        {
          label: 'Delete',
          danger: true,
          refusal: refused('networking_switch_port_settings_delete'),
          onSelect: () => askToDeletePortSettings(settings),
        },
      ]}
      itemLink={({ name }) => portSettingsPath(name)}
      emptyIcon={<SlidersHorizontal />}
      emptyTitle="No switch port settings"
      emptyBody="Settings have the links, addresses, routes and BGP peers of a switch port. They can be applied to several ports."
    />
  )
}
