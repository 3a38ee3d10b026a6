import { timestamp } from '../../kernel/time.ts'
import type { Finder } from './finder.ts'

export const findBgpSessionsDown: Finder = async ({ platform, most }) => {
  const sessions = await platform.systemNetwork.bgpSessions()
  return sessions
    .filter(({ state }) => state !== 'established')
    .slice(0, most)
    .map(({ peer, location, remoteAsn, state, since }) => ({
      kind: 'bgp_session',
      severity: 'critical',
      id: `${location} ${peer}`,
      name: peer,
      message: `Session of ${location} with AS ${remoteAsn} is not established (${state})`,
      time_began: timestamp(since),
    }))
}

export const findBfdSessionsDown: Finder = async ({ db, platform, most }) => {
  const sessions = await platform.systemNetwork.bfdSessions()
  const down = sessions.filter(({ state }) => state === 'down').map(({ id }) => id)
  if (!down.length) return []
  const rows = await db
    .selectFrom('bfd_sessions')
    .select(['id', 'remote', 'switch_location'])
    .where('id', 'in', down.slice(0, most))
    .orderBy('switch_location')
    .orderBy('remote')
    .execute()
  return rows.map(({ id, remote, switch_location }) => ({
    kind: 'bfd_session',
    severity: 'critical',
    id,
    name: remote,
    message: `Session of ${switch_location} is down`,
  }))
}
