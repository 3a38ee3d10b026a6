import type { BgpMessage, BgpPeerHistory, BgpStateChange, PortPeer } from '../interface/system-network.ts'
import { importedFrom, keepaliveMs, remoteAsnOf } from './neighbors.ts'
import { ADMINISTRATIVE_RESET, HOLD_TIMER_EXPIRED, type SimulatedSession } from './simulated-session.ts'

/** Networks that are announced to a peer from `time` on. */
export interface Announcement {
  time: number
  networks: readonly string[]
}

const STATES: Record<string, BgpStateChange['state']> = { down: 'active', connecting: 'connect', up: 'established' }

/** The message history of a session: opens and updates in both directions when it comes up, then keepalives. */
export function bgpHistory(
  peer: PortPeer,
  session: SimulatedSession,
  announced: readonly Announcement[],
  end: number,
): Omit<BgpPeerHistory, 'location' | 'peer'> {
  const changes = session.changes.filter(({ time }) => time <= end)
  const messages: BgpMessage[] = []
  let keepalives = 0
  for (const [index, { state, time }] of changes.entries()) {
    if (state !== 'up') continue
    const next = changes[index + 1]
    const until = next?.time ?? end
    messages.push(...openings(peer, time), ...updates(peer, announced, time, until), ...notifications(next))
    keepalives += Math.floor((until - time) / keepaliveMs(peer))
  }
  return {
    messages,
    stateChanges: changes.map(({ state, time, reason }) => ({ time: new Date(time), state: STATES[state]!, reason })),
    keepalives: { sent: keepalives, received: keepalives },
  }
}

function openings(peer: PortPeer, at: number): BgpMessage[] {
  const [time, hold] = [new Date(at), { type: 'open', hold_time: peer.holdTimeSeconds } as const]
  return [
    { time, direction: 'sent', message: { ...hold, asn: peer.localAsn } },
    { time, direction: 'received', message: { ...hold, asn: remoteAsnOf(peer) } },
  ]
}

/** The announcements when a session comes up, and their changes until it goes down. */
function updates(peer: PortPeer, announced: readonly Announcement[], from: number, until: number): BgpMessage[] {
  const before = announced.findLast(({ time }) => time <= from)?.networks ?? peer.exported
  const later = announced.filter(({ time }) => time > from && time <= until)
  const sent = (time: number, networks: readonly string[]): BgpMessage => ({
    time: new Date(time),
    direction: 'sent',
    message: { type: 'update', networks },
  })
  return [
    sent(from, before),
    { time: new Date(from), direction: 'received', message: { type: 'update', networks: importedFrom(peer) } },
    ...later.map(({ time, networks }) => sent(time, networks)),
  ]
}

/** A notification with the reason why a session goes down, unless its link is down. */
function notifications(down: { time: number; reason: string } | undefined): BgpMessage[] {
  if (down?.reason !== HOLD_TIMER_EXPIRED && down?.reason !== ADMINISTRATIVE_RESET) return []
  const direction = down.reason === HOLD_TIMER_EXPIRED ? 'sent' : 'received'
  return [{ time: new Date(down.time), direction, message: { type: 'notification', reason: down.reason } }]
}
