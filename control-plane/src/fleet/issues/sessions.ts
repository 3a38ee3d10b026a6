import { timestamp } from '../../kernel/values/time.ts'
import type { Finder } from './finder.ts'

export const findBgpSessionsDown: Finder = async ({ platform, limit }) => {
  const sessions = await platform.systemNetwork.bgpSessions()
  const down = sessions.filter(({ state }) => state !== 'established')
  // A switch may have several links to one peer.
  const peers = Map.groupBy(down, ({ location, peer }) => `${location} ${peer}`)
  return [...peers].slice(0, limit).map(([id, [first]]) => {
    const { port, peer, location, remoteAsn, state, since } = first!
    return {
      kind: 'bgp_session',
      severity: 'critical',
      id,
      name: peer,
      message: `Session of ${location} with AS ${remoteAsn} is not established (${state})`,
      switch_port_id: port.id,
      time_began: timestamp(since),
    }
  })
}

export const findBfdSessionsDown: Finder = async ({ db, platform, limit }) => {
  const sessions = await platform.systemNetwork.bfdSessions()
  const down = new Map(sessions.filter(({ state }) => state === 'down').map(({ id, since }) => [id, since]))
  if (!down.size) return []
  const rows = await db
    .selectFrom('bfd_sessions')
    .select(['id', 'remote', 'switch_location'])
    .where('id', 'in', [...down.keys()].slice(0, limit))
    .orderBy('switch_location')
    .orderBy('remote')
    .execute()
  return rows.map(({ id, remote, switch_location }) => ({
    kind: 'bfd_session',
    severity: 'critical',
    id,
    name: remote,
    message: `Session of ${switch_location} is down`,
    time_began: timestamp(down.get(id)!),
  }))
}
