import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EthernetPort } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SwitchPort, SwitchPortLink } from '~/api/types.gen.ts'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { compareWords } from '~/lib/format/words.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { type Reading, useReading } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { allPortSettingsQuery } from '../switch-port-settings/queries.ts'
import { SettingsLink } from '../switch-port-settings/settings-link.tsx'
import { askToClear, clearRefusal } from './clear-settings.tsx'
import { LinkState } from './link-status-card.tsx'
import { portLabel, portLinksQuery, switchPortPath, switchPortsQuery } from './queries.ts'

const ApplySettings = lazyPart(() => import('./apply-settings.tsx'))

type Row = SwitchPort & { name: string; settings: string | undefined }

const columnsFor = (links: Reading<SwitchPortLink[]>): Columns<Row> => [
  {
    id: 'port',
    header: 'Port',
    cell: ({ id, portName }) => <Link to={switchPortPath(id)}>{portName}</Link>,
    value: ({ portName }) => portName,
  },
  {
    id: 'switch',
    header: 'Switch',
    cell: ({ switchLocation }) => switchLocation,
    value: ({ switchLocation }) => switchLocation,
  },
  {
    id: 'link',
    header: 'Link',
    cell: ({ portSettingsId, id }) => (
      <SecondaryCell
        value={portSettingsId ? links.data && (linkOf(links.data, id) ?? null) : null}
        failure={portSettingsId ? links.failure : undefined}
      >
        {(link) => <LinkState link={link} />}
      </SecondaryCell>
    ),
    value: ({ portSettingsId, id }) => (portSettingsId ? links.data && linkOf(links.data, id)?.state : null),
  },
  { id: 'rack', header: 'Rack', cell: ({ rackId }) => <RackLink id={rackId} />, value: ({ rackId }) => rackId },
  {
    id: 'settings',
    header: 'Settings',
    cell: ({ portSettingsId }) => <SettingsLink id={portSettingsId} />,
    value: ({ settings }) => settings,
  },
]

const about =
  'A switch port comes up once settings are applied to it. They have its links, addresses, routes and peers.'

const placeOf = ({ rackId, switchLocation, portName }: SwitchPort) => `${rackId} ${switchLocation} ${portName}`

const linkOf = (links: readonly SwitchPortLink[], port: string) => links.find(({ portId }) => portId === port)

const groupOf = ({ portSettingsId }: Row) =>
  portSettingsId ? { key: 'with', label: 'With settings' } : { key: 'without', label: 'Without settings' }

export function SwitchPortsPage() {
  const query = useSuspenseQuery(switchPortsQuery)
  const settings = useQuery(allPortSettingsQuery)
  const links = useReading(useQuery(portLinksQuery))
  const columns = useMemo(() => columnsFor(links), [links])
  const refused = useRefusals()
  const [applying, setApplying] = useState<SwitchPort | null>(null)
  const rows = useMemo(
    () =>
      query.data
        .toSorted((a, b) => compareWords(placeOf(a), placeOf(b)))
        .map((port): Row => {
          const applied = settings.data?.find(({ id }) => id === port.portSettingsId)
          return { ...port, name: portLabel(port), settings: applied?.name }
        }),
    [query.data, settings.data],
  )
  return (
    <>
      <WholeListPage
        title="Switch Ports"
        reads={[query]}
        rows={rows}
        columns={columns}
        sortedBy={{ column: 'switch', descending: false }}
        groupOf={groupOf}
        groupLabel="Settings"
        view={({ id }) => copyRequest('networkingSwitchPortList', { query: { switchPortId: id } })}
        rowActions={(port) => [
          {
            label: 'Apply settings',
            refusal: refused('networking_switch_port_apply_settings'),
            onSelect: () => setApplying(port),
          },
          {
            label: 'Clear settings',
            danger: true,
            refusal: refused('networking_switch_port_clear_settings') ?? clearRefusal(port),
            onSelect: () => askToClear(port),
          },
        ]}
        itemLink={({ id }) => switchPortPath(id)}
        emptyIcon={<EthernetPort />}
        emptyTitle="No switch ports"
        emptyBody={about}
      />
      {applying && (
        <PartBoundary onFailed={() => setApplying(null)}>
          <ApplySettings port={applying} onClose={() => setApplying(null)} />
        </PartBoundary>
      )}
    </>
  )
}
