import { canonicalIp, ipVersion } from './networks.ts'

/** The largest allowed number of missed packets after which a session is down. */
export const maxThreshold = 255

/** Why two addresses cannot have a session, worded for a person; undefined when they can. Both are valid addresses. */
export function sessionProblem(remote: string, local: string): string | undefined {
  if (ipVersion(remote) !== ipVersion(local)) return 'Local and remote address must both be IPv4 or both IPv6'
  return canonicalIp(remote) === canonicalIp(local) ? 'Local and remote address must differ' : undefined
}
