import { useQuery } from '@tanstack/react-query'
import type { BgpPeer, BgpPeerView, ImportExportPolicy } from '~/api/types.gen.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Card } from '~/ui/card.tsx'
import { Fact } from '~/ui/facts.tsx'
import { bgpConfigsQuery } from './queries.ts'

const allowed = (policy: ImportExportPolicy) =>
  policy.type === 'no_filtering' ? (
    'Everything'
  ) : (
    <span className="text-mono">
      {policy.value.length > 0 ? <MoreCell items={policy.value} /> : <span className="text-ink-3">Nothing</span>}
    </span>
  )

/** The timers of a peer, in seconds. */
const timersText = ({ keepalive, holdTime, idleHoldTime, connectRetry, delayOpen }: BgpPeer): string =>
  `keepalive ${keepalive}, hold ${holdTime}, idle hold ${idleHoldTime}, connect retry ${connectRetry}, delay open ${delayOpen}`

export const PeersCard = ({ peers }: { peers: readonly BgpPeerView[] }) => (
  <Card title="BGP peers">
    {peers.length === 0 ? (
      <p className="px-4 py-3.5 text-ink-3">None</p>
    ) : (
      peers.map((peer, index) => <Peer key={index} peer={peer} />)
    )}
  </Card>
)

const Peer = ({ peer }: { peer: BgpPeerView }) => (
  <section aria-label={`Peer ${peer.addr}`} className="border-b border-line last:border-0">
    <h3 className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <span className="text-mono font-medium">{peer.addr}</span>
      <span className="text-ink-2">on {peer.interfaceName}</span>
      {peer.hasMd5AuthKey && <Badge>MD5 key</Badge>}
    </h3>
    <dl className="-mr-px -mb-px grid overflow-hidden md:grid-cols-2 xl:grid-cols-3">
      <Fact label="BGP config">
        <ConfigName id={peer.bgpConfig} />
      </Fact>
      <Fact label="Remote ASN">{peer.remoteAsn ?? 'Any'}</Fact>
      <Fact label="VLAN">{peer.vlanId}</Fact>
      <Fact label="First AS">{peer.enforceFirstAs ? 'Must be the peer’s own' : 'Any'}</Fact>
      <Fact label="Local pref.">{peer.localPref}</Fact>
      <Fact label="MED">{peer.multiExitDiscriminator}</Fact>
      <Fact label="Minimum TTL">{peer.minTtl}</Fact>
      <Fact label="Imports">{allowed(peer.allowedImport)}</Fact>
      <Fact label="Exports">{allowed(peer.allowedExport)}</Fact>
      <Fact label="Communities">{peer.communities.join(', ')}</Fact>
      <Fact label="Timers (s)" wide>
        {timersText(peer)}
      </Fact>
    </dl>
  </section>
)

function ConfigName({ id }: { id: string }) {
  const configs = useQuery(bgpConfigsQuery)
  return (
    <SecondaryCell
      value={configs.data && (configs.data.find((each) => each.id === id)?.name ?? id)}
      failure={failureOf(configs)}
    >
      {(name) => name}
    </SecondaryCell>
  )
}
