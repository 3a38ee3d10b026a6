import { useQuery } from '@tanstack/react-query'
import type { LldpNeighbor, ManagementAddress, SwitchPort } from '~/api/types.gen.ts'
import { failureOf } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { Table } from '~/table/table.tsx'
import { Card } from '~/ui/card.tsx'
import { DateTime } from '~/ui/time.tsx'
import { neighborsQuery } from './queries.ts'

/** An IP address, or a hardware address in hexadecimal. */
const addressText = ({ addr }: ManagementAddress) =>
  'ipAddr' in addr ? addr.ipAddr : addr.iEEE802.map((byte) => byte.toString(16).padStart(2, '0')).join(':')

const WithRemark = ({ text, remark }: { text: string | null | undefined; remark: string | null | undefined }) =>
  text || remark ? (
    <>
      {text}
      {remark && <small className="block truncate text-xs text-ink-3">{remark}</small>}
    </>
  ) : null

const columns: readonly Column<LldpNeighbor>[] = [
  { id: 'chassis', header: 'Chassis', cell: ({ chassisId }) => chassisId, mono: true },
  {
    id: 'link',
    header: 'Link',
    cell: ({ linkName, linkDescription }) => <WithRemark text={linkName} remark={linkDescription} />,
  },
  {
    id: 'system',
    header: 'System',
    cell: ({ systemName, systemDescription }) => <WithRemark text={systemName} remark={systemDescription} />,
  },
  {
    id: 'addresses',
    header: 'Addresses',
    cell: ({ managementIp }) => <MoreCell items={managementIp.map(addressText)} />,
    mono: true,
  },
  { id: 'heard_on', header: 'Local port', cell: ({ localPort }) => localPort },
  { id: 'first', header: 'First seen', cell: ({ firstSeen }) => <DateTime date={new Date(firstSeen)} /> },
  { id: 'last', header: 'Last seen', cell: ({ lastSeen }) => <DateTime date={new Date(lastSeen)} seconds /> },
]

const idOf = ({ localPort, chassisId, linkName }: LldpNeighbor) => `${localPort} ${chassisId} ${linkName}`

export function NeighborsCard({ port }: { port: SwitchPort }) {
  const neighbors = useQuery(neighborsQuery(port))
  return (
    <Card title="Neighbors">
      <Table
        label="Neighbors"
        framed={false}
        rows={neighbors.data}
        read={{ failure: failureOf(neighbors) }}
        columns={columns}
        getId={idOf}
        empty={<p className="px-4 py-3.5 text-ink-2">No neighbors: one shows here once it sends LLDP.</p>}
      />
    </Card>
  )
}
