import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { EthernetPort } from 'lucide-react'
import { useMemo } from 'react'
import type { SwitchPort, SwitchPortSettingsIdentity } from '~/api/types.gen.ts'
import { BaseboardFacts } from '~/fleet/baseboard.tsx'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { allPortSettingsQuery } from '../switch-port-settings/queries.ts'
import { SettingsLink } from '../switch-port-settings/settings-link.tsx'
import { switchPortPath, switchPortsQuery } from '../switch-ports/queries.ts'
import { switchQuery } from './queries.ts'

const route = getRouteApi('/_app/system/inventory/switches/$switchId')

type Port = SwitchPort & { name: string }
type Settings = readonly SwitchPortSettingsIdentity[] | undefined

const settingsOf = ({ portSettingsId }: Port, settings: Settings) =>
  portSettingsId ? settings?.find(({ id }) => id === portSettingsId)?.name : null

const columnsFor = (settings: Settings): Columns<Port> => [
  {
    id: 'name',
    header: 'Port',
    cell: ({ id, name }) => <Link to={switchPortPath(id)}>{name}</Link>,
    value: ({ name }) => name,
  },
  {
    id: 'switch',
    header: 'Switch',
    cell: ({ switchLocation }) => switchLocation,
    value: (port) => port.switchLocation,
  },
  {
    id: 'settings',
    header: 'Settings',
    cell: ({ portSettingsId }) => <SettingsLink id={portSettingsId} />,
    value: (port) => settingsOf(port, settings) ?? '',
  },
]

export function SwitchPage() {
  const { switchId } = route.useParams()
  const query = useSuspenseQuery(switchQuery(switchId))
  const unit = query.data
  const ports = useQuery(switchPortsQuery)
  const settings = useQuery(allPortSettingsQuery)
  const columns = useMemo(() => columnsFor(settings.data), [settings.data])
  const own = useMemo(() => {
    // Where the server does not say which of the two it is, the ports of both are shown.
    const isOwn = (port: SwitchPort) =>
      port.rackId === unit.rackId && (!unit.switchLocation || port.switchLocation === unit.switchLocation)
    return ports.data?.filter(isOwn).map((port): Port => ({ ...port, name: port.portName }))
  }, [ports.data, unit.rackId, unit.switchLocation])
  return (
    <>
      <PageHeader title={unit.baseboard.serial} refresh={refreshOf(query, ports, settings)}>
        <MenuButton
          label="Switch actions"
          variant="default"
          items={rowMenu(unit.id, copyRequest('switchView', { path: { switchId: unit.id } }))}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <BaseboardFacts baseboard={unit.baseboard} />
          <Fact label="Rack">
            <RackLink id={unit.rackId} />
          </Fact>
          <Fact label="Switch">{unit.switchLocation}</Fact>
          <IdentityFacts thing={unit} />
        </Facts>
      </div>
      <div className="pb-7">
        <TabHeading title="Ports" />
        <WholeListTable
          label="Ports"
          rows={own}
          read={{ failure: failureOf(ports) }}
          columns={columns}
          view={({ id }) => copyRequest('networkingSwitchPortList', { query: { switchPortId: id } })}
          empty={<EmptyState icon={<EthernetPort />} title="No ports" body="The switch has reported no ports." />}
        />
      </div>
    </>
  )
}
