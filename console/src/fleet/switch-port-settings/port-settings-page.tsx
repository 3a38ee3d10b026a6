import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { SwitchPortSettings } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { RetryValue } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { portLabel, switchPortPath, switchPortsQuery } from '../switch-ports/queries.ts'
import { askToDeletePortSettings } from './delete-port-settings.ts'
import { PeersCard } from './peers-card.tsx'
import { portSettingsQuery } from './queries.ts'
import { addressColumns, interfaceRows, interfaceColumns, linkColumns, routeColumns } from './section-columns.tsx'

const route = getRouteApi('/_app/system/networking/switch-port-settings/$settings')

/** The settings of a port, and the ports that have them. */
export function PortSettingsPage() {
  const view = useSuspenseQuery(portSettingsQuery(route.useParams().settings))
  const settings = view.data
  const ports = useQuery(switchPortsQuery)
  const applied = ports.data?.filter(({ portSettingsId }) => portSettingsId === settings.id)
  const refused = useRefusals()
  const navigate = useNavigate()
  const createRefusal = refused('networking_switch_port_settings_create')
  const listPath = '/system/networking/switch-port-settings'
  useQuickActions(
    createRefusal
      ? []
      : [
          {
            group: 'Actions',
            label: 'Duplicate',
            run: () => void navigate({ to: `${listPath}-new`, search: { duplicate: settings.name } }),
          },
        ],
  )
  const [first] = applied ?? []
  return (
    <>
      <PageHeader title={settings.name} refresh={refreshOf(view, ports)}>
        <ButtonLink
          to="/system/networking/switch-port-settings-new"
          search={{ duplicate: settings.name }}
          variant="primary"
          refusal={createRefusal}
        >
          Duplicate
        </ButtonLink>
        <MenuButton
          label="Switch port settings actions"
          variant="default"
          items={rowMenu(
            settings.id,
            copyRequest('networkingSwitchPortSettingsView', { path: { port: settings.id } }),
            [
              {
                label: 'Delete',
                danger: true,
                refusal:
                  refused('networking_switch_port_settings_delete') ??
                  (first && `Clear them from ${portLabel(first)} first`),
                onSelect: () => askToDeletePortSettings(settings, () => void navigate({ to: listPath })),
              },
            ],
          )}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Description">{settings.description}</Fact>
          <Fact label="Geometry">
            <span className="text-mono">{settings.port.geometry}</span>
          </Fact>
          <Fact label="Applied to">
            {failureOf(ports) ? (
              <RetryValue failure={failureOf(ports)!} />
            ) : !applied ? (
              <Skeleton width="12ch" />
            ) : applied.length === 0 ? (
              'No port'
            ) : (
              <span className="flex flex-wrap gap-x-3">
                {applied.map((port) => (
                  <Link key={port.id} to={switchPortPath(port.id)} className="text-accent hover:underline">
                    {portLabel(port)}
                  </Link>
                ))}
              </span>
            )}
          </Fact>
          <IdentityFacts thing={settings} />
          <Fact label="Groups">{settings.groups.map((group) => group.portSettingsGroupId).join(', ')}</Fact>
        </Facts>
      </div>
      <Sections settings={settings} />
    </>
  )
}

const Sections = ({ settings }: { settings: SwitchPortSettings }) => (
  <>
    <Section title="Links" rows={settings.links} columns={linkColumns} idOf={({ linkName }) => linkName} />
    <Section
      title="Interfaces and VLANs"
      rows={interfaceRows(settings)}
      columns={interfaceColumns}
      idOf={({ id }) => id}
    />
    <Section
      title="Addresses"
      rows={settings.addresses}
      columns={addressColumns}
      idOf={({ interfaceName, address }) => `${interfaceName} ${address}`}
    />
    <Section
      title="Routes"
      rows={settings.routes}
      columns={routeColumns}
      // The same route may be there twice.
      idOf={(row) => String(settings.routes.indexOf(row))}
    />
    <PeersCard peers={settings.bgpPeers} />
  </>
)

interface SectionProps<T> {
  title: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  idOf: (row: T) => string
}

const Section = <T,>({ title, rows, columns, idOf }: SectionProps<T>) => (
  <Card title={title}>
    <Table
      label={title}
      framed={false}
      rows={rows}
      columns={columns}
      getId={idOf}
      empty={<p className="px-4 py-3.5 text-ink-3">None</p>}
    />
  </Card>
)
