import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RadioTower } from 'lucide-react'
import { useMemo } from 'react'
import type { BgpPeerState, BgpPeerStatus } from '~/api/types.gen.ts'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { addressColumn } from '~/table/named-columns.tsx'
import { StateBadge, stateLabel, type Tone } from '~/ui/badge.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { switchPortPath } from '../switch-ports/queries.ts'
import { numbered } from './numbered.ts'
import { peersQuery } from './queries.ts'

/** The colour of a session's state; idle and active sessions exchange no routes. */
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

const columns: Columns<Peer> = [
  addressColumn('address', 'Address', ({ addr }) => addr),
  { id: 'switch', header: 'Switch', value: (peer) => peer.switch },
  {
    id: 'port',
    header: 'Port',
    cell: ({ portId, portName }) => portId && <Link to={switchPortPath(portId)}>{portName}</Link>,
    value: ({ portName }) => portName,
  },
  {
    id: 'local_asn',
    header: 'Local ASN',
    cell: ({ localAsn }) => localAsn,
    value: ({ localAsn }) => localAsn,
    mono: true,
  },
  { id: 'remote_asn', header: 'Remote ASN', value: ({ remoteAsn }) => remoteAsn, mono: true },
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

export function PeersTab() {
  const query = useSuspenseQuery(peersQuery)
  const { data, dataUpdatedAt } = query
  const peers = useMemo(
    () =>
      numbered(data, (peer) => `${peer.switch} ${peer.portName ?? ''} ${peer.addr} ${peer.localAsn}`).map((peer) => ({
        ...peer,
        name: `${peer.addr} of ${peer.switch}`,
        since: new Date(dataUpdatedAt - Number(peer.stateDurationMillis)),
      })),
    [data, dataUpdatedAt],
  )
  return (
    <WholeListPage
      below
      title="Peers"
      reads={[query]}
      rows={peers}
      columns={columns}
      groupOf={stateOf}
      rowActions={({ addr, localAsn }) => [
        copyItem('Copy address', addr),
        {
          label: 'Message history',
          link: <Link to="/system/networking/bgp/history" search={{ asn: localAsn }} />,
        },
        ...copyAsRowItems(copyRequest('networkingBgpStatus', {})),
      ]}
      emptyIcon={<RadioTower />}
      emptyTitle="No BGP peers"
      emptyBody="A peer is a router at the other end of a switch port. The settings of the port have its address and the BGP configuration."
      emptyActions={<ButtonLink to="/system/networking/bgp/configs">Configurations</ButtonLink>}
    />
  )
}
