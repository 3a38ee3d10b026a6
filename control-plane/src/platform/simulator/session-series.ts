import type { Fields, Meter, SeriesOf } from './meters.ts'
import type { SessionWithPeer, SimulatedSystemNetwork } from './simulated-system-network.ts'

type Protocol = 'bgp' | 'bfd'
type Count = (session: SessionWithPeer, end: number) => number

const stateChanges: Count = ({ session }, end) => session.changes.filter(({ time }) => time <= end).length - 1
const sent: Count = (session, end) => session.countMessages(end).sent
const received: Count = (session, end) => session.countMessages(end).received

/** Sessions with one peer over several links of a switch are counted together. */
const sessionMeter = (protocol: Protocol, count: Count): SeriesOf => ({
  counts: true,
  *runs({ systemNetwork }) {
    for (const sessions of withPeers(systemNetwork, protocol)) {
      const [{ location, peer }] = sessions
      const fields: Fields = { switch: location, peer }
      const at: Meter['at'] = (_start, end) =>
        BigInt(sessions.reduce((sum, session) => sum + Math.max(0, count(session, end)), 0))
      const startedAt = Math.min(...sessions.map(({ session }) => session.changes[0].time))
      yield { startedAt, endedAt: null, meters: [{ fields, at }] }
    }
  },
})

const withPeers = (network: SimulatedSystemNetwork, protocol: Protocol) =>
  Map.groupBy(network.sessions(protocol), ({ location, peer }) => `${location} ${peer}`).values() as Iterable<
    [SessionWithPeer, ...SessionWithPeer[]]
  >

/** The series of BGP and BFD sessions since they were configured or since this process started. */
export const sessionSeries: Record<string, SeriesOf> = Object.fromEntries(
  (['bgp', 'bfd'] as const).flatMap((protocol) => [
    [`${protocol}_session:state_changes`, sessionMeter(protocol, stateChanges)],
    [`${protocol}_session:messages_sent`, sessionMeter(protocol, sent)],
    [`${protocol}_session:messages_received`, sessionMeter(protocol, received)],
  ]),
)
