import { useSuspenseQuery } from '@tanstack/react-query'
import { RadioTower } from 'lucide-react'
import { useMemo } from 'react'
import type { BgpPeerState, BgpPeerStatus } from '~/api/types.gen.ts'
import { copyAsRowItems, copyRequest } from '~/shell/copy-request.ts'
import { readState } from '~/shell/reads.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { CopyCell } from '~/table/copy-cell.tsx'
import { StateBadge, stateLabel, type Tone } from '~/ui/badge.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { numbered } from './numbered.ts'
import { peersQuery } from './queries.ts'

/** The colour of a session's state: one that is idle, or waits for its peer, carries nothing. */
const peerTone: Record<BgpPeerState, Tone> = {
  idle: 'bad',
  active: 'bad',
  connect: 'busy',
  open_sent: 'busy',
  open_confirm: 'busy',
  session_setup: 'busy',
  established: 'ok',
}

type Peer = BgpPeerStatus & { id: string; name: string; since: Date }

const columns: readonly [Column<Peer>, ...Column<Peer>[]] = [
  {
    id: 'address',
    header: 'Address',
    cell: ({ addr }) => <CopyCell text={addr} label="Copy address" />,
    value: ({ addr }) => addr,
    mono: true,
  },
  { id: 'switch', header: 'Switch', cell: (peer) => peer.switch, value: (peer) => peer.switch },
  {
    id: 'local_asn',
    header: 'Local ASN',
    cell: ({ localAsn }) => localAsn,
    value: ({ localAsn }) => localAsn,
    mono: true,
  },
  {
    id: 'remote_asn',
    header: 'Remote ASN',
    cell: ({ remoteAsn }) => remoteAsn,
    value: ({ remoteAsn }) => remoteAsn,
    mono: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StateBadge state={state} tone={peerTone[state]} />,
    value: ({ state }) => stateLabel(state),
  },
  {
    id: 'since',
    header: 'For',
    cell: ({ since }) => <RelativeTime date={since} />,
    value: ({ since }) => -since.getTime(),
  },
]

const stateOf = ({ state }: Peer) => ({ key: state, label: stateLabel(state), tone: peerTone[state] })

/** Whom the switches speak BGP with, and how each session is. */
export function PeersTab() {
  const query = useSuspenseQuery(peersQuery)
  const { data, dataUpdatedAt } = query
  const peers = useMemo(
    () =>
      numbered(data, (peer) => `${peer.switch} ${peer.addr} ${peer.localAsn}`).map((peer) => ({
        ...peer,
        name: `${peer.addr} of ${peer.switch}`,
        since: new Date(dataUpdatedAt - Number(peer.stateDurationMillis)),
      })),
    [data, dataUpdatedAt],
  )
  return (
    <>
      <TabHeading title="Peers" />
      <WholeListTable
        label="Peers"
        rows={peers}
        columns={columns}
        groupOf={stateOf}
        rowActions={({ addr }) => [
          copyItem('Copy address', addr),
          ...copyAsRowItems(copyRequest('networkingBgpStatus', {})),
        ]}
        read={readState(query)}
        empty={
          <EmptyState
            icon={<RadioTower />}
            title="No BGP peers"
            body="A peer is a router at the other end of a switch port. The port's settings name it, with the configuration that the rack speaks by."
          >
            <ButtonLink to="/system/networking/bgp/configs">Configurations</ButtonLink>
          </EmptyState>
        }
      />
    </>
  )
}
