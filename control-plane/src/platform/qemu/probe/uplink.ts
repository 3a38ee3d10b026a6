import { readdir } from 'node:fs/promises'
import { LINK } from '../networks/namespace-networks.ts'

/** Why a network interface cannot be the uplink of this host; undefined if it can. */
export async function uplinkProblem(name: string): Promise<string | undefined> {
  const links = (await readdir('/sys/class/net')).filter((link) => LINK.test(link) && !/^(lo$|sk-)/.test(link))
  if (links.includes(name)) return undefined
  return `SKERRY_UPLINK must be a network interface of this host without a dot in its name (${links.join(', ') || 'there is none'}), not "${name}"`
}
