import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '~/api/queries.ts'
import type { GuestReport, Instance } from '~/api/types.gen.ts'
import { formatBytes, formatPercent } from '~/lib/format/numbers.ts'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { Table } from '~/table/table.tsx'
import { Card } from '~/ui/card.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { Command } from './cli-command.tsx'

type Interface = GuestReport['interfaces'][number]
type FileSystem = GuestReport['fileSystems'][number]

const interfaceColumns: readonly Column<Interface>[] = [
  { id: 'name', header: 'Interface', cell: ({ name }) => name },
  { id: 'addresses', header: 'Addresses', mono: true, cell: ({ addresses }) => <MoreCell items={addresses} /> },
  { id: 'mac', header: 'MAC', mono: true, cell: ({ mac }) => mac },
]

const fileSystemColumns: readonly Column<FileSystem>[] = [
  { id: 'mount_point', header: 'Mount point', mono: true, cell: ({ mountPoint }) => mountPoint },
  { id: 'type', header: 'Type', cell: ({ type }) => type },
  { id: 'size', header: 'Size', alignEnd: true, cell: ({ total }) => sizeText(total) },
  { id: 'used', header: 'Used', alignEnd: true, cell: usedText },
]

const sizeText = (bytes: FileSystem['total']) => (bytes === null ? null : formatBytes(Number(bytes)))

function usedText({ total, used }: FileSystem): string | null {
  const text = sizeText(used)
  return text === null || !Number(total) ? text : `${text} (${formatPercent(Number(used), Number(total))})`
}

/** Rows have no ids: a guest may report the same name twice. */
const placeIn =
  <Row,>(rows: readonly Row[]) =>
  (row: Row) =>
    `${rows.indexOf(row)}`

const INSTALL = [
  ['Debian, Ubuntu', 'sudo apt-get install -y qemu-guest-agent && sudo systemctl start qemu-guest-agent'],
  ['Fedora, Rocky', 'sudo dnf install -y qemu-guest-agent && sudo systemctl enable --now qemu-guest-agent'],
  ['Alpine', 'apk add qemu-guest-agent && rc-update add qemu-guest-agent && rc-service qemu-guest-agent start'],
] as const

/** What the agent in an instance reports of its system. */
export default function GuestCard({ instance }: { instance: Instance }) {
  const refusal = instanceCan.viewGuest.refusal(instance)
  const guest = useQuery({
    ...apiQuery('instanceGuestView', { path: { instance: instance.id } }),
    enabled: refusal === undefined,
  })
  if (refusal !== undefined)
    return (
      <Card title="Guest">
        <Text>Shown while the instance runs.</Text>
      </Card>
    )
  return (
    <Card title="Guest" read={readState(guest)}>
      {guest.data === undefined ? (
        <Text>
          <Skeleton width="24ch" />
        </Text>
      ) : guest.data.report ? (
        <Report report={guest.data.report} />
      ) : (
        <Install />
      )}
    </Card>
  )
}

const Text = ({ children }: { children: ReactNode }) => <div className="px-4 py-3.5 text-ink-2">{children}</div>

const Install = () => (
  <div className="flex flex-col gap-3 px-4 py-3.5">
    <p className="text-ink-2">
      No guest agent runs in the instance. With one, its system, addresses and file systems are shown here, and its file
      systems are frozen while a snapshot is taken. Install it in the instance:
    </p>
    {INSTALL.map(([systems, command]) => (
      <div key={systems} className="flex flex-col gap-1">
        <h3 className="text-sm text-ink-2">{systems}</h3>
        <Command>{command}</Command>
      </div>
    ))}
  </div>
)

const Report = ({ report }: { report: GuestReport }) => (
  <div className="flex flex-col gap-4 p-4">
    <p className="text-ink-2">The instance reports this itself.</p>
    <Facts columns={2}>
      <Fact label="System">{report.system}</Fact>
      <Fact label="Kernel">{report.kernel}</Fact>
      <Fact label="Hostname">{report.hostname}</Fact>
      <Fact label="Agent">{report.agentVersion}</Fact>
    </Facts>
    <Table
      label="Interfaces in the guest"
      rows={report.interfaces}
      columns={interfaceColumns}
      getId={placeIn(report.interfaces)}
      getName={({ name }) => name}
      empty={<p className="px-4 py-3.5 text-ink-2">The agent reports no interfaces.</p>}
    />
    <Table
      label="File systems in the guest"
      rows={report.fileSystems}
      columns={fileSystemColumns}
      getId={placeIn(report.fileSystems)}
      getName={({ mountPoint }) => mountPoint}
      empty={<p className="px-4 py-3.5 text-ink-2">The agent reports no file systems.</p>}
    />
  </div>
)
