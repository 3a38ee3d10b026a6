import { useQuery } from '@tanstack/react-query'
import type { SwitchPort } from '~/api/types.gen.ts'
import { formatDecimals } from '~/lib/format/numbers.ts'
import { failureOf } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { Card } from '~/ui/card.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { DateTime } from '~/ui/time.tsx'
import { fecLabel, type LaneRow, type LinkRow, readLinkStatus, speedLabel } from './link-status.ts'
import { portStatusQuery } from './queries.ts'

const linkColumns: readonly Column<LinkRow>[] = [
  { id: 'name', header: 'Link', cell: ({ name }) => name },
  { id: 'speed', header: 'Speed', cell: ({ speed }) => speedLabel(speed) },
  { id: 'fec', header: 'FEC', cell: ({ fec }) => fecLabel(fec) },
  { id: 'autoneg', header: 'Autonegotiation', cell: ({ autoneg }) => (autoneg ? 'On' : 'Off') },
  { id: 'mtu', header: 'MTU', cell: ({ mtu }) => mtu, mono: true, alignEnd: true },
]

const laneColumns: readonly Column<LaneRow>[] = [
  { id: 'lane', header: 'Lane', cell: ({ lane }) => lane, mono: true },
  { id: 'tx', header: 'Sent (dBm)', cell: (row) => formatDecimals(row.tx_power_dbm, 1), mono: true, alignEnd: true },
  {
    id: 'rx',
    header: 'Received (dBm)',
    cell: (row) => formatDecimals(row.rx_power_dbm, 1),
    mono: true,
    alignEnd: true,
  },
  {
    id: 'temperature',
    header: 'Temperature (°C)',
    cell: (row) => formatDecimals(row.temperature_celsius, 1),
    mono: true,
    alignEnd: true,
  },
]

export const LinkState = ({ link }: { link: { state: string } }) => (
  <StateBadge state={link.state} tone={link.state === 'up' ? 'ok' : 'bad'} />
)

/** The status of a port's link: in tables if it has this server's form, as JSON otherwise. */
export function LinkStatusCard({ port }: { port: SwitchPort }) {
  const read = useQuery(portStatusQuery(port))
  const failure = failureOf(read)
  return (
    <Card title="Link status">
      {failure ? (
        <div className="p-4">
          <ReadFailureNotice what="The link status" failure={failure} />
        </div>
      ) : (
        <Status status={read.data} />
      )}
    </Card>
  )
}

function Status({ status }: { status: unknown }) {
  const known = readLinkStatus(status)
  if (!known)
    return (
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard
        tabIndex={0}
        role="region"
        aria-label="Link status as JSON"
        className="text-mono max-h-96 overflow-auto px-4 py-3.5 text-sm"
      >
        {JSON.stringify(status, null, 2)}
      </pre>
    )
  const { link, monitors } = known
  if (!link)
    return <p className="px-4 py-3.5 text-ink-2">The port has no link. It comes up once settings are applied.</p>
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 border-b border-line px-4 py-3">
        <LinkState link={link} />
        <span className="text-ink-3">since</span> <DateTime date={new Date(link.since)} />
      </p>
      <Table label="Links" framed={false} rows={link.links} columns={linkColumns} getId={({ name }) => name} />
      {monitors.length > 0 && (
        <div className="border-t border-line">
          <Table
            label="Lanes"
            framed={false}
            rows={monitors}
            columns={laneColumns}
            getId={({ lane }) => String(lane)}
          />
        </div>
      )}
    </>
  )
}
