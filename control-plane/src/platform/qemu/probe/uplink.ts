import { readdir } from 'node:fs/promises'
import { Namespace } from '../networks/commands.ts'
import { tryLeg } from '../networks/leg-trial.ts'
import type { LegType } from '../networks/leg.ts'
import { LINK_NAME } from '../networks/namespace-networks.ts'

/** Why a network interface cannot be this host's uplink; undefined if it can. */
export async function uplinkProblem(name: string): Promise<string | undefined> {
  const links = (await readdir('/sys/class/net')).filter((link) => LINK_NAME.test(link) && !/^(lo$|sk-)/.test(link))
  if (links.includes(name)) return undefined
  return `SKERRY_UPLINK must be a network interface of this host without a dot in its name (${links.join(', ') || 'there is none'}), not "${name}"`
}

/**
 * Tests the uplink with a temporary link, as root. Returns a line about gateways that do not answer it, if any.
 * @throws if such a link is impossible
 */
export async function uplinkWarning(link: string, type: LegType = 'macvlan'): Promise<string> {
  const silent = await tryLeg(new Namespace(undefined), { link, type })
  return silent.length === 0
    ? ''
    : `; ${silent.join(' and ')} did not answer another MAC there: if the network takes only this host's, set SKERRY_UPLINK_TYPE=ipvlan`
}
