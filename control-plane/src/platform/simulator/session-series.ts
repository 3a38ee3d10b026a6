import type { Fields, Meter, SeriesOf } from './meters.ts'
import type { SimulatedSession } from './simulated-session.ts'
import type { SessionWithPeer, SimulatedSystemNetwork } from './simulated-system-network.ts'

type Protocol = 'bgp' | 'bfd'

/** An opening and an update, which each side of a BGP session sends when it comes up. BFD has nothing of the kind. */
const OPENING: Record<Protocol, number> = { bgp: 2, bfd: 0 }

const changes = ({ session }: SessionWithPeer, _protocol: Protocol, end: number): number =>
  session.changes.filter(({ time }) => time <= end).length - 1

/** Both sides say as much: what opens a session, and a sign of life every so often while it is up. */
function messages({ session, everyMs }: SessionWithPeer, protocol: Protocol, end: number): number {
  return upTimes(session, end).reduce((sum, ms) => sum + OPENING[protocol] + Math.floor(ms / everyMs), 0)
}

/** How long each time that a session was up lasted, until it went down or until `end`. */
function upTimes({ changes: all }: SimulatedSession, end: number): number[] {
  return all.flatMap(({ state, time }, at) =>
    state === 'up' && time <= end ? [Math.min(all[at + 1]?.time ?? end, end) - time] : [],
  )
}

type Count = (session: SessionWithPeer, protocol: Protocol, end: number) => number

/** Several links of a switch may lead to one peer: their sessions are counted together. */
const series = (protocol: Protocol, count: Count): SeriesOf => ({
  counts: true,
  *runs({ systemNetwork }) {
    for (const sessions of withPeers(systemNetwork, protocol)) {
      const [{ location, peer }] = sessions
      const fields: Fields = { switch: location, peer }
      const at: Meter['at'] = (_start, end) =>
        BigInt(sessions.reduce((sum, session) => sum + Math.max(0, count(session, protocol, end)), 0))
      const startedAt = Math.min(...sessions.map(({ session }) => session.changes[0].time))
      yield { startedAt, endedAt: null, meters: [{ fields, at }] }
    }
  },
})

const withPeers = (network: SimulatedSystemNetwork, protocol: Protocol) =>
  Map.groupBy(network.sessions(protocol), ({ location, peer }) => `${location} ${peer}`).values() as Iterable<
    [SessionWithPeer, ...SessionWithPeer[]]
  >

/** What sessions with the world outside show of themselves since they were configured, or since this process began. */
export const sessionSeries: Record<string, SeriesOf> = Object.fromEntries(
  (['bgp', 'bfd'] as const).flatMap((protocol) => [
    [`${protocol}_session:state_changes`, series(protocol, changes)],
    [`${protocol}_session:messages_sent`, series(protocol, messages)],
    [`${protocol}_session:messages_received`, series(protocol, messages)],
  ]),
)
